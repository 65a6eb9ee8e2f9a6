import { aiSdk } from './ai-sdk.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { bedrockConverse } from './bedrock-converse.ts'
import { isFields } from './fields.ts'
import { geminiContents } from './gemini-contents.ts'
import { neovate } from './neovate.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Wire } from './wire.ts'

export type { Wire } from './wire.ts'

/** Every format that the laws can read. */
export const wires: readonly Wire[] = [
  anthropicMessages,
  openaiChat,
  openaiResponses,
  geminiContents,
  bedrockConverse,
  aiSdk,
  neovate,
]

/** Gives what the laws know of a format. */
export function wireOf(format: string): Wire {
  const wire = wires.find((one) => one.format === format)
  if (wire === undefined)
    throw new Error(`The laws cannot read \`${format}\` yet: add test/wire/${format}.ts.`)
  return wire
}

/** The turns of a document; none where it has no list of them. */
export function turnsOf({ root }: Wire, document: unknown): readonly unknown[] {
  const list = isFields(document) ? document[root] : document
  return Array.isArray(list) ? list : []
}

/** The same document with other turns. */
export function withTurns({ root }: Wire, document: unknown, turns: unknown): unknown {
  return isFields(document) ? { ...document, [root]: turns } : turns
}
