import type { Format } from '../model/format.ts'
import { aiSdk } from './ai-sdk/index.ts'
import { anthropicMessages } from './anthropic-messages/index.ts'
import { bedrockConverse } from './bedrock-converse/index.ts'
import { geminiContents } from './gemini-contents/index.ts'
import { neovate } from './neovate/index.ts'
import { withOffers } from './offers.ts'
import { openaiChat } from './openai-chat/index.ts'
import { openaiResponses } from './openai-responses/index.ts'

/** Every way to write a conversation down that Mortise reads. */
export const formats: readonly Format[] = /* @__PURE__ */ [
  // First: its lists show signs of two others, and errors name the first format that is sure.
  neovate,
  anthropicMessages,
  openaiChat,
  openaiResponses,
  geminiContents,
  bedrockConverse,
  aiSdk,
].map(withOffers)
