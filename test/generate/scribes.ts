import type { Format } from './api.ts'
import { aiSdk } from './render-ai-sdk.ts'
import { anthropicMessages } from './render-anthropic-messages.ts'
import { bedrockConverse } from './render-bedrock-converse.ts'
import { geminiContents } from './render-gemini-contents.ts'
import { neovate } from './render-neovate.ts'
import { openaiChat } from './render-openai-chat.ts'
import { openaiResponses } from './render-openai-responses.ts'
import type { Scribe } from './scribe.ts'

/** Who writes cases in a format. */
export const scribes: Readonly<Record<Format, Scribe>> = {
  'anthropic-messages': anthropicMessages,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'ai-sdk': aiSdk,
  'gemini-contents': geminiContents,
  'bedrock-converse': bedrockConverse,
  neovate,
}
