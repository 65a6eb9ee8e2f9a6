import { type PolicyName, repair } from '@mortise/core'
import { expect } from 'vitest'
import { match } from '../../core/src/engine/match.ts'
import { readAll } from '../../core/src/engine/reading.ts'
import { apiOf } from './task.ts'

type Messages = readonly { readonly role?: unknown }[]

/**
 * Asserts that a conversation that grew is repaired as before, up to the first joint or open loop that grew.
 *
 * The conversation is cut before a model turn that no joint crosses: what stands before the cut must
 * come out the same, whatever comes after it.
 */
export function prefixHolds(document: unknown, api: string, policy: PolicyName): void {
  const messages = messagesOf(document)
  const whole = messagesOf(repair(document, { api, policy, tail: 'rest' }).document)
  for (const cut of cutsOf(document, messages, api)) {
    const prefix = messagesOf(
      repair(withMessages(document, messages.slice(0, cut)), { api, policy, tail: 'rest' }).document,
    )
    // Where the last turn before the cut went, the model's turns on both sides of it became one.
    if (prefix.length === 0 || isModels(prefix.at(-1))) continue
    expect(whole.slice(0, prefix.length), `cut at ${cut}, what stands before it stays`).toEqual(prefix)
  }
}

function cutsOf(document: unknown, messages: Messages, api: string): number[] {
  const { format, rulebook } = apiOf(api)
  const { joints } = match(readAll(document, format).turns, rulebook.layout)
  const spans = joints.flatMap(({ turn, home }) => (home === undefined ? [] : [[turn.index, home.index]]))
  const isCrossed = (cut: number): boolean =>
    spans.some((span) => Math.min(...span) < cut && Math.max(...span) >= cut)
  return messages.flatMap((message, index) =>
    isModels(message) && isEdge(messages, index) && !isCrossed(index) ? [index] : [],
  )
}

/** Whether the model starts to speak here; a turn that says nothing goes, and its neighbours grow together. */
function isEdge(messages: Messages, index: number): boolean {
  const before = messages[index - 1]
  return before !== undefined && !isModels(before) && says(before) && says(messages[index])
}

function says(message: unknown): boolean {
  return /«\w+»/.test(JSON.stringify(message))
}

function isModels(message: { readonly role?: unknown } | undefined): boolean {
  return message?.role === 'assistant'
}

function messagesOf(document: unknown): Messages {
  return (Array.isArray(document) ? document : (document as { messages: unknown }).messages) as Messages
}

function withMessages(document: unknown, messages: Messages): unknown {
  return Array.isArray(document) ? messages : { ...(document as object), messages }
}
