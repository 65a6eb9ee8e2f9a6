import {
  type AskingMark,
  type BindingMemory,
  type BindingWish,
  type BoundPlace,
  boundThinking,
  type Finding,
  type Glance,
  glanceBytes,
  MortiseError,
  type Policy,
  type PolicyChoice,
  type PolicyName,
  type RepairedBytes,
  type Rulebook,
  repairBytes,
  rulebooks,
  withPlainIds,
} from '@mortise/core'
import type { DeniedTools } from './denied-tools.ts'
import type { Unread } from './unread.ts'

/** A request body that can be looked at: in pieces, and not compressed. */
export interface Readable {
  readonly pieces: readonly Uint8Array[]
  readonly format: string
  /** The model that the path names. */
  readonly pathModel: string | undefined
  readonly glance: Glance | undefined
  /** Whether a glance was taken; if it is not kept, it has not found the body sound. */
  readonly isGlanced: boolean
}

/** How a body is judged. */
export interface Judging {
  readonly api: Rulebook
  readonly policy: PolicyName | Policy
  /** The tools that may not be used. */
  readonly tools?: DeniedTools | undefined
  /** Rules that count as refused, since the API has just refused by them. */
  readonly asked?: readonly string[]
  /** The conversations whose past was changed, where the body is about to be sent. */
  readonly memory?: BindingMemory | undefined
  /** The API that may be asked to drop bound thinking; it is removed where this is left out. */
  readonly drops?: (BoundPlace & BindingWish) | undefined
}

/** The findings in a body, and its mended bytes. */
export interface Verdict {
  /** The faults that the API refuses, in the places of the body as it came. */
  readonly refused: readonly Finding[]
  /** The faults that are mended in `bytes`. */
  readonly mended: readonly Finding[]
  /** The mended body; undefined where nothing has to change. */
  readonly bytes: Uint8Array | undefined
  /** The same without the field that asks the API to drop bound thinking, where it is in `bytes`: it needs a beta. */
  readonly unasked?: Uint8Array | undefined
  /** A turn of `bytes` takes denied tools from the model: it needs a beta. */
  readonly withdrawsTools?: boolean | undefined
  /** The conversation is remembered, because its past was changed. */
  readonly isRemembered?: boolean | undefined
  /** The body could not be read. */
  readonly unread?: Unread | undefined
  /** The look itself has failed. */
  readonly failure?: unknown
}

/** The betas that a mended body needs. */
export function betasFor({
  unasked,
  withdrawsTools,
}: Pick<Verdict, 'unasked' | 'withdrawsTools'>): readonly string[] {
  return [
    ...(unasked === undefined ? [] : [boundThinking.beta.beta]),
    ...(withdrawsTools === true ? [boundThinking.removalBeta.beta] : []),
  ]
}

const sound: Verdict = { refused: [], mended: [], bytes: undefined }

/** Takes a first look at a body: it is not parsed. */
export function readBodyOf(
  pieces: readonly Uint8Array[],
  format: string,
  pathModel: string | undefined,
): Readable {
  const glance = glanceOf(pieces, format)
  return { pieces, format, pathModel, glance, isGlanced: glance !== undefined }
}

/** A body at which no glance was taken. */
export function unglanced(
  pieces: readonly Uint8Array[],
  format: string,
  pathModel: string | undefined,
): Readable {
  return { pieces, format, pathModel, glance: undefined, isGlanced: false }
}

/** The model of a body that a glance could not read. */
export function modelIn(readable: Readable): string | undefined {
  const body = readable.glance === undefined ? objectIn(readable) : undefined
  const model = body !== undefined && 'model' in body ? body.model : undefined
  return typeof model === 'string' ? model : undefined
}

/** The JSON object of a body; undefined if it is none. */
export function objectIn({ pieces }: Pick<Readable, 'pieces'>): object | undefined {
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString())
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** The name of an API, and of its format: one name has several. */
export type ApiName = Pick<Rulebook, 'name' | 'format'>

/** The rulebook of an API. */
export function rulebookOf({ name, format }: ApiName): Rulebook {
  const found = rulebooks.find((each) => each.name === name && each.format === format)
  if (found === undefined) throw new Error(`There is no API \`${name}\`.`)
  return found
}

/** The body without the signatures that answers of this gateway put into ids: no upstream made them. */
export function withoutSignedIds(body: Readable, api: Rulebook): Readable {
  if (!hasSignedIds(body)) return body
  const bytes = Buffer.concat(body.pieces)
  const plain = unlessStrange(() => withPlainIds(bytes, api)) ?? bytes
  return plain === bytes ? body : readBodyOf([plain], body.format, body.pathModel)
}

