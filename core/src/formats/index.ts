import type { Format } from '../model/format.ts'
import { anthropicMessages } from './anthropic-messages/index.ts'
import { geminiContents } from './gemini-contents/index.ts'
import { openaiChat } from './openai-chat/index.ts'

/** Every way to write a conversation down that Mortise reads. */
export const formats: readonly Format[] = [anthropicMessages, openaiChat, geminiContents]
