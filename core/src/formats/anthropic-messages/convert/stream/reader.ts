import type { Lose, StreamReader } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import type { NeutralUsage } from '../../../../model/neutral-answer.ts'
import type { Place } from '../../../../model/place.ts'
import { type StreamSource, streamReader, type WireReader } from '../../../stream-source.ts'
import { name } from '../../name.ts'
import { members, usageMembers } from '../answer.ts'
import { isErrorBody, readError } from '../error.ts'
import { readCitation } from '../read-blocks.ts'
import { readStop } from '../stop-reason.ts'
import { readUsage } from '../usage.ts'

/** A block that only this format knows: it is told whole, once it is complete. */
interface OwnBlock {
  readonly block: JsonObject
  input: string
}

/** Reads the events of a streamed message. */
export function readStream(lose?: Lose): StreamReader {
  return streamReader(name, lose, (source) => new MessageReader(source))
}

// The ways to the objects of an event whose members are looked at.
const inMessage: Place = ['message']
const inContentBlock: Place = ['content_block']
const inDelta: Place = ['delta']
const inUsage: Place = ['usage']

class MessageReader implements WireReader {
  readonly #source: StreamSource
  readonly #kept = new Map<unknown, OwnBlock>()
  #usage: NeutralUsage = {}
  #delta: JsonObject | undefined

  constructor(source: StreamSource) {
    this.#source = source
  }

  read(event: JsonObject): void {
    if (isErrorBody(event)) this.#source.fail(readError(event))
    else if (event.type === 'message_start') this.#start(event.message)
    else if (event.type === 'content_block_start') this.#open(event.index, event.content_block)
    else if (event.type === 'content_block_delta') this.#add(event.index, event.delta)
    else if (event.type === 'content_block_stop') this.#close(event.index)
    else if (event.type === 'message_delta') this.#end(event)
    else if (event.type === 'message_stop') this.end()
    else if (event.type === 'ping') this.#source.ping()
    else this.#source.lost(`event \`${String(event.type).slice(0, 60)}\``, [])
  }

  end(): void {
    const delta = this.#delta
    if (delta === undefined) return
    const stopSequence = nonEmpty(delta.stop_sequence)
    const stopWord = nonEmpty(delta.stop_reason)
    this.#source.stop(present({ reason: readStop(stopWord), stopSequence, stopWord, usage: this.#usage }))
  }

  #start(message: unknown): void {
    if (!isObject(message)) return
    this.#count(message.usage)
    this.#source.unread(message, members, inMessage)
    this.#source.start(
      present({ id: nonEmpty(message.id), model: nonEmpty(message.model), usage: readUsage(message.usage) }),
    )
  }

  #open(index: unknown, block: unknown): void {
    if (!isKey(index) || !isObject(block)) return
    const { type } = block
    if (type === 'text') this.#openText(index, block)
    else if (type === 'thinking') this.#openWords(index, 'reasoning', block.thinking)
    else if (type === 'tool_use') this.#openCall(index, block)
    else if (type === 'redacted_thinking') this.#openSealed(index, block)
    else this.#kept.set(index, { block, input: '' })
  }

  /** Most blocks say what they are and no more. */
  #openText(index: number, block: JsonObject): void {
    this.#openWords(index, 'text', block.text)
    this.#source.unread(block, textMembers, inContentBlock)
    if (Array.isArray(block.citations))
      for (const raw of block.citations as readonly unknown[]) this.#source.cite(index, readCitation(raw))
  }

  #openWords(index: number, kind: 'text' | 'reasoning', text: unknown): void {
    this.#source.open(index, { kind })
    this.#source.text(index, text)
  }

  #openCall(index: number, block: JsonObject): void {
    const { id, name: tool, input } = block
    this.#source.open(index, { kind: 'call', id: nonEmpty(id), name: nonEmpty(tool), tool: 'function' })
    this.#source.unread(block, callMembers, inContentBlock)
    // Some copies of the API send the arguments at once.
    if (isObject(input) && Object.keys(input).length > 0) this.#source.text(index, JSON.stringify(input))
  }

  #openSealed(index: number, { data }: JsonObject): void {
    const proof = { provider: 'anthropic', value: String(data), as: 'encrypted' } as const
    this.#source.open(index, { kind: 'reasoning', proof })
  }

  #add(index: unknown, delta: unknown): void {
    if (!isKey(index) || !isObject(delta)) return
    const { type } = delta
    const kept = this.#kept.get(index)
    if (kept !== undefined) kept.input += nonEmpty(delta.partial_json) ?? ''
    else if (type === 'citations_delta') this.#source.cite(index, readCitation(delta.citation))
    else if (type === 'text_delta') this.#source.text(index, delta.text)
    else if (type === 'thinking_delta') this.#source.text(index, delta.thinking)
    else if (type === 'input_json_delta') this.#source.text(index, delta.partial_json)
    else if (type === 'signature_delta' && typeof delta.signature === 'string')
      this.#source.proof(index, { provider: 'anthropic', value: delta.signature, as: 'signature' })
    else this.#source.lost(`delta \`${String(type).slice(0, 60)}\``, ['delta'])
  }

  #close(index: unknown): void {
    if (!isKey(index)) return
    this.#source.close(index)
    const kept = this.#kept.get(index)
    if (kept === undefined) return
    this.#kept.delete(index)
    const raw = kept.input === '' ? kept.block : { ...kept.block, input: parsed(kept.input) }
    const what = nonEmpty(kept.block.type) ?? 'block'
    this.#source.whole({ kind: 'opaque', origin: name, what, raw })
  }

  #end(event: JsonObject): void {
    this.#count(event.usage)
    if (isObject(event.delta)) this.#delta = event.delta
    this.#source.unread(event, endMembers)
    this.#source.unread(event.delta, stopMembers, inDelta)
  }

  /** Later counts replace earlier ones; those that are not told again stay. */
  #count(usage: unknown): void {
    this.#source.unread(usage, usageMembers, inUsage)
    this.#usage = { ...this.#usage, ...readUsage(usage) }
  }
}

const textMembers: ReadonlySet<string> = new Set(['type', 'text', 'citations'])
const callMembers: ReadonlySet<string> = new Set(['type', 'id', 'name', 'input'])
const endMembers: ReadonlySet<string> = new Set(['type', 'delta', 'usage'])
const stopMembers: ReadonlySet<string> = new Set(['stop_reason', 'stop_sequence'])

function isKey(index: unknown): index is number {
  return typeof index === 'number'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