/** Whether the mark of such a signature stands anywhere in a body. */
function hasSignedIds({ pieces }: Readable): boolean {
  return pieces.some(holdsMark) || holdsMark(Buffer.concat(pieces.flatMap(endsOf)))
}

const signatureMark = '__thought__'

function holdsMark(piece: Uint8Array): boolean {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).includes(signatureMark)
}

/** The ends of a piece, since the mark may stand across two. */
function endsOf(piece: Uint8Array): readonly Uint8Array[] {
  const { length } = signatureMark
  return [piece.subarray(0, length), piece.subarray(-length)]
}

function glanceOf(pieces: readonly Uint8Array[], format: string): Glance | undefined {
  try {
    return glanceBytes(pieces, { format })
  } catch {
    // A body that cannot be skimmed is read in full, which names the fault.
    return undefined
  }
}

/**
 * Judges a body by the rules of an API, and mends it: the one place where the gateway calls the engine.
 *
 * Never throws: a failure of ours is told.
 */
export function judge(body: Readable, judging: Judging): Verdict {
  try {
    const { asked } = judging
    if (asked === undefined && looksSound(body, judging)) return sound
    return closely(Buffer.concat(body.pieces), body, judging)
  } catch (failure) {
    return { ...sound, failure, unread: 'failure' }
  }
}

/** Whether a glance already shows that a body has no fault. If the glance fails, `judge` tells why. */
export function isSoundBy(body: Readable, judging: Judging): boolean {
  try {
    return looksSound(body, judging)
  } catch {
    return false
  }
}

function looksSound({ glance, pathModel }: Readable, { api, memory, tools }: Judging): boolean {
  return glance?.isSound(tools?.rulebookFor(api) ?? api, pathModel, memory) === true
}

function closely(bytes: Uint8Array, { format, pathModel, isGlanced }: Readable, judging: Judging): Verdict {
  const { asked = [], memory, drops, tools } = judging
  const api = tools?.rulebookFor(judging.api) ?? judging.api
  const policy = policyOf(judging)
  const model = pathModel === undefined ? {} : { model: pathModel }
  const repaired = unlessStrange(() =>
    boundThinking.repair(drops, drops ?? {}, memory, (known) =>
      repairBytes(bytes, { api, policy, isGlanced, ...model, ...(known && { memory: known }) }),
    ),
  )
  if (repaired !== undefined) return verdictOn(bytes, repaired, asked)
  // One editor sends the items of Responses to the path of chat completions.
  const other =
    format === 'openai-chat'
      ? unlessStrange(() => repairBytes(bytes, { api: responses(tools), policy }))
      : undefined
  return other === undefined ? { ...sound, unread: 'format' } : verdictOn(bytes, other, asked)
}

/** The policy of a route by its name, with what it says of denied tools. */
function policyOf({ policy, tools }: Judging): PolicyChoice {
  return typeof policy === 'string' ? (tools?.policyFor(policy) ?? policy) : policy
}

function responses(tools: DeniedTools | undefined): Rulebook | string {
  const book = rulebooks.find(({ name }) => name === 'openai-responses')
  return (book && tools?.rulebookFor(book)) ?? 'openai-responses'
}

function verdictOn(
  before: Uint8Array,
  repaired: RepairedBytes & Partial<AskingMark>,
  asked: readonly string[],
): Verdict {
  const { bytes: after, isRemembered, unasked, withdrawsTools } = repaired
  const { found, left } = repaired.report
  // A body that is no conversation is the API's to refuse, in its own words.
  if (found.some(({ rule, at }) => rule === 'unreadable' && at.length === 0))
    return repaired.seen === undefined ? { ...sound, unread: 'json' } : sound
  const refused = found.filter(({ rule, severity }) => severity === 'refused' || asked.includes(rule))
  const isLeft = new Set(left.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule))
  // A history that has become sound loses the reasoning that was bound to what it was.
  const isChanged = after !== before && (refused.length > 0 || isRemembered === true)
  const mended = isChanged ? refused.filter(({ rule }) => !isLeft.has(rule)) : []
  return { refused, mended, bytes: isChanged ? after : undefined, unasked, withdrawsTools, isRemembered }
}

const strange: readonly string[] = ['broken-json', 'not-a-conversation', 'wrong-format']

function unlessStrange<Value>(repair: () => Value): Value | undefined {
  try {
    return repair()
  } catch (error) {
    if (error instanceof MortiseError && strange.includes(error.code)) return undefined
    throw error
  }
}
