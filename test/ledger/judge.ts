import { scan } from '@mortise/core'
import { expect } from 'vitest'
import { complaints } from '../oracle/index.ts'

export { apis, formatOf, onePerFormat, says, type Wish, wish, wishes } from './says.ts'

/**
 * Two judges who know nothing of each other say that an API takes these messages.
 *
 * `request`: the whole of it, where they are part of one. Where the model has had the last word, as it may until the user speaks again, how a request ends is not judged.
 */
export function expectSendable(
  messages: readonly unknown[],
  api: string,
  where = '',
  request: unknown = messages,
): void {
  const last = messages.at(-1)
  const isModels = typeof last === 'object' && last !== null && 'role' in last && isModel(last.role)
  const tail = isModels ? 'rest' : 'closed'
  const refused = scan(request, api, { tail }).filter(({ severity }) => severity === 'refused')
  expect(refused, `${api} ${where}`).toEqual([])
  expect(complaints(request, { api, tail }), `${api} ${where}`).toEqual([])
}

function isModel(role: unknown): boolean {
  return role === 'assistant' || role === 'model'
}

/** Everything that is said in some messages, as one text. */
export function textOf(messages: readonly unknown[]): string {
  return JSON.stringify(messages)
}
