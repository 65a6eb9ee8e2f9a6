import { expect } from 'vitest'
import type { Frame } from './frames.ts'

type Json = Readonly<Record<string, unknown>>

interface Chunk {
  readonly candidates: readonly [
    { readonly content: { readonly parts: readonly Json[] }; readonly finishReason?: string },
  ]
}

/** Puts chunks of Gemini together again: texts beside each other are one. */
export function hearGemini(frames: readonly Frame[]): unknown {
  const chunks = frames.map(({ data }) => data as Chunk)
  const reasons = chunks.map(({ candidates }) => candidates[0].finishReason)
  expect(reasons.slice(0, -1).every((reason) => reason === undefined)).toBe(true)
  const parts: Json[] = []
  for (const part of chunks.flatMap(({ candidates }) => candidates[0].content.parts)) {
    const before = parts.at(-1)
    const isMore = part.text !== undefined && before?.text !== undefined && before.thought === part.thought
    if (isMore) parts[parts.length - 1] = { ...part, text: `${before.text}${part.text}` }
    else parts.push(part)
  }
  const content = { parts, role: 'model' }
  return { ...chunks[0], candidates: [{ content, finishReason: reasons.at(-1), index: 0 }] }
}

interface Line {
  readonly message: Json & { readonly content: string; readonly thinking?: string }
  readonly done: boolean
}

/** Puts lines of Ollama together again. */
export function hearOllama(frames: readonly Frame[]): unknown {
  const lines = frames.map(({ data }) => data as Line)
  expect(lines.map(({ done }) => done)).toEqual(lines.map((_, index) => index === lines.length - 1))
  const thinking = lines.map(({ message }) => message.thinking ?? '').join('')
  const calls = lines.flatMap(({ message }) => (message.tool_calls as readonly unknown[]) ?? [])
  const message = {
    role: 'assistant',
    content: lines.map(({ message: { content } }) => content).join(''),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  return { ...lines.at(-1), message }
}

interface Moment {
  readonly contentBlockIndex: number
  readonly start: { readonly toolUse: Json }
  readonly delta: {
    readonly text?: string
    readonly toolUse?: { readonly input: string }
    readonly reasoningContent?: { readonly text?: string; readonly signature?: string }
  }
  readonly stopReason: string
}

/** Puts a stream of Converse together again: only calls are opened, everything is closed. */
export function hearBedrock(frames: readonly Frame[]): unknown {
  const names = frames.map(({ name }) => name)
  expect([names[0], ...names.slice(-2)]).toEqual(['messageStart', 'messageStop', 'metadata'])
  const blocks: Moment[][] = []
  const closed = new Set<number>()
  for (const { name, data } of frames.slice(1, -2)) {
    const moment = data as Moment
    const index = moment.contentBlockIndex
    expect(closed.has(index), `block ${index} is closed`).toBe(false)
    if (name === 'contentBlockStop') closed.add(index)
    else blocks[index] = [...(blocks[index] ?? []), moment]
  }
  expect(closed.size).toBe(blocks.length)
  const message = { content: blocks.map(blockOf), role: 'assistant' }
  const { stopReason } = frames.at(-2)!.data as Moment
  return { ...(frames.at(-1)!.data as Json), output: { message }, stopReason }
}

function blockOf(moments: readonly Moment[]): unknown {
  const [first] = moments
  const deltas = moments.flatMap(({ delta }) => delta ?? [])
  if (first?.start !== undefined) {
    const input = JSON.parse(deltas.map(({ toolUse }) => toolUse!.input).join(''))
    return { toolUse: { ...first.start.toolUse, input } }
  }
  if (first?.delta.text !== undefined) return { text: deltas.map(({ text }) => text).join('') }
  const thoughts = deltas.map(({ reasoningContent }) => reasoningContent!)
  const text = thoughts.map((thought) => thought.text ?? '').join('')
  return { reasoningContent: { reasoningText: { text, signature: thoughts.at(-1)?.signature } } }
}
