import type { Lose, StreamReader } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import type { Place } from '../../../../model/place.ts'
import { type StreamSource, streamReader, type WireReader } from '../../../stream-source.ts'
import { answerMembers } from '../answer.ts'
import { readError } from '../error.ts'
import { origin } from '../origin.ts'
import { readCitation } from '../read-content.ts'
import { readStop } from '../stop-reason.ts'
import { readUsage, usageMembers } from '../usage.ts'

/** Reads the events of a streamed response. */
export function readStream(lose?: Lose): StreamReader {
  return streamReader(origin, lose, (source) => new ResponseReader(source))
}

type Handler = (reader: ResponseReader, event: JsonObject) => void

const handlers: Readonly<Record<string, Handler>> = {
  'response.created': (reader, event) => reader.start(event),
  'response.in_progress': (reader, event) => reader.start(event),
  'response.output_item.added': (reader, event) => reader.openItem(event),
  'response.output_item.done': (reader, event) => reader.closeItem(event),
  'response.output_text.delta': (reader, event) => reader.say('text', event),
  'response.refusal.delta': (reader, event) => reader.say('refusal', event),
  'response.output_text.annotation.added': (reader, event) => reader.cite(event),
  'response.content_part.done': (reader, event) => reader.closeWords(event),
  'response.function_call_arguments.delta': (reader, event) => reader.add(event),
  'response.custom_tool_call_input.delta': (reader, event) => reader.add(event),
  'response.reasoning_text.delta': (reader, event) => reader.add(event),
  'response.reasoning_summary_text.delta': (reader, event) => reader.add(event),
  'response.reasoning_summary_part.added': (reader, event) => reader.nextSummary(event),
  'response.completed': (reader, event) => reader.stop(event),
  'response.incomplete': (reader, event) => reader.stop(event),
  'response.failed': (reader, event) => reader.fail(event.response),
  error: (reader, event) => reader.fail(event),
}

// The ways to the objects of an event whose members are looked at.
const inItem: Place = ['item']
const inResponse: Place = ['response']
const inResponseUsage: Place = ['response', 'usage']

class ResponseReader implements WireReader {
  readonly #source: StreamSource
  /** The items whose text came in pieces; the others are told whole at their end. */
  readonly #spoken = new Set<number>()
  /** The words that are open, by the item that they stand in. */
  readonly #words = new Map<number, Set<string>>()

  /** The texts whose sources were told. */
  readonly #cited = new Set<string>()

  constructor(source: StreamSource) {
    this.#source = source
  }

  read(event: JsonObject): void {
    const { type } = event
    if (typeof type === 'string' && Object.hasOwn(handlers, type)) handlers[type]?.(this, event)
    else if (isObject(event.error)) this.fail(event)
    // The progress of an item is told by the item, once it is complete.
    else if (event.output_index === undefined && event.item_id === undefined && type !== 'response.queued')
      this.#source.lost(`event \`${String(type).slice(0, 60)}\``, [])
  }

  end(): void {
    // Only the last event says how a response ended.
  }

  start({ response }: JsonObject): void {
    if (!isObject(response)) return
    const { id, model, created_at: created } = response
    const date = typeof created === 'number' ? created : undefined
    this.#source.start(present({ id: nonEmpty(id), model: nonEmpty(model), created: date }))
  }

  openItem(event: JsonObject): void {
    const { item } = event
    if (!isObject(item)) return
    const key = positionOf(event)
    if (item.type === 'function_call') this.#openCall(key, item, 'function')
    else if (item.type === 'custom_tool_call') this.#openCall(key, item, 'custom')
    else if (item.type === 'reasoning') this.#openReasoning(key, item.id)
  }

