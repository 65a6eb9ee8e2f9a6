import type { Finding } from '../../../../model/finding.ts'
import { isObject, type JsonObject } from '../../../../model/json.ts'
import { lawsOf, type StreamLaws } from '../../../stream-laws.ts'

/** Checks the events of a streamed response. */
export const checkEvents: (events: readonly unknown[]) => readonly Finding[] = lawsOf((laws) => {
  // An `error` event may be followed by the response that failed, and by nothing else.
  let isBroken = false
  return {
    event(event) {
      const { type } = event
      if (type === 'response.failed') laws.broken()
      else if (isBroken) laws.fault('event-after-end')
      else if (type === 'error') isBroken = true
      else if (type === 'response.created') laws.start()
      else said(laws, event)
    },
    finish() {
      if (isBroken) laws.broken()
    },
  }
})

function said(laws: StreamLaws, event: JsonObject): void {
  const { type, output_index: index } = event
  laws.needsStart()
  if (type === 'response.completed' || type === 'response.incomplete') end(laws, event)
  else if (typeof index === 'number') item(laws, event, index)
}

const pieces: ReadonlySet<unknown> = new Set([
  'response.function_call_arguments.delta',
  'response.output_text.delta',
  'response.refusal.delta',
  'response.custom_tool_call_input.delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
])

function item(laws: StreamLaws, event: JsonObject, index: number): void {
  const { type, item: raw } = event
  if (type === 'response.output_item.added') laws.open(index, callId(raw), index)
  else if (type === 'response.output_item.done') laws.close(index)
  else if (pieces.has(type))
    laws.piece(index, type === 'response.function_call_arguments.delta' ? event.delta : undefined)
}

function callId(item: unknown): string | undefined {
  return isObject(item) && item.type === 'function_call' ? String(item.call_id) : undefined
}

function end(laws: StreamLaws, { response }: JsonObject): void {
  const { status, usage } = isObject(response) ? response : {}
  laws.reason(status === 'incomplete' ? 'limit' : 'end', true)
  if (!isObject(usage)) laws.fault('usage-missing')
  laws.end()
}
