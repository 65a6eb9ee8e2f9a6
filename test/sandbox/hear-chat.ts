import { expect } from 'vitest'
import type { Frame } from './frames.ts'

interface Chunk {
  readonly object: string
  readonly choices: readonly { readonly delta: Delta; readonly finish_reason: string | null }[]
  readonly usage?: object
  readonly [member: string]: unknown
}

interface Delta {
  readonly role?: string
  readonly content?: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly (Call & { readonly index: number })[]
}

interface Call {
  readonly id?: string
  readonly type?: string
  readonly function: { readonly name?: string; readonly arguments: string }
}

/** Puts a stream of chunks together again: role first, a call's head before its arguments, one reason at the end. */
export function hearChat(frames: readonly Frame[]): unknown {
  expect(frames.at(-1)?.data).toBe('[DONE]')
  const chunks = frames.slice(0, -1).map(({ data }) => data as Chunk)
  const said = chunks.filter(({ choices }) => choices.length > 0)
  const deltas = said.map(({ choices }) => choices[0]!.delta)
  const reasons = said.map(({ choices }) => choices[0]!.finish_reason)
  expect(deltas[0]?.role).toBe('assistant')
  expect(reasons.slice(0, -1).every((reason) => reason === null)).toBe(true)
  expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['chat.completion.chunk']))
  const calls = callsIn(deltas)
  const thinking = deltas.map((delta) => delta.reasoning_content ?? '').join('')
  const message = {
    role: 'assistant',
    content: deltas.map(({ content = '' }) => content).join(''),
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
  const { object, choices, usage: _, ...head } = chunks[0]!
  const usage = chunks.find((chunk) => chunk.usage !== undefined)?.usage
  const choice = { index: 0, message, logprobs: null, finish_reason: reasons.at(-1) }
  return { ...head, object: 'chat.completion', choices: [choice], usage }
}

function callsIn(deltas: readonly Delta[]): readonly Call[] {
  const calls: Call[] = []
  for (const { index, ...piece } of deltas.flatMap(({ tool_calls: told = [] }) => told)) {
    const call = calls[index]
    expect(piece.id !== undefined, 'the head comes first, and once').toBe(call === undefined)
    if (call === undefined) expect(index).toBe(calls.length)
    const written = (call?.function.arguments ?? '') + piece.function.arguments
    calls[index] = { ...(call ?? piece), function: { ...(call ?? piece).function, arguments: written } }
  }
  return calls
}
