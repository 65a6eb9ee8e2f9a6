import type { Lose, StreamReader } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import type { Place } from '../../../../model/place.ts'
import type { Proof } from '../../../stream-sink.ts'
import { type StreamSource, streamReader, type WireReader } from '../../../stream-source.ts'
import { errorOf } from '../error.ts'
import { origin } from '../origin.ts'
import { readCitation } from '../read-blocks.ts'
import { readStop } from '../stop-reason.ts'
import { readUsage, usageMembers } from '../usage.ts'

/** Reads the events of a streamed answer, each an object with its name as the one member. */
export function readStream(lose?: Lose): StreamReader {
  return streamReader(origin, lose, (source) => new ConverseReader(source))
}

// The ways to the objects of an event whose members are looked at.
const inMessageStop: Place = ['messageStop']
const inContentBlockStartStart: Place = ['contentBlockStart', 'start']
const inContentBlockDeltaDelta: Place = ['contentBlockDelta', 'delta']
const inMetadata: Place = ['metadata']
const inMetadataUsage: Place = ['metadata', 'usage']

class ConverseReader implements WireReader {
  readonly #source: StreamSource
  #stop: JsonObject | undefined

  constructor(source: StreamSource) {
    this.#source = source
  }

  read(event: JsonObject): void {
    for (const [name, value] of Object.entries(event)) if (isObject(value)) this.#event(name, value)
  }

  end(): void {
    if (this.#stop === undefined) return
    const stopWord = nonEmpty(this.#stop.stopReason)
    this.#source.stop(present({ reason: readStop(stopWord), stopWord }))
  }

  #event(name: string, value: JsonObject): void {
    if (name === 'messageStart') this.#source.start()
    else if (name === 'contentBlockStart') this.#open(value)
    else if (name === 'contentBlockDelta') this.#add(value)
    else if (name === 'contentBlockStop') this.#source.close(keyOf(value))
    else if (name === 'messageStop') this.#halt(value)
    else if (name === 'metadata') this.#count(value)
    else if (name.endsWith('Exception')) this.#source.fail(errorOf(name, value.message))
    else this.#source.lost(`event \`${name.slice(0, 60)}\``, [name])
  }

  #halt(value: JsonObject): void {
    this.#stop = value
    this.#source.unread(value, stopMembers, inMessageStop)
  }

  #open(value: JsonObject): void {
    const use = isObject(value.start) ? value.start.toolUse : undefined
    this.#source.unread(value.start, startMembers, inContentBlockStartStart)
    if (!isObject(use)) return
    const { toolUseId, name } = use
    this.#source.open(keyOf(value), {
      kind: 'call',
      id: nonEmpty(toolUseId),
      name: nonEmpty(name),
      tool: 'function',
    })
  }

  /** Words and thoughts have no start of their own here. */
  #add(value: JsonObject): void {
    const { delta } = value
    if (!isObject(delta)) return
    const key = keyOf(value)
    if (isObject(delta.toolUse)) this.#source.text(key, delta.toolUse.input)
    else if (isObject(delta.reasoningContent)) this.#think(key, delta.reasoningContent)
    else if (typeof delta.text === 'string') this.#say(key, delta.text)
    else if (isObject(delta.citation)) this.#cite(key, delta.citation)
    else this.#source.unread(delta, none, inContentBlockDeltaDelta)
  }

  #say(key: number, text: string): void {
    if (!this.#source.isOpen(key)) this.#source.open(key, { kind: 'text' })
    this.#source.text(key, text)
  }

  #cite(key: number, citation: JsonObject): void {
    if (!this.#source.isOpen(key)) this.#source.open(key, { kind: 'text' })
    this.#source.cite(key, readCitation(citation))
  }

  #think(key: number, { text, signature, redactedContent }: JsonObject): void {
    if (!this.#source.isOpen(key)) this.#source.open(key, { kind: 'reasoning' })
    this.#source.text(key, text)
    if (typeof signature === 'string') this.#source.proof(key, proofOf(signature, 'signature'))
    if (typeof redactedContent === 'string') this.#source.proof(key, proofOf(redactedContent, 'encrypted'))
  }

  /** The last event: the counts come after the reason. */
  #count(metadata: JsonObject): void {
    const { usage } = metadata
    this.#source.unread(metadata, metadataMembers, inMetadata)
    this.#source.unread(usage, usageMembers, inMetadataUsage)
    this.#source.usage(readUsage(usage))
    this.end()
  }
}

const none: ReadonlySet<string> = new Set()
const startMembers: ReadonlySet<string> = new Set(['toolUse'])
const stopMembers: ReadonlySet<string> = new Set(['stopReason'])
// How long the provider took is no part of the answer.
const metadataMembers: ReadonlySet<string> = new Set(['usage', 'metrics'])

function keyOf({ contentBlockIndex: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0
}

function proofOf(value: string, as: Proof['as']): Proof {
  return { provider: 'anthropic', value, as }
}
