import { countIn } from '../../../../model/counts.ts'
import type { Finding } from '../../../../model/finding.ts'
import { isObject, type JsonObject } from '../../../../model/json.ts'
import { lawsOf, type StreamLaws } from '../../../stream-laws.ts'
import { isErrorBody } from '../error.ts'
import { readStop } from '../stop-reason.ts'

/** Checks the events of a streamed message. */
export const checkEvents: (events: readonly unknown[]) => readonly Finding[] = lawsOf((laws) => ({
  event(event) {
    const { type } = event
    if (type === 'ping') return
    if (isErrorBody(event)) return laws.broken()
    if (type === 'message_start') return start(laws, event.message)
    laws.needsStart()
    if (type === 'message_delta') return delta(laws, event)
    if (type === 'message_stop') return stop(laws)
    if (typeof event.index === 'number') block(laws, event, event.index)
  },
}))

function start(laws: StreamLaws, message: unknown): void {
  laws.start()
  const usage = isObject(message) ? message.usage : undefined
  if (countIn(usage, 'input_tokens') === undefined) laws.fault('usage-missing')
}

function block(laws: StreamLaws, event: JsonObject, index: number): void {
  const { type, content_block: content, delta: piece } = event
  if (type === 'content_block_start') {
    if (laws.openCount > 0 && !laws.isOpen(index)) laws.fault('parts-overlap')
    const isCall = isObject(content) && content.type === 'tool_use'
    laws.open(index, isCall ? String(content.id) : undefined, index)
  } else if (type === 'content_block_delta')
    laws.piece(index, isObject(piece) && piece.type === 'input_json_delta' ? piece.partial_json : undefined)
  else if (type === 'content_block_stop') laws.close(index)
}

function delta(laws: StreamLaws, event: JsonObject): void {
  if (isObject(event.delta) && event.delta.stop_reason !== null && event.delta.stop_reason !== undefined)
    laws.reason(readStop(event.delta.stop_reason))
  if (countIn(event.usage, 'output_tokens') === undefined) laws.fault('usage-missing')
}

function stop(laws: StreamLaws): void {
  if (!laws.hasReason) laws.fault('stop-reason-mismatch')
  laws.end()
}
