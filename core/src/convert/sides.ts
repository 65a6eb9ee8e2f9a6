import { findApi, guessApi, servedBy } from '../choose.ts'
import type { ApiChoice } from '../model/api-name.ts'
import type { Converter } from '../model/converter.ts'
import type { Api } from '../model/format.ts'
import type { Known } from '../model/known.ts'
import { unknownName } from '../model/options.ts'
import { MortiseError, type Outcome } from '../model/outcome.ts'
import type { ConvertOptions, DocumentKind } from './options.ts'

/** One side of a conversion: an API, and how its format is read and written. */
export interface Side {
  readonly api: Api
  readonly converter: Converter
  /** The provider whose signatures this side takes. */
  readonly provider: string
}

/** The side that a document comes from, and what it is there. */
export interface SourceSide extends Side {
  readonly as: DocumentKind
}

/** Decides where a document comes from, as far as the options do not say. */
export function sourceSide(
  known: Known,
  converters: readonly Converter[],
  document: unknown,
  { from, fromApi, as }: ConvertOptions,
): SourceSide {
  const named = from === undefined ? undefined : converterOf(converters, from)
  const kind = as ?? kindOf(converters, document, named)
  if (kind === 'request') {
    const wanted = { document, format: from }
    const api = unwrap(
      fromApi === undefined ? guessApi(known, document, from) : findApi(known, fromApi, wanted),
    )
    const converter = converterOf(converters, api.format.name)
    if (api.format.turnsOf(document) === undefined) throw noSuch('conversation', converter.format)
    return { ...sideOf(api, converter), as: kind }
  }
  const converter = named ?? converters.find((each) => each.kindOf(document) === kind)
  if (converter === undefined || converter.kindOf(document) !== kind) throw noSuch(kind, converter?.format)
  return { ...targetSide(known, converters, converter.format, fromApi), as: kind }
}

/** The side that a document goes to. */
export function targetSide(
  known: Known,
  converters: readonly Converter[],
  to: string,
  wanted: ApiChoice | undefined,
  model?: string | undefined,
): Side {
  const converter = converterOf(converters, to)
  const firstParty = known.formats.find(({ name }) => name === to)?.firstParty ?? to
  const api = wanted ?? servedBy(known, to, model) ?? firstParty
  return sideOf(unwrap(findApi(known, api, { format: to })), converter)
}

function sideOf(api: Api, converter: Converter): Side {
  const isFirstParty = api.rulebook.name === api.format.firstParty
  return { api, converter, provider: isFirstParty ? converter.provider : api.rulebook.name }
}

function converterOf(converters: readonly Converter[], format: string): Converter {
  const converter = converters.find((each) => each.format === format)
  if (converter !== undefined) return converter
  throw unknownName(
    'format',
    format,
    converters.map((each) => each.format),
  )
}

/** The kind of a document: a request unless it clearly is something else. */
function kindOf(
  converters: readonly Converter[],
  document: unknown,
  named: Converter | undefined,
): DocumentKind {
  const kinds = (named === undefined ? converters : [named]).map((converter) => converter.kindOf(document))
  if (kinds.includes('request')) return 'request'
  return kinds.find((kind) => kind !== undefined) ?? 'request'
}

function noSuch(kind: string, format: string | undefined): MortiseError {
  const of = format === undefined ? 'any format' : `the format \`${format}\``
  const article = kind === 'answer' || kind === 'error' ? 'an' : 'a'
  return new MortiseError('not-a-conversation', `This is not ${article} ${kind} of ${of}.`, {
    hint: 'Give a whole request body, its bare list of messages, an answer or an error.',
  })
}

function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}
