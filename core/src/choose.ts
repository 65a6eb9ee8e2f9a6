import type { Api, Format } from './model/format.ts'
import type { Known } from './model/known.ts'
import { MortiseError, type Outcome } from './model/outcome.ts'
import { pairingRules } from './model/rule.ts'
import type { Rulebook } from './model/rulebook.ts'

/** What a caller says about a document; anything left out is read from the document. */
export interface Wanted {
  readonly api?: string | undefined
  readonly format?: string | undefined
}

/** The API that a document is for, and why: it was named, its model names it, or its format does. */
export interface Choice extends Api {
  readonly because: 'named' | 'model' | 'format'
}

/** Decides which API a document is for: the one named, else the one that serves its model, else its format's own. */
export function chooseApi(known: Known, document: unknown, wanted: Wanted = {}): Outcome<Choice> {
  if (wanted.api !== undefined) return choiceByName(known, document, wanted.api, wanted.format)
  const likely = wanted.format === undefined ? formatsOf(known, document) : namedFormat(known, wanted.format)
  if (!likely.ok) return likely
  const readable = likely.value.filter((format) => format.turnsOf(document) !== undefined)
  const best = readable[0]
  if (best === undefined) return failed(notAConversation())
  for (const format of readable) {
    const model = format.factsOf(document).model
    const served =
      model === undefined ? undefined : known.rulebooks.find((rulebook) => serves(rulebook, format, model))
    if (served !== undefined) return chosen(served, format, 'model')
  }
  const api = findApi(known, best.firstParty)
  return api.ok ? chosen(api.value.rulebook, best, 'format') : api
}

/** What tells rulebooks of one name apart: the format of a document, or one that is named. */
export interface Hints {
  readonly document?: unknown
  readonly format?: string | undefined
}

/** An API by its name or by a rulebook of one's own. */
export function findApi(known: Known, api: string | Rulebook, hints: Hints = {}): Outcome<Api> {
  if (typeof api !== 'string') return lookUp(known, api, hints)
  const { sole } = memoryOf(known)
  const settled = sole.get(api)
  if (settled !== undefined) return settled
  const found = lookUp(known, api, hints)
  if (found.ok && !isShared(known, api)) sole.set(api, found)
  return found
}

function lookUp(known: Known, api: string | Rulebook, hints: Hints): Outcome<Api> {
  const rulebook = typeof api === 'string' ? likeliest(known, api, hints) : api
  if (rulebook === undefined) return failed(unknownApi(known, String(api)))
  const apis = memoryOf(known).apis
  const settled = apis.get(rulebook)
  if (settled !== undefined) return settled
  const format = findFormat(known, rulebook.format)
  if (!format.ok) return format
  const stranger = strangeRule(known, rulebook)
  if (stranger !== undefined) return failed(unknownRule(stranger))
  const found = { ok: true, value: { rulebook, format: format.value } } as const
  apis.set(rulebook, found)
  return found
}

/** A rule that a rulebook of one's own names, and that is not among those that are here. */
function strangeRule({ rules, isSelection }: Known, { rows }: Rulebook): string | undefined {
  if (isSelection !== true) return undefined
  const names = new Set(rules.map(({ name }) => name))
  return Object.keys(rows).find((rule) => !names.has(rule) && !pairingRules.has(rule))
}

/** Whether a name stands for several rulebooks, one a format. */
export function isShared(known: Known, api: string | Rulebook): boolean {
  return typeof api === 'string' && rulebooksNamed(known, api).length > 1
}

/** What was found before: an agent asks for the same API on every request. */
interface Memory {
  /** By a name that one rulebook alone has. */
  readonly sole: Map<string, Outcome<Api>>
  readonly named: Map<string, readonly Rulebook[]>
  readonly apis: WeakMap<Rulebook, Outcome<Api>>
}

const memories = new WeakMap<Known, Memory>()

function memoryOf(known: Known): Memory {
  const settled = memories.get(known)
  if (settled !== undefined) return settled
  const memory: Memory = { sole: new Map(), named: new Map(), apis: new WeakMap() }
  memories.set(known, memory)
  return memory
}

