import { isObject, listIn, objectIn } from '../json.ts'
import type { BoundForm } from './form.ts'

/** Requests to Anthropic's own API. */
export const messagesForm: BoundForm = {
  modelOf: ({ model }) => model,
  thinkingIn: (document) => objectIn(document, 'thinking'),
  betasOf: (_, header) => (header('anthropic-beta') ?? '').split(',').map((name) => name.trim()),
  choosing: ['prefix_mismatch_behavior'],
  systemOf: ({ system }) => blocksOf(system),
  toolsOf: (document) => listIn(document, 'tools'),
  blocksOf,
  signatureOf(block) {
    if (!isObject(block)) return undefined
    if (block.type === 'thinking') return block.signature ?? ''
    return block.type === 'redacted_thinking' ? (block.data ?? '') : undefined
  },
  unmarked,
}

function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}

function unmarked(block: unknown): unknown {
  if (!isObject(block)) return block
  const { cache_control: _, ...rest } = block
  if (rest.type !== 'tool_result' || rest.content === undefined) return rest
  return { ...rest, content: blocksOf(rest.content).map(unmarked) }
}
