import type { ApiName } from './model/api-name.ts'
import type { Api, Format } from './model/format.ts'
import { isObject } from './model/json.ts'
import type { Known } from './model/known.ts'
import { anyValue, isFormatName } from './model/option-checks.ts'
import { checkOptions, type OptionTable, unknownName } from './model/options.ts'
import { MortiseError, type Outcome } from './model/outcome.ts'
import type { Rulebook } from './model/rulebook.ts'
import { checkRulebook } from './model/rulebook-check.ts'
import { wherever } from './model/wherever.ts'
import { mostOf, wrongFormat } from './wrong-format.ts'

/** Options of a caller for a document; anything left out is read from the document. */
export interface Wanted {
  readonly api?: ApiName | (string & Record<never, never>) | undefined
  readonly format?: string | undefined
}

/** The API that a document is for, and why: it was named, its model names it, or its format does. */
export interface Choice extends Api {
  readonly because: 'named' | 'model' | 'format'
}

/** Decides which API a document is for: the one named, else the one that serves its model, else its format's own. */
export function chooseApi(known: Known, document: unknown, wanted: Wanted = {}): Outcome<Choice> {
  const refusal = refusalOf(() => checkOptions('chooseApi', wanted, chooseOptions))
  if (refusal !== undefined) return refusal
  if (wanted.api !== undefined) return choiceByName(known, document, wanted.api, wanted.format)
  return guessApi(known, document, wanted.format)
}

const chooseOptions: OptionTable = { api: anyValue, format: isFormatName }

/** The API of a document that nobody names: the one that serves its model, else its format's own. */
export function guessApi(known: Known, document: unknown, formatName?: string): Outcome<Choice> {
  const likely = likelyFormats(known, { document, format: formatName })
  if (!likely.ok) return likely
  const readable = likely.value.filter((format) => format.turnsOf(document) !== undefined)
  const best = readable[0]
  const named = formatName === undefined ? undefined : likely.value[0]
  const error = named === undefined ? undefined : wrongFormat(known, document, named)
  if (error !== undefined) return { ok: false, error }
  if (best === undefined) return notAConversation()
  const nativeName = best.nativeApi?.(document)
  const native = nativeName && known.rulebooks.find(({ name }) => name === nativeName)
  if (native) return chosen(native, best, 'format')
  for (const format of readable) {
    const { model } = format.factsOf(document)
    const served = servedBy(known, format.name, model)
    if (served !== undefined) return chosen(wherever(served), format, 'model')
  }
  const api = findApi(known, best.firstParty)
  return api.ok ? chosen(api.value.rulebook, best, 'format') : api
}

/** The format that tells rulebooks of one name apart: that of a document, or one that is named. */
export interface Hints {
  readonly document?: unknown
  readonly format?: string | undefined
}

/** An API by its name or by a rulebook of one's own; it speaks the format that is named, if one is. */
export function findApi(known: Known, api: string | Rulebook, hints: Hints = {}): Outcome<Api> {
  const found = apiNamed(known, api, hints)
  const { format: wanted } = hints
  if (!found.ok || wanted === undefined || found.value.format.name === wanted)
    return fitting(known, found, hints)
  const other = findFormat(known, wanted)
  return other.ok ? otherFormat(found.value.rulebook, wanted) : other
}

/** The API found for a document, unless the document is certainly of another format. */
function fitting(known: Known, found: Outcome<Api>, { document }: Hints): Outcome<Api> {
  if (!found.ok || document === undefined) return found
  const error = wrongFormat(known, document, found.value.format)
  return error === undefined ? found : { ok: false, error }
}

function apiNamed(known: Known, api: string | Rulebook, hints: Hints): Outcome<Api> {
  if (typeof api !== 'string') return isObject(api) ? apiOf(known, api) : unknownApi(known, api)
  const { sole } = memoryOf(known)
  const remembered = sole.get(api)
  if (remembered !== undefined) return remembered
  const named = rulebooksNamed(known, api)
  const rulebook = named.length < 2 ? named[0] : likeliest(known, named, hints)
  if (rulebook === undefined) return unknownApi(known, api)
  const found = apiOf(known, rulebook)
  if (named.length === 1) sole.set(api, found)
  return found
}

/** A rulebook with the format that it speaks. */
function apiOf(known: Known, rulebook: Rulebook): Outcome<Api> {
  const { apis } = memoryOf(known)
  const remembered = apis.get(rulebook)
  if (remembered !== undefined) return remembered
  const refusal = refusalOf(() => checkRulebook(rulebook))
  if (refusal !== undefined) return refusal
  const format = findFormat(known, rulebook.format)
  if (!format.ok) return format
  const found = { ok: true, value: { rulebook, format: format.value } } as const
  apis.set(rulebook, found)
  return found
}

