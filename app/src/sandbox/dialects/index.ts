import type { Dialect } from '../dialect.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { bedrockConverse } from './bedrock-converse.ts'
import { geminiContents } from './gemini-contents.ts'
import { ollamaChat } from './ollama-chat.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

/** Every wire format that is served. */
export const dialects: readonly Dialect[] = [
  anthropicMessages,
  openaiChat,
  openaiResponses,
  geminiContents,
  bedrockConverse,
  ollamaChat,
]