function rulebooksNamed(known: Known, wanted: string): readonly Rulebook[] {
  const { named: names } = memoryOf(known)
  const settled = names.get(wanted)
  if (settled !== undefined) return settled
  const named = known.rulebooks.filter(({ name }) => name === wanted)
  // What nobody has is not remembered: there is no end of such names.
  if (named.length > 0) names.set(wanted, named)
  return named
}

/** The rulebook of a name; of several, the one of the format that the document most likely has. */
function likeliest(known: Known, api: string, { document, format }: Hints): Rulebook | undefined {
  const named = rulebooksNamed(known, api)
  if (named.length < 2) return named[0]
  const likely = format === undefined ? formatsOf(known, document) : namedFormat(known, format)
  const names = likely.ok ? likely.value.map(({ name }) => name) : []
  const ofFormat = names.flatMap((name) => named.filter((rulebook) => rulebook.format === name))
  return ofFormat[0] ?? named[0]
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
  if (formatName !== undefined && formatName !== format.name) {
    const other = findFormat(known, formatName)
    return other.ok ? failed(otherFormat(rulebook, formatName)) : other
  }
  return format.turnsOf(document) === undefined
    ? failed(notAConversation())
    : chosen(rulebook, format, 'named')
}

/** The formats that a document may be of, likeliest first: only one, where it has marks of its own. */
function formatsOf({ formats }: Known, document: unknown): Outcome<readonly Format[]> {
  const marked = formats.map((format) => ({ format, mark: format.recognises(document) }))
  const likely = marked.filter(({ mark }) => mark > 0).sort((left, right) => right.mark - left.mark)
  const isSure = (likely[0]?.mark ?? 0) >= 0.8
  const value = likely.slice(0, isSure ? 1 : undefined).map(({ format }) => format)
  return value.length === 0 ? failed(notAConversation()) : { ok: true, value }
}

function namedFormat(known: Known, name: string): Outcome<readonly Format[]> {
  const format = findFormat(known, name)
  return format.ok ? { ok: true, value: [format.value] } : format
}

function findFormat(known: Known, name: string): Outcome<Format> {
  const format = known.formats.find((candidate) => candidate.name === name)
  return format === undefined ? failed(unknownFormat(known, name)) : { ok: true, value: format }
}

function serves(rulebook: Rulebook, format: Format, model: string): boolean {
  const isOfFormat = rulebook.format === format.name
  return isOfFormat && rulebook.serves !== undefined && new RegExp(rulebook.serves, 'i').test(model)
}

function chosen(rulebook: Rulebook, format: Format, because: Choice['because']): Outcome<Choice> {
  return { ok: true, value: { rulebook, format, because } }
}

function failed(error: MortiseError): { readonly ok: false; readonly error: MortiseError } {
  return { ok: false, error }
}

function notAConversation(): MortiseError {
  return new MortiseError(
    'not-a-conversation',
    'This is JSON, but no conversation: there is no list of messages in it.',
    {
      hint: 'Give a whole request body, or its bare list of messages.',
    },
  )
}

function unknownApi({ rulebooks }: Known, name: string): MortiseError {
  const names = [...new Set(rulebooks.map((rulebook) => rulebook.name))].join(', ')
  return new MortiseError('unknown-api', `There is no API \`${name}\` here.`, {
    hint: `Known APIs: ${names}`,
  })
}

function unknownRule(name: string): MortiseError {
  return new MortiseError('unknown-rule', `No API of this format has the rule \`${name}\`.`, {
    hint: 'Import from `@mortise/core`, which knows all rules.',
  })
}

function unknownFormat({ formats }: Known, name: string): MortiseError {
  const names = formats.map((format) => format.name).join(', ')
  return new MortiseError('unknown-format', `There is no format \`${name}\` here.`, {
    hint: `Known formats: ${names}`,
  })
}

function otherFormat(rulebook: Rulebook, format: string): MortiseError {
  return new MortiseError(
    'api-not-of-format',
    `The API \`${rulebook.name}\` does not speak \`${format}\` here.`,
    {
      hint: `Its format is ${rulebook.format}.`,
    },
  )
}