/** Whether a name stands for several rulebooks, one a format. */
export function isShared(known: Known, api: string | Rulebook): boolean {
  return typeof api === 'string' && rulebooksNamed(known, api).length > 1
}

/** The API found before: an agent asks for the same one on every request. */
interface ApiMemory {
  /** By a name that one rulebook alone has. */
  readonly sole: Map<string, Outcome<Api>>
  readonly apis: WeakMap<Rulebook, Outcome<Api>>
}

const memories = new WeakMap<Known, ApiMemory>()
let lastKnown: Known | undefined
let lastMemory: ApiMemory | undefined

/** Most programs have one door: to look whether it is the same costs less than to look it up. */
function memoryOf(known: Known): ApiMemory {
  if (known === lastKnown && lastMemory !== undefined) return lastMemory
  const memory: ApiMemory = memories.get(known) ?? { sole: new Map(), apis: new WeakMap() }
  memories.set(known, memory)
  lastKnown = known
  lastMemory = memory
  return memory
}

function rulebooksNamed({ rulebooks }: Known, wanted: string): readonly Rulebook[] {
  return rulebooks.filter(({ name }) => name === wanted)
}

/** Of several rulebooks, the one of the format that the document most likely has. */
function likeliest(known: Known, named: readonly Rulebook[], hints: Hints): Rulebook | undefined {
  const likely = likelyFormats(known, hints)
  const formats = likely.ok ? likely.value : []
  return formats.flatMap(({ name }) => named.filter(({ format }) => format === name))[0] ?? named[0]
}

function choiceByName(
  known: Known,
  document: unknown,
  name: string,
  formatName: string | undefined,
): Outcome<Choice> {
  const api = findApi(known, name, { document, format: formatName })
  if (!api.ok) return api
  const { rulebook, format } = api.value
  return format.turnsOf(document) === undefined ? notAConversation() : chosen(rulebook, format, 'named')
}

/** The formats that a document may be of, likeliest first: only one, where it has signs of its own or is named. */
function likelyFormats(known: Known, { document, format: wanted }: Hints): Outcome<readonly Format[]> {
  if (wanted !== undefined) {
    const format = findFormat(known, wanted)
    return format.ok ? { ok: true, value: [format.value] } : format
  }
  const scored = known.formats.map((format) => ({ format, score: format.recognises(document) }))
  const likely = scored.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score)
  const sure = likely.filter(({ score }) => score >= 0.8).map(({ format }) => format)
  const mixed = sure.filter(({ mixesShapes }) => mixesShapes === true)
  const named = mixed.length === 0 ? sure : mixed
  const value = named.length === 0 ? likely.map(({ format }) => format) : mostOf(named, document)
  return value.length === 0 ? notAConversation() : { ok: true, value }
}

function findFormat({ formats }: Known, wanted: string): Outcome<Format> {
  const value = formats.find(({ name }) => name === wanted)
  return value === undefined ? unknownFormat(formats, wanted) : { ok: true, value }
}

/** The API of a format that serves a model; undefined if the model's name does not tell. */
export function servedBy({ rulebooks }: Known, format: string, model?: string): Rulebook | undefined {
  if (model === undefined) return undefined
  return rulebooks.find(
    ({ format: own, serves }) =>
      own === format && serves !== undefined && new RegExp(serves, 'i').test(model),
  )
}

function chosen(rulebook: Rulebook, format: Format, because: Choice['because']): Outcome<Choice> {
  return { ok: true, value: { rulebook, format, because } }
}

interface Refused {
  readonly ok: false
  readonly error: MortiseError
}

/** The failure that a check throws, if it does. */
function refusalOf(check: () => void): Refused | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof MortiseError) return { ok: false, error }
    throw error
  }
}

function failed(code: string, message: string, hint: string): Refused {
  return { ok: false, error: new MortiseError(code, message, { hint }) }
}

function notAConversation(): Refused {
  return failed(
    'not-a-conversation',
    'This is JSON, but no conversation: there is no list of messages in it.',
    'Give a whole request body, or its bare list of messages.',
  )
}

function unknownApi({ rulebooks }: Known, name: unknown): Refused {
  const names = new Set(rulebooks.map((rulebook) => rulebook.name))
  return { ok: false, error: unknownName('API', name, [...names]) }
}

function unknownFormat(formats: readonly Format[], name: string): Refused {
  const names = formats.map((format) => format.name)
  return { ok: false, error: unknownName('format', name, names) }
}

function otherFormat(rulebook: Rulebook, format: string): Refused {
  return failed(
    'api-not-of-format',
    `The API \`${rulebook.name}\` does not speak \`${format}\` here.`,
    `Its format is ${rulebook.format}.`,
  )
}
