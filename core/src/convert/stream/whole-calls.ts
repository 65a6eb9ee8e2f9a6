import type { NeutralError } from '../../model/neutral-answer.ts'
import type { NeutralEvent } from '../../model/neutral-stream.ts'
import type { Passed, StreamStage } from './stage.ts'

type StopEvent = Extract<NeutralEvent, { readonly kind: 'stop' }>

/** A call whose arguments are still coming. */
interface CallInPieces {
  readonly id: string | undefined
  text: string
}

/** Told of a call that was cut, by its id. */
export type OnCut = (id: string | undefined) => void

/**
 * Lets no cut call look complete.
 *
 * A call whose arguments are no JSON at its end turns the end of the stream into an error, so that no client runs it.
 * A call without arguments gets `{}`, which every client can parse. The stop reason agrees with the content.
 */
export function wholeCalls(onCut: OnCut): StreamStage {
  const open = new Map<number, CallInPieces>()
  let hasCalls = false
  let isOver = false

  const begin = (event: Extract<NeutralEvent, { readonly kind: 'part-start' }>): void => {
    if (event.part.kind !== 'call') return
    hasCalls = true
    if (event.part.tool === 'function') open.set(event.index, { id: event.part.id, text: '' })
  }

  const end = (event: Extract<NeutralEvent, { readonly kind: 'part-stop' }>): Passed => {
    const call = open.get(event.index)
    open.delete(event.index)
    if (call === undefined || isJson(call.text)) return event
    if (call.text.trim() === '') return [{ kind: 'part-text', index: event.index, text: '{}' }, event]
    isOver = true
    onCut(call.id)
    return [{ kind: 'error', error: cutCall }]
  }

  return (event) => {
    if (isOver) return []
    if (event.kind === 'part-start') begin(event)
    else if (event.kind === 'part-text') {
      const call = open.get(event.index)
      if (call !== undefined) call.text += event.text
    } else if (event.kind === 'part-stop') return end(event)
    else if (event.kind === 'stop') return ending(event, hasCalls)
    return event
  }
}

/** A model that stopped with an error has no answer. */
function ending(event: StopEvent, hasCalls: boolean): NeutralEvent {
  if (event.reason !== 'error') return agreeing(event, hasCalls)
  const message = `The model stopped with an error: ${event.stopWord ?? 'no reason was given'}.`
  return { kind: 'error', error: { as: 'error', kind: 'server', message } }
}

/** A model that made calls waits for their results; one that made none does not. */
function agreeing(event: StopEvent, hasCalls: boolean): StopEvent {
  if (hasCalls && (event.reason === 'end' || event.reason === 'unknown')) return { ...event, reason: 'calls' }
  return !hasCalls && event.reason === 'calls' ? { ...event, reason: 'end' } : event
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const cutCall: NeutralError = {
  as: 'error',
  kind: 'server',
  message: 'The arguments of a tool call are not complete: the model was cut off inside the call.',
}