  #openCall(key: number, { call_id: id, name }: JsonObject, tool: 'function' | 'custom'): void {
    this.#source.open(key, { kind: 'call', id: nonEmpty(id), name: nonEmpty(name), tool })
  }

  #openReasoning(key: number, id: unknown): void {
    this.#source.open(key, present({ kind: 'reasoning' as const, id: nonEmpty(id) }))
  }

  add(event: JsonObject): void {
    const key = positionOf(event)
    this.#spoken.add(key)
    this.#source.text(key, event.delta)
  }

  /** A summary of several parts reads as paragraphs. */
  nextSummary(event: JsonObject): void {
    const { summary_index: index } = event
    if (typeof index === 'number' && index > 0) this.#source.text(positionOf(event), '\n\n')
  }

  say(kind: 'text' | 'refusal', event: JsonObject): void {
    const item = positionOf(event)
    this.#spoken.add(item)
    this.#speak(kind, item, contentKey(item, event), event.delta)
  }

  #speak(kind: 'text' | 'refusal', item: number, key: string, text: unknown): void {
    if (!this.#source.isOpen(key)) this.#source.open(key, { kind })
    const keys = this.#words.get(item) ?? new Set()
    this.#words.set(item, keys.add(key))
    this.#source.text(key, text)
  }

  cite(event: JsonObject): void {
    const item = positionOf(event)
    const key = contentKey(item, event)
    this.#cited.add(key)
    this.#speak('text', item, key, '')
    this.#source.cite(key, readCitation(event.annotation))
  }

  /** Some servers tell the sources only with the whole text. */
  #citeWhole(key: string, part: unknown): void {
    const sources = isObject(part) && !this.#cited.has(key) ? part.annotations : undefined
    if (Array.isArray(sources))
      for (const raw of sources as readonly unknown[]) this.#source.cite(key, readCitation(raw))
    this.#cited.add(key)
  }

  closeWords(event: JsonObject): void {
    const key = contentKey(positionOf(event), event)
    if (!this.#source.isOpen(key)) return
    this.#citeWhole(key, event.part)
    this.#source.close(key)
  }

  closeItem(event: JsonObject): void {
    const { item } = event
    if (!isObject(item)) return
    const key = positionOf(event)
    const { type } = item
    const taken = itemMembers[String(type)]
    if (taken !== undefined) this.#source.unread(item, taken, inItem)
    if (type === 'message') this.#closeMessage(key, item)
    else if (type === 'reasoning') this.#closeReasoning(key, item)
    else if (type === 'function_call') this.#closeCall(event, item.arguments)
    else if (type === 'custom_tool_call') this.#closeCall(event, item.input)
    else this.#other(item)
  }

  #closeCall(event: JsonObject, text: unknown): void {
    const key = positionOf(event)
    // Some servers name a call only at its end.
    if (!this.#source.isOpen(key)) this.openItem(event)
    if (!this.#spoken.has(key)) this.#source.text(key, text)
    this.#source.close(key)
  }

  #closeReasoning(key: number, { encrypted_content: sealed, summary, content, id }: JsonObject): void {
    if (!this.#source.isOpen(key)) this.#openReasoning(key, id)
    if (!this.#spoken.has(key)) this.#source.text(key, wordsIn(summary) || wordsIn(content))
    const value = nonEmpty(sealed)
    if (value !== undefined) this.#source.proof(key, { provider: 'openai', value, as: 'encrypted' })
    this.#source.close(key)
  }

  #closeMessage(item: number, { content }: JsonObject): void {
    if (!this.#spoken.has(item) && Array.isArray(content))
      for (const part of content as readonly unknown[]) if (isObject(part)) this.#tellWhole(item, part)
    for (const key of this.#words.get(item) ?? []) {
      const at = Number(key.split(' ')[1])
      if (Array.isArray(content) && this.#source.isOpen(key)) this.#citeWhole(key, content[at] as unknown)
      this.#source.close(key)
    }
  }

  #tellWhole(item: number, part: JsonObject): void {
    const isRefusal = part.type === 'refusal'
    const key = `${item} whole`
    this.#speak(isRefusal ? 'refusal' : 'text', item, key, isRefusal ? part.refusal : part.text)
    this.#cited.delete(key)
    this.#citeWhole(key, part)
    this.#source.close(key)
  }

  #other(item: JsonObject): void {
    const what = nonEmpty(item.type) ?? 'item'
    this.#source.whole({ kind: 'opaque', origin, what, raw: item })
  }

  stop({ response }: JsonObject): void {
    const ended = isObject(response) ? response : {}
    const reason = readStop(ended, this.#source.hasCalls)
    this.#source.unread(ended, answerMembers, inResponse)
    this.#source.unread(ended.usage, usageMembers, inResponseUsage)
    this.#source.usage(readUsage(ended.usage))
    this.#source.stop(present({ reason, stopWord: nonEmpty(ended.status) }))
  }

  fail(body: unknown): void {
    this.#source.fail(readError(body))
  }
}

/** The members of each kind of item that are read; ids and states of items are the provider's own. */
const itemMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  message: new Set(['id', 'type', 'role', 'status', 'content']),
  reasoning: new Set(['id', 'type', 'status', 'summary', 'content', 'encrypted_content']),
  function_call: new Set(['id', 'type', 'status', 'call_id', 'name', 'arguments']),
  custom_tool_call: new Set(['id', 'type', 'status', 'call_id', 'name', 'input']),
}

function positionOf({ output_index: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0
}

function contentKey(item: number, { content_index: index }: JsonObject): string {
  return `${item} ${typeof index === 'number' ? index : 0}`
}

function wordsIn(parts: unknown): string {
  if (!Array.isArray(parts)) return ''
  const texts = (parts as readonly unknown[]).map((part) => (isObject(part) ? part.text : undefined))
  return texts.filter((text) => typeof text === 'string').join('\n\n')
}
