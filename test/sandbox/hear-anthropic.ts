import { expect } from 'vitest'
import type { Frame } from './frames.ts'

interface Event {
  readonly type: string
  readonly index: number
  readonly message: Readonly<Record<string, unknown>> & { readonly usage: object }
  readonly content_block: Block
  readonly delta: Readonly<Record<string, string>>
  readonly usage: object
}

type Block = Record<string, unknown>

/** Puts a stream of the Messages API together again; every block is opened once, told while open, and closed. */
export function hearAnthropic(frames: readonly Frame[]): unknown {
  const events = frames.map(({ data }) => data as Event)
  expect(frames.map(({ name }) => name)).toEqual(events.map(({ type }) => type))
  const [start, ping, ...rest] = events
  expect([start?.type, ping?.type]).toEqual(['message_start', 'ping'])
  const [end, stop] = rest.splice(-2)
  expect([end?.type, stop?.type]).toEqual(['message_delta', 'message_stop'])
  const blocks: Block[] = []
  const texts: string[] = []
  const open = new Set<number>()
  for (const { type, index, content_block: block, delta } of rest) {
    if (type === 'content_block_start') {
      expect(index).toBe(blocks.length)
      blocks.push(block)
      texts.push('')
      open.add(index)
      continue
    }
    expect(open.has(index), `block ${index} is open`).toBe(true)
    if (type === 'content_block_stop') open.delete(index)
    else if (delta.type === 'signature_delta')
      blocks[index] = { ...blocks[index], signature: delta.signature }
    else texts[index] += delta.text ?? delta.thinking ?? delta.partial_json ?? ''
  }
  expect(open.size).toBe(0)
  const content = blocks.map((block, index) => filled(block, texts[index]!))
  const { message } = start!
  return { ...message, content, ...end!.delta, usage: { ...message.usage, ...end!.usage } }
}

function filled(block: Block, text: string): Block {
  if (block.type === 'tool_use') return { ...block, input: JSON.parse(text) }
  return block.type === 'text' ? { ...block, text } : { ...block, thinking: text }
}
