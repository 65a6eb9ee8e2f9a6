import type { Finding } from '../../../../model/finding.ts'
import { isObject, type JsonObject } from '../../../../model/json.ts'
import { lawsOf, type StreamLaws } from '../../../stream-laws.ts'
import { readStop } from '../stop-reason.ts'

/** Checks the events of a streamed answer, each an object with its name as the one member. */
export const checkEvents: (events: readonly unknown[]) => readonly Finding[] = lawsOf((laws) => ({
  event(event) {
    for (const [name, value] of Object.entries(event)) if (isObject(value)) one(laws, name, value)
  },
}))

function one(laws: StreamLaws, name: string, value: JsonObject): void {
  if (name.endsWith('Exception')) laws.broken()
  else if (name === 'messageStart') laws.start()
  else {
    laws.needsStart()
    later(laws, name, value)
  }
}

function later(laws: StreamLaws, name: string, value: JsonObject): void {
  const { contentBlockIndex: index } = value
  if (name === 'metadata') metadata(laws, value)
  else if (laws.hasReason) laws.fault('event-after-end')
  else if (name === 'messageStop') stop(laws, value)
  else if (typeof index === 'number') block(laws, name, value, index)
}

function block(laws: StreamLaws, name: string, { start, delta }: JsonObject, index: number): void {
  if (name === 'contentBlockStart') {
    const use = isObject(start) ? start.toolUse : undefined
    laws.open(index, isObject(use) ? String(use.toolUseId) : undefined, index)
  } else if (name === 'contentBlockDelta') {
    const use = isObject(delta) ? delta.toolUse : undefined
    // Words and thoughts have no start of their own.
    if (!laws.isOpen(index) && use === undefined) laws.open(index, undefined, index)
    laws.piece(index, isObject(use) ? use.input : undefined)
  } else if (name === 'contentBlockStop') laws.close(index)
}

function stop(laws: StreamLaws, { stopReason }: JsonObject): void {
  laws.reason(readStop(stopReason))
}

function metadata(laws: StreamLaws, { usage }: JsonObject): void {
  if (!isObject(usage)) laws.fault('usage-missing')
  if (!laws.hasReason) laws.fault('stop-reason-mismatch')
  laws.end()
}
