import type { Lose, StreamReader } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../../model/json.ts'
import type { Place } from '../../../../model/place.ts'
import { positionalId } from '../../../../model/positional-id.ts'
import { type StreamSource, streamReader, type WireReader } from '../../../stream-source.ts'
import { answerMembers, candidateMembers } from '../answer.ts'
import { isErrorBody, readError } from '../error.ts'
import { origin } from '../origin.ts'
import { readStop } from '../stop-reason.ts'
import { readUsage, usageMembers } from '../usage.ts'
import { type ArgumentPieces, argumentPieces } from './partial-arguments.ts'

/** Reads the chunks of a streamed answer, each a whole answer with the next parts. */
export function readStream(lose?: Lose): StreamReader {
  return streamReader(origin, lose, (source) => new ContentReader(source))
}

const chunkMembers: ReadonlySet<string> = new Set([...answerMembers, 'promptFeedback'])
const partMembers: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature', 'functionCall'])
const callMembers: ReadonlySet<string> = new Set(['id', 'name', 'args', 'partialArgs', 'willContinue'])

// The ways to the objects of an event whose members are looked at.
const inUsageMetadata: Place = ['usageMetadata']
const inCandidates: Place = ['candidates', 0]
const inContentParts: Place = ['candidates', 0, 'content', 'parts']
const inPartsFunctionCall: Place = ['candidates', 0, 'content', 'parts', 'functionCall']

class ContentReader implements WireReader {
  readonly #source: StreamSource
  #words: 'text' | 'reasoning' | undefined
  /** The call whose arguments come in pieces. */
  #pieces: ArgumentPieces | undefined
  #finish: string | undefined
  /** The id of the answer, and how many of its calls had none of their own. */
  #answer: string | undefined
  #nameless = 0

  constructor(source: StreamSource) {
    this.#source = source
  }

  read(chunk: JsonObject): void {
    if (isErrorBody(chunk)) this.#source.fail(readError(chunk))
    else this.#chunk(chunk)
  }

  #chunk(chunk: JsonObject): void {
    const { responseId, modelVersion, usageMetadata, candidates, promptFeedback } = chunk
    if (!this.#source.isStarted) {
      this.#answer = nonEmpty(responseId)
      this.#source.start(present({ id: this.#answer, model: nonEmpty(modelVersion) }))
    }
    this.#source.unread(chunk, chunkMembers)
    this.#source.unread(usageMetadata, usageMembers, inUsageMetadata)
    this.#source.usage(readUsage(usageMetadata))
    if (Array.isArray(candidates)) this.#candidates(candidates)
    if (isObject(promptFeedback) && nonEmpty(promptFeedback.blockReason) !== undefined)
      this.#finish ??= 'SAFETY'
  }

  /** The reason may come before the last parts and counts, so it is told at the end. */
  end(): void {
    if (this.#finish === undefined) return
    if (this.#pieces === undefined) this.#source.closeAll()
    const { hasCalls } = this.#source
    this.#source.stop({ reason: readStop(this.#finish, hasCalls), stopWord: this.#finish })
  }

  #candidates(candidates: readonly unknown[]): void {
    this.#candidate(candidates[0])
    if (candidates.length > 1) this.#source.lost('candidate', ['candidates', 1])
  }

  #candidate(candidate: unknown): void {
    if (!isObject(candidate)) return
    this.#source.unread(candidate, candidateMembers, inCandidates)
    const { content, finishReason } = candidate
    if (isObject(content) && Array.isArray(content.parts))
      for (const part of content.parts as readonly unknown[]) if (isObject(part)) this.#part(part)
    this.#finish = nonEmpty(finishReason) ?? this.#finish
  }

  #part(part: JsonObject): void {
    const { text, thought, thoughtSignature, functionCall } = part
    const isKnown = isObject(functionCall) || typeof text === 'string'
    if (isKnown) this.#source.unread(part, partMembers, inContentParts)
    if (isObject(functionCall)) this.#call(functionCall, thoughtSignature)
    else if (typeof text === 'string')
      this.#say(thought === true ? 'reasoning' : 'text', text, thoughtSignature)
    else if (nonEmpty(thoughtSignature) !== undefined && Object.keys(part).length === 1)
      this.#sign(thoughtSignature)
    else this.#other(part)
  }

  #say(kind: 'text' | 'reasoning', text: string, signature: unknown): void {
    // An empty text may carry the signature of the words before it.
    if (text !== '' || this.#words === undefined) this.#speak(kind)
    this.#source.text(this.#words ?? kind, text)
    this.#sign(signature)
  }

  #speak(kind: 'text' | 'reasoning'): void {
    if (this.#words === kind) return
    this.#hush()
    this.#source.open(kind, { kind })
    this.#words = kind
  }

  #sign(signature: unknown): void {
    const value = nonEmpty(signature)
    if (value === undefined) return
    if (this.#words === undefined) this.#speak('text')
    this.#source.proof(this.#words ?? 'text', { provider: 'google', value, as: 'signature' })
  }

  #hush(): void {
    if (this.#words !== undefined) this.#source.close(this.#words)
    this.#words = undefined
  }

  #call(call: JsonObject, signature: unknown): void {
    this.#hush()
    this.#source.unread(call, callMembers, inPartsFunctionCall)
    const { id, name, args, partialArgs, willContinue } = call
    if (this.#pieces === undefined) this.#open(nonEmpty(id), nonEmpty(name), nonEmpty(signature))
    this.#pieces ??= argumentPieces()
    this.#pieces.add(args, partialArgs)
    if (willContinue === true) return
    this.#source.text('call', JSON.stringify(this.#pieces.whole()))
    this.#source.close('call')
    this.#pieces = undefined
  }

  #open(given: string | undefined, name: string | undefined, signature: string | undefined): void {
    // The same id as in an answer that comes whole: the way back takes it off.
    const id = given ?? positionalId(this.#nameless++, this.#answer)
    const proof = signature === undefined ? {} : { signature: { provider: 'google', value: signature } }
    this.#source.open('call', { kind: 'call', id, name, tool: 'function', ...proof })
  }

  #other(part: JsonObject): void {
    this.#hush()
    const what = Object.keys(part)[0] ?? 'part'
    this.#source.whole({ kind: 'opaque', origin, what, raw: part })
  }
}
