import type { Lose, StreamReader } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import type { Place } from '../../../../model/place.ts'
import { type StreamSource, streamReader, type WireReader } from '../../../stream-source.ts'
import { name as format } from '../../name.ts'
import { citationOf, members, usageMembers } from '../answer.ts'
import { isErrorBody, readError } from '../error.ts'
import { readStop } from '../stop-reason.ts'
import { completionMembers, promptMembers, readUsage } from '../usage.ts'

/** Reads the chunks of a streamed completion. */
export function readStream(lose?: Lose): StreamReader {
  return streamReader(format, lose, (source) => new CompletionReader(source))
}

type WordKind = 'text' | 'refusal' | 'reasoning'

// OpenAI pads its chunks with noise of no meaning.
const chunkMembers: ReadonlySet<string> = new Set([...members, 'x_groq', 'obfuscation'])
const choiceMembers: ReadonlySet<string> = new Set(['index', 'delta', 'finish_reason'])
const deltaMembers: ReadonlySet<string> = new Set([
  'role',
  'content',
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning_content',
  'reasoning',
  'annotations',
])
const callMembers: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'custom'])
const toolMembers: ReadonlySet<string> = new Set(['name', 'arguments', 'input'])

// The ways to the objects of an event whose members are looked at.
const inUsage: Place = ['usage']
const inUsagePromptTokensDetails: Place = ['usage', 'prompt_tokens_details']
const inUsageCompletionTokensDetails: Place = ['usage', 'completion_tokens_details']
const inChoices: Place = ['choices', 0]
const inChoicesDelta: Place = ['choices', 0, 'delta']
const inDeltaToolCalls: Place = ['choices', 0, 'delta', 'tool_calls']
const inToolCallsFunction: Place = ['choices', 0, 'delta', 'tool_calls', 'function']

function isFirst(choice: unknown): boolean {
  return isObject(choice) && (choice.index ?? 0) === 0
}

class CompletionReader implements WireReader {
  readonly #source: StreamSource
  /** The words that are open: they end where something else begins. */
  #words: WordKind | undefined
  /** The ids of the calls by their position: a copy of the API that forgets to count is told by its ids. */
  readonly #ids: (string | undefined)[] = []
  #last = 0
  #finish: string | undefined

  constructor(source: StreamSource) {
    this.#source = source
  }

  read(chunk: JsonObject): void {
    if (isErrorBody(chunk)) this.#source.fail(readError(chunk))
    else if (Array.isArray(chunk.choices)) this.#chunk(chunk, chunk.choices)
  }

  #chunk(chunk: JsonObject, choices: readonly unknown[]): void {
    if (!this.#source.isStarted && choices.length > 0) this.#start(chunk)
    this.#source.unread(chunk, chunkMembers)
    if (isObject(chunk.usage)) this.#uncounted(chunk.usage)
    const usage = chunk.usage ?? (isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined)
    if (isObject(usage)) this.#source.usage(readUsage(usage))
    // Further choices are other answers to the same question: the first one is the answer.
    const choice = isFirst(choices[0]) ? choices[0] : choices.find(isFirst)
    if (isObject(choice)) this.#choice(choice)
    if (choices.length > (choice === undefined ? 0 : 1)) this.#source.lost('further choice', ['choices'])
  }

