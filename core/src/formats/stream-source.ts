import type { Lose, StreamReader } from '../model/converter.ts'
import { isObject, type JsonObject } from '../model/json.ts'
import type { Citation } from '../model/neutral.ts'
import type { NeutralError } from '../model/neutral-answer.ts'
import type { NeutralEvent, StartedPart } from '../model/neutral-stream.ts'
import { type Place, placeIn } from '../model/place.ts'

type EventOf<Kind extends NeutralEvent['kind']> = Extract<NeutralEvent, { readonly kind: Kind }>

/** A name that a wire gives to an open part: its position there, or its id. */
export type PartKey = string | number

/**
 * The half of a stream reader that all wires share: it numbers the parts, and keeps the order of a lawful stream.
 *
 * Whatever a wire sends, what comes out starts once, ends once, and says nothing after its end.
 */
export class StreamSource {
  #events: NeutralEvent[] = []
  #open = new Map<PartKey, number>()
  #openCalls = new Set<PartKey>()
  #count = 0
  readonly #format: string
  readonly #lose: Lose | undefined
  /** The losses that were told: a member that stands in every event is one. */
  readonly #told = new Set<string>()
  /** The number of the event that is being read. */
  at = -1
  isStarted = false
  hasCalls = false
  hasEnded = false

  constructor(format: string, lose: Lose | undefined) {
    this.#format = format
    this.#lose = lose
  }

  /** Only the first start counts: some gateways send two. */
  start(event: Omit<EventOf<'start'>, 'kind'> = {}): void {
    if (this.isStarted || this.hasEnded) return
    this.isStarted = true
    this.#events.push({ kind: 'start', ...event })
  }

  isOpen(key: PartKey): boolean {
    return this.#open.has(key)
  }

  open(key: PartKey, part: StartedPart): void {
    this.close(key)
    this.start()
    if (part.kind === 'call') {
      this.hasCalls = true
      this.#openCalls.add(key)
    }
    this.#open.set(key, this.#count)
    this.#emit({ kind: 'part-start', index: this.#count++, part })
  }

  /** An empty text says nothing, so no event is made of it. */
  text(key: PartKey, text: unknown): void {
    const index = this.#open.get(key)
    if (index !== undefined && typeof text === 'string' && text !== '')
      this.#emit({ kind: 'part-text', index, text })
  }

  proof(key: PartKey, proof: EventOf<'part-proof'>['proof']): void {
    const index = this.#open.get(key)
    if (index !== undefined) this.#emit({ kind: 'part-proof', index, proof })
  }

  cite(key: PartKey, citation: Citation): void {
    const index = this.#open.get(key)
    if (index !== undefined) this.#emit({ kind: 'part-citation', index, citation })
    else this.lost('citation', [])
  }

  /** Notes the members of an object that its reader does not take; `at` leads to the object. */
  unread(raw: unknown, taken: ReadonlySet<string>, at: Place = here): void {
    if (this.#lose === undefined || typeof raw !== 'object' || raw === null) return
    const members = raw as JsonObject
    for (const name in members)
      if (!taken.has(name) && members[name] !== null && isSaid(members[name])) this.#loseMember([...at, name])
  }

  #loseMember(steps: Place): void {
    this.lost(`member \`${steps.filter((step) => typeof step === 'string').join('.')}\``, steps)
  }

  /** Notes something that only this wire knows, once for each name. */
  lost(what: string, steps: Place): void {
    if (this.#lose === undefined || this.#told.has(what)) return
    this.#told.add(what)
    this.#lose(placeIn([this.at], ...steps), what, `Only the format \`${this.#format}\` knows it.`)
  }

  close(key: PartKey): void {
    const index = this.#open.get(key)
    if (index === undefined) return
    this.#open.delete(key)
    this.#openCalls.delete(key)
    this.#emit({ kind: 'part-stop', index })
  }

  closeAll(): void {
    for (const key of [...this.#open.keys()]) this.close(key)
  }

  /** A part that has no pieces. */
  whole(part: StartedPart): void {
    this.open(wholeKey, part)
    this.close(wholeKey)
  }

  usage(usage: EventOf<'usage'>['usage'] | undefined): void {
    if (usage !== undefined) this.#emit({ kind: 'usage', usage })
  }

  ping(): void {
    this.#emit({ kind: 'ping' })
  }

  /** The answer is complete. A call that nobody has closed may be cut: then the stream is broken. */
  stop(event: Omit<EventOf<'stop'>, 'kind'>): void {
    this.start()
    if (this.#openCalls.size > 0) {
      this.fail(openCall)
      return
    }
    this.closeAll()
    this.#emit({ kind: 'stop', ...event })
    this.hasEnded = true
  }

  /** Open parts stay open: nobody may take a piece of a call for the whole. */
  fail(error: NeutralError): void {
    this.#emit({ kind: 'error', error })
    this.hasEnded = true
  }

  take(): readonly NeutralEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  #emit(event: NeutralEvent): void {
    if (!this.hasEnded) this.#events.push(event)
  }
}

const wholeKey = 'whole'
const here: Place = []

/** Whether a member says something: many servers fill in nulls, zeros and empty lists. */
function isSaid(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== '' && value !== 0
}

/** The acts of a wire on each event, and when no more will come. */
export interface WireReader {
  read(event: JsonObject): void
  /** Says how the answer ended, if the wire has told so; else the stream broke. */
  end(): void
  /** The events that are no objects, as in chat's `[DONE]`. */
  word?(event: unknown): void
}

/** A stream reader from the part of it that is a wire's own. */
export function streamReader(
  format: string,
  lose: Lose | undefined,
  begin: (source: StreamSource) => WireReader,
): StreamReader {
  const source = new StreamSource(format, lose)
  const wire = begin(source)
  return {
    read(event) {
      if (source.hasEnded) return []
      source.at++
      if (isObject(event)) wire.read(event)
      else wire.word?.(event)
      return source.take()
    },
    end() {
      if (!source.hasEnded) wire.end()
      if (!source.hasEnded) source.fail(cutShort)
      return source.take()
    },
  }
}

const openCall: NeutralError = {
  as: 'error',
  kind: 'server',
  message: 'The stream ended inside a tool call.',
}

const cutShort: NeutralError = {
  as: 'error',
  kind: 'server',
  message: 'The stream ended before the answer was complete.',
}
