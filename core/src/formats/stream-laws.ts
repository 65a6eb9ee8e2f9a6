import type { Finding } from '../model/finding.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { StopReason } from '../model/neutral-answer.ts'
import type { PartKey } from './stream-source.ts'

/** The ways in which a stream can be unlawful, each with its sentence. */
const sentences = {
  unreadable: 'This event is not an object.',
  'stream-start-missing': 'The stream says something before its start.',
  'stream-start-twice': 'The stream starts a second time.',
  'part-start-twice': 'This part starts a second time.',
  'part-not-open': 'A piece or an end arrives for a part that is not open.',
  'part-index-gap': 'The parts are not numbered in order.',
  'parts-overlap': 'This part starts while another one is still open.',
  'part-not-closed': 'A part is still open at the end.',
  'arguments-not-json': 'The arguments of a call are not valid JSON when put together.',
  'stop-reason-mismatch': 'The stop reason does not agree with the content.',
  'usage-missing': 'The stream ends without counts of tokens.',
  'event-after-end': 'An event arrives after the end of the stream.',
  'stream-end-missing': 'The stream ends in the middle.',
} as const

export type StreamFault = keyof typeof sentences

interface OpenPart {
  readonly call: { readonly id: string; readonly at: number } | undefined
  text: string
}

/** The laws that all wires share: a wire's own checker tells it what each event means. */
export class StreamLaws {
  readonly found: Finding[] = []
  readonly #open = new Map<PartKey, OpenPart>()
  readonly #seen = new Set<PartKey>()
  /** Calls that were closed with arguments that are no JSON. */
  readonly #cut: { readonly id: string; readonly at: number }[] = []
  #at = 0
  #isStarted = false
  #hasEnded = false
  #reason: StopReason | undefined
  hasCalls = false

  /** Moves to the next event; false where nothing may come any more. */
  next(at: number): boolean {
    this.#at = at
    if (this.#hasEnded) this.fault('event-after-end')
    return !this.#hasEnded
  }

  fault(rule: StreamFault, calls: readonly string[] = [], at: number = this.#at): void {
    this.found.push({ rule, severity: 'refused', at: [at], calls, message: sentences[rule] })
  }

  start(): void {
    if (this.#isStarted) this.fault('stream-start-twice')
    this.#isStarted = true
  }

  needsStart(): void {
    if (!this.#isStarted) this.fault('stream-start-missing')
    this.#isStarted = true
  }

  get openCount(): number {
    return this.#open.size
  }

  isOpen(key: PartKey): boolean {
    return this.#open.has(key)
  }

  /** `position`: the number that the wire gives to the part, where numbers count from 0 without gaps. */
  open(key: PartKey, call?: string | undefined, position?: number): void {
    if (this.#seen.has(key)) this.fault('part-start-twice', call === undefined ? [] : [call])
    else if (position !== undefined && position !== this.#seen.size) this.fault('part-index-gap')
    this.#seen.add(key)
    if (call !== undefined) this.hasCalls = true
    this.#open.set(key, { call: call === undefined ? undefined : { id: call, at: this.#at }, text: '' })
  }

  piece(key: PartKey, text: unknown): void {
    const part = this.#open.get(key)
    if (part === undefined) this.fault('part-not-open')
    else if (part.call !== undefined && typeof text === 'string') part.text += text
  }

  close(key: PartKey): void {
    const part = this.#open.get(key)
    if (part === undefined) this.fault('part-not-open')
    else if (part.call !== undefined && part.text.trim() !== '' && !isJson(part.text))
      this.#cut.push(part.call)
    this.#open.delete(key)
  }

  closeAll(): void {
    for (const key of [...this.#open.keys()]) this.close(key)
  }

  /** The model has said why it stopped. `mayEndWithCalls`: the wire has one word for an end with and without calls. */
  reason(reason: StopReason, mayEndWithCalls = false): void {
    this.#reason = reason
    const isEnd = reason === 'end' || reason === 'stop'
    if (reason === 'calls' ? !this.hasCalls : isEnd && this.hasCalls && !mayEndWithCalls)
      this.fault('stop-reason-mismatch')
  }

  get hasReason(): boolean {
    return this.#reason !== undefined
  }

  /** The lawful end. */
  end(): void {
    for (const { call } of this.#open.values())
      this.fault('part-not-closed', call === undefined ? [] : [call.id])
    // At a limit the model is cut off inside a call, and says so by its reason.
    const mayBeCut = this.#reason === 'limit' || this.#reason === 'context' || this.#reason === 'refusal'
    if (!mayBeCut) for (const { id, at } of this.#cut) this.fault('arguments-not-json', [id], at)
    this.#hasEnded = true
  }

  /** The broken end: what is open stays open, and nothing may follow. */
  broken(): void {
    this.#hasEnded = true
  }

  /** No event follows. */
  finish(count: number): readonly Finding[] {
    this.#at = count
    if (!this.#hasEnded) this.fault('stream-end-missing')
    return this.found
  }
}

/** A checker of whole streams from what a wire does with each event. */
export function lawsOf(
  begin: (laws: StreamLaws) => {
    event(event: JsonObject): void
    word?(event: unknown): boolean
    finish?(): void
  },
): (events: readonly unknown[]) => readonly Finding[] {
  return (events) => {
    const laws = new StreamLaws()
    const wire = begin(laws)
    for (const [at, event] of events.entries()) {
      if (!laws.next(at)) continue
      if (isObject(event)) wire.event(event)
      else if (wire.word?.(event) !== true) laws.fault('unreadable')
    }
    wire.finish?.()
    return laws.finish(events.length)
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