  #uncounted(usage: JsonObject): void {
    this.#source.unread(usage, usageMembers, inUsage)
    this.#source.unread(usage.prompt_tokens_details, promptMembers, inUsagePromptTokensDetails)
    this.#source.unread(usage.completion_tokens_details, completionMembers, inUsageCompletionTokensDetails)
  }

  word(event: unknown): void {
    if (event === '[DONE]') this.end()
  }

  end(): void {
    if (this.#finish === undefined) return
    const { hasCalls } = this.#source
    this.#source.stop({ reason: readStop(this.#finish, hasCalls), stopWord: this.#finish })
  }

  /** A chunk without a choice, as Azure sends first, does not know its id yet. */
  #start({ id, model, created }: JsonObject): void {
    const date = typeof created === 'number' ? created : undefined
    this.#source.start(present({ id: nonEmpty(id), model: nonEmpty(model), created: date }))
  }

  #choice(choice: JsonObject): void {
    const { delta, finish_reason: finish } = choice
    this.#source.unread(choice, choiceMembers, inChoices)
    if (isObject(delta)) this.#delta(delta)
    const word = nonEmpty(finish)
    if (word === undefined) return
    this.#finish = word
    // Calls have no end of their own here: with the reason they are all complete.
    this.#source.closeAll()
  }

  #delta(delta: JsonObject): void {
    this.#source.unread(delta, deltaMembers, inChoicesDelta)
    this.#say('reasoning', delta.reasoning_content ?? delta.reasoning)
    this.#content(delta.content)
    this.#say('refusal', delta.refusal)
    if (Array.isArray(delta.annotations))
      for (const raw of delta.annotations as readonly unknown[]) this.#source.cite('text', citationOf(raw))
    if (Array.isArray(delta.tool_calls))
      for (const call of delta.tool_calls as readonly unknown[]) this.#call(call)
    if (isObject(delta.function_call)) this.#call({ index: 0, function: delta.function_call })
  }

  /** Mistral sends a list where there are thoughts. */
  #content(content: unknown): void {
    this.#say('text', content)
    if (!Array.isArray(content)) return
    for (const part of content as readonly unknown[]) {
      if (!isObject(part)) continue
      if (part.type === 'text') this.#say('text', part.text)
      else if (part.type === 'thinking' && Array.isArray(part.thinking))
        for (const thought of part.thinking as readonly unknown[])
          if (isObject(thought)) this.#say('reasoning', thought.text)
          else this.#source.lost('thought', ['choices', 0, 'delta', 'content'])
      else this.#source.lost(`part \`${String(part.type).slice(0, 60)}\``, ['choices', 0, 'delta', 'content'])
    }
  }

  #say(kind: WordKind, text: unknown): void {
    if (nonEmpty(text) === undefined) return
    if (this.#words !== kind) {
      this.#hush()
      this.#source.open(kind, { kind })
      this.#words = kind
    }
    this.#source.text(kind, text)
  }

  #hush(): void {
    if (this.#words !== undefined) this.#source.close(this.#words)
    this.#words = undefined
  }

  #call(raw: unknown): void {
    if (!isObject(raw)) return
    const isCustom = raw.type === 'custom' || isObject(raw.custom)
    const tool = isCustom ? raw.custom : raw.function
    const { name, arguments: pieces, input } = isObject(tool) ? tool : {}
    this.#source.unread(raw, callMembers, inDeltaToolCalls)
    this.#source.unread(tool, toolMembers, inToolCallsFunction)
    const position = this.#position(raw)
    const key = `call ${position}`
    if (!this.#source.isOpen(key)) {
      this.#hush()
      const kind = isCustom ? 'custom' : 'function'
      this.#source.open(key, { kind: 'call', id: nonEmpty(raw.id), name: nonEmpty(name), tool: kind })
      this.#ids[position] = nonEmpty(raw.id)
    }
    const text = isCustom ? input : pieces
    // Some servers give the arguments as an object.
    this.#source.text(key, isObject(text) ? JSON.stringify(text) : text)
  }

  /** Which call a piece belongs to: by its number; by its id where a number is used twice or left out. */
  #position({ index, id }: JsonObject): number {
    const given = typeof index === 'number' ? index : undefined
    const own = nonEmpty(id)
    if (given !== undefined && (own === undefined || (this.#ids[given] ?? own) === own))
      return this.#note(given)
    if (own === undefined) return this.#last
    const known = this.#ids.indexOf(own)
    return this.#note(known >= 0 ? known : this.#ids.length)
  }

  #note(position: number): number {
    this.#last = position
    return position
  }
}
