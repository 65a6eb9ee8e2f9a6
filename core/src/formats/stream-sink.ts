import type { StreamTask, StreamWriter } from '../model/converter.ts'
import type { Citation, NeutralReasoning } from '../model/neutral.ts'
import type { NeutralError, NeutralUsage } from '../model/neutral-answer.ts'
import type { NeutralEvent, StartedPart } from '../model/neutral-stream.ts'
import { loseCounts, loseStopSequence } from './losses.ts'

export type StreamStart = Extract<NeutralEvent, { readonly kind: 'start' }>
type StreamStop = Extract<NeutralEvent, { readonly kind: 'stop' }>
export type Proof = NonNullable<NeutralReasoning['proof']>

/** A part that is being written. */
export interface PartBeingWritten<Part extends StartedPart = StartedPart> {
  readonly part: Part
  /** Its position among the parts that this wire got. */
  readonly index: number
  /** All of its text so far. */
  text: string
  proof: Proof | undefined
  /** The sources that this wire got. */
  readonly citations: Citation[]
}

/** The half of a stream writer that is a wire's own: each step gives the events to send. */
export interface WireWriter {
  start(event: StreamStart, usage: NeutralUsage): readonly unknown[]
  open(slot: PartBeingWritten): readonly unknown[]
  text(slot: PartBeingWritten, text: string): readonly unknown[]
  /** A proof of this wire's own provider. */
  proof(slot: PartBeingWritten, proof: Proof): readonly unknown[] | undefined
  /** A source of the words; undefined where this wire cannot name it. */
  cite?(slot: PartBeingWritten, citation: Citation): readonly unknown[] | undefined
  close(slot: PartBeingWritten): readonly unknown[]
  stop(event: StreamStop, usage: NeutralUsage): readonly unknown[]
  fail(error: NeutralError): readonly unknown[]
  ping(): readonly unknown[]
  /** The counts that this wire does not tell. */
  readonly uncounted: readonly (keyof NeutralUsage)[]
  /** Set where this wire tells the stop sequence that was met. */
  readonly tellsStopSequence?: boolean
}

/**
 * A stream writer from the part of it that is a wire's own.
 *
 * A part is opened with its first content: an empty text or an empty thought would be refused when the client sends it
 * back. Parts and proofs that this wire cannot carry are noted as losses, and the wire never sees them.
 */
export function streamWriter(format: string, wire: WireWriter, task: StreamTask): StreamWriter {
  return new StreamSink(format, wire, task)
}

class StreamSink implements StreamWriter {
  readonly #format: string
  readonly #wire: WireWriter
  readonly #task: StreamTask
  readonly #waiting = new Map<number, StartedPart>()
  readonly #open = new Map<number, PartBeingWritten>()
  #count = 0
  #usage: NeutralUsage = {}

  constructor(format: string, wire: WireWriter, task: StreamTask) {
    this.#format = format
    this.#wire = wire
    this.#task = task
  }

  write(event: NeutralEvent): readonly unknown[] {
    switch (event.kind) {
      case 'start':
        return this.#wire.start(event, this.#counted(event.usage))
      case 'part-start':
        return this.#begin(event.index, event.part)
      case 'part-text':
        return this.#add(event.index, event.text)
      case 'part-proof':
        return this.#prove(event.index, event.proof)
      case 'part-citation':
        return this.#cite(event.index, event.citation)
      case 'part-stop':
        return this.#close(event.index)
      case 'usage':
        this.#counted(event.usage)
        return []
      case 'ping':
        return this.#wire.ping()
      case 'stop':
        return this.#stop(event)
      case 'error':
        return this.#wire.fail(event.error)
    }
  }

  #begin(index: number, part: StartedPart): readonly unknown[] {
    if (part.kind === 'opaque') {
      if (part.origin === this.#format) return this.#openSlot(index, part)
      this.#task.lose(part.at, part.what, `Only the format \`${part.origin}\` knows it.`)
      return []
    }
    this.#waiting.set(index, part)
    if (part.kind === 'reasoning' && part.id !== undefined)
      this.#task.lose(undefined, 'id of reasoning', 'Only its provider knows it.')
    if (part.kind === 'reasoning' && part.proof !== undefined) return this.#prove(index, part.proof)
    return part.kind === 'call' ? this.#opened(index) : []
  }

  #opened(index: number): readonly unknown[] {
    const part = this.#waiting.get(index)
    if (part === undefined) return []
    this.#waiting.delete(index)
    return this.#openSlot(index, part)
  }

  #openSlot(index: number, part: StartedPart): readonly unknown[] {
    const slot: PartBeingWritten = { part, index: this.#count++, text: '', proof: undefined, citations: [] }
    this.#open.set(index, slot)
    return this.#wire.open(slot)
  }

  #add(index: number, text: string): readonly unknown[] {
    const opened = this.#opened(index)
    const slot = this.#open.get(index)
    if (slot === undefined) return opened
    slot.text += text
    const written = this.#wire.text(slot, text)
    return opened.length === 0 ? written : [...opened, ...written]
  }

  #prove(index: number, proof: Proof): readonly unknown[] {
    if (proof.provider !== this.#task.provider) {
      this.#loseProof(index, proof, `Only \`${proof.provider}\` can read it.`)
      return []
    }
    const waiting = this.#waiting.get(index)
    // A wire may have a block of its own for sealed reasoning, which it opens with the seal.
    if (waiting?.kind === 'reasoning' && proof.as === 'encrypted')
      this.#waiting.set(index, { ...waiting, proof })
    const opened = this.#opened(index)
    const slot = this.#open.get(index)
    if (slot === undefined) return opened
    slot.proof = proof
    const written = this.#wire.proof(slot, proof)
    if (written === undefined) this.#loseProof(index, proof, 'The target has no place for it.')
    return [...opened, ...(written ?? [])]
  }

  #loseProof(index: number, { as }: Proof, why: string): void {
    const { kind } = this.#open.get(index)?.part ?? this.#waiting.get(index) ?? { kind: 'reasoning' }
    this.#task.lose(
      undefined,
      as === 'encrypted' ? 'encrypted reasoning' : `signature of ${kindWords[kind] ?? kind}`,
      why,
    )
  }

  #cite(index: number, citation: Citation): readonly unknown[] {
    const opened = this.#opened(index)
    const slot = this.#open.get(index)
    const written = slot === undefined ? undefined : this.#wire.cite?.(slot, citation)
    if (written === undefined)
      this.#task.lose(undefined, 'citation', `Only the format \`${citation.origin}\` knows it.`)
    else slot?.citations.push(citation)
    return [...opened, ...(written ?? [])]
  }

  #stop(event: StreamStop): readonly unknown[] {
    const usage = this.#counted(event.usage)
    loseCounts(usage, this.#wire.uncounted, this.#task)
    if (this.#wire.tellsStopSequence !== true) loseStopSequence(event, this.#task)
    return this.#wire.stop(event, usage)
  }

  #close(index: number): readonly unknown[] {
    this.#waiting.delete(index)
    const slot = this.#open.get(index)
    this.#open.delete(index)
    return slot === undefined ? [] : this.#wire.close(slot)
  }

  /** Later counts replace earlier ones; those that are not told again stay. */
  #counted(usage: NeutralUsage | undefined): NeutralUsage {
    this.#usage = { ...this.#usage, ...usage }
    return this.#usage
  }
}

/** The kinds of part that can be signed, as losses name them. */
const kindWords: Readonly<Record<string, string>> = { text: 'a text', call: 'a call' }
