import type { Finding } from '../../../../model/finding.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import { lawsOf, type StreamLaws } from '../../../stream-laws.ts'
import { isErrorBody } from '../error.ts'
import { readStop } from '../stop-reason.ts'

/** Checks the chunks of a streamed completion; `[DONE]` is the last event. */
export const checkEvents: (events: readonly unknown[]) => readonly Finding[] = lawsOf((laws) => {
  let isBroken = false
  return {
    event(chunk) {
      if (isBroken) return laws.fault('event-after-end')
      if (isErrorBody(chunk)) isBroken = true
      else if (Array.isArray(chunk.choices)) choices(laws, chunk.choices)
      else laws.fault('unreadable')
    },
    word(event) {
      if (event !== '[DONE]') return false
      if (isBroken) laws.broken()
      else done(laws)
      return true
    },
  }
})

function choices(laws: StreamLaws, all: readonly unknown[]): void {
  for (const choice of all) if (isObject(choice) && (choice.index ?? 0) === 0) first(laws, choice)
}

function first(laws: StreamLaws, { delta, finish_reason: finish }: JsonObject): void {
  const calls: unknown = isObject(delta) ? delta.tool_calls : undefined
  const list: readonly unknown[] = Array.isArray(calls) ? calls : []
  const says = isObject(delta) && (nonEmpty(delta.content) ?? nonEmpty(delta.refusal)) !== undefined
  if (laws.hasReason && (says || list.length > 0)) laws.fault('part-not-open')
  for (const call of list) if (isObject(call)) piece(laws, call)
  if (nonEmpty(finish) === undefined) return
  laws.closeAll()
  // A call that was forced ends with `stop`, as an answer without calls does.
  laws.reason(finish === 'tool_calls' ? 'calls' : readStop(finish, false), true)
}

function piece(laws: StreamLaws, call: JsonObject): void {
  const index = typeof call.index === 'number' ? call.index : 0
  const tool = isObject(call.function) ? call.function : undefined
  if (!laws.isOpen(index)) laws.open(index, nonEmpty(call.id) ?? '', index)
  // Plain text of a custom tool is no JSON.
  laws.piece(index, tool?.arguments)
}

function done(laws: StreamLaws): void {
  if (!laws.hasReason) laws.fault('stream-end-missing')
  laws.end()
}
