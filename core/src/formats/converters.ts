import type { Converter } from '../model/converter.ts'
import { aiSdkConverter } from './ai-sdk/convert/converter.ts'
import { anthropicConverter } from './anthropic-messages/convert/converter.ts'
import { converseConverter } from './bedrock-converse/convert/converter.ts'
import { geminiConverter } from './gemini-contents/convert/converter.ts'
import { chatConverter } from './openai-chat/convert/converter.ts'
import { responsesConverter } from './openai-responses/convert/converter.ts'

/** Every format that can be read and written as a whole. They are no part of the formats: most programs need none. */
export const converters: readonly Converter[] = [
  anthropicConverter,
  chatConverter,
  responsesConverter,
  geminiConverter,
  converseConverter,
  aiSdkConverter,
]
