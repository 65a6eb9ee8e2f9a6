import type { Converter } from '../model/converter.ts'
import { aiSdkConverter } from './ai-sdk/converter.ts'
import { anthropicConverter } from './anthropic-messages/converter.ts'
import { converseConverter } from './bedrock-converse/converter.ts'
import { geminiConverter } from './gemini-contents/converter.ts'
import { chatConverter } from './openai-chat/converter.ts'
import { responsesConverter } from './openai-responses/converter.ts'

/** Every format that can be read and written as a whole. They are no part of the formats: most programs need none. */
export const converters: readonly Converter[] = [
  anthropicConverter,
  chatConverter,
  responsesConverter,
  geminiConverter,
  converseConverter,
  aiSdkConverter,
]
