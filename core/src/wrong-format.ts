import type { Api, Format } from './model/format.ts'
import { isObject } from './model/json.ts'
import type { Known } from './model/known.ts'
import { MortiseError } from './model/outcome.ts'

/**
 * The error for a document that is certainly of another format than the one that was named.
 *
 * Only where nothing in it is of that format: a document that mixes formats is mended, and plain turns fit several.
 * `from`: the first turn that was not looked at before.
 */
export function wrongFormat(
  { formats }: Known,
  document: unknown,
  format: Format,
  from = 0,
): MortiseError | undefined {
  if (formats.length < 2 || showsOwn(format, document, from)) return undefined
  const other = formats.find(
    (candidate) => candidate !== format && isSurely(candidate, format, document, from),
  )
  return other === undefined ? undefined : failure(format, other)
}

/**
 * The format that most of a document is written in, of several that it has signs of.
 *
 * One stray part of another API is no reason to read all calls wrongly, and a repair may take that part out.
 */
export function mostOf(formats: readonly Format[], document: unknown): readonly Format[] {
  if (formats.length < 2) return formats
  const counts = formats.map((format) => surely(format, document))
  const at = counts.indexOf(Math.max(...counts))
  return formats.slice(at, at + 1)
}

/** How many turns only this format writes so. */
function surely({ signOf, turnsOf }: Format, document: unknown): number {
  return turnsOf(document)?.filter((turn) => signOf?.(turn) === 'sure').length ?? 0
}

/** Throws once a conversation that grows turns out to be of another format; each turn is looked at once. */
export function formatWatch(known: Known): (document: unknown, api: Api) => void {
  let checked = 0
  let isSure = false
  return (document, { format }) => {
    if (isSure) return
    const count = format.turnsOf(document)?.length ?? 0
    const from = checked <= count ? checked : 0
    isSure = showsOwn(format, document, from)
    const error = isSure ? undefined : wrongFormat(known, document, format, from)
    if (error !== undefined) throw error
    checked = count
  }
}

/** Whether a document shows anything that only its format has; true where the format cannot be told. */
export function showsOwn(format: Format, document: unknown, from = 0): boolean {
  const { signOf } = format
  if (signOf === undefined) return true
  if (isObject(document) && format.hasOwnMembers?.(document) === true) return true
  return someTurn(format.turnsOf(document), from, (turn) => signOf(turn) !== undefined)
}

/** Whether a document is of one format for certain, and cannot be of another. */
function isSurely(format: Format, other: Format, document: unknown, from: number): boolean {
  // A body without the other format's list of turns holds no conversation of it.
  if (isObject(document) && other.turnsOf(document) === undefined && format.recognises(document) >= 0.9)
    return true
  // A body may hold both lists of turns: only the one that the other format reads tells.
  const turns = format.turnsOf(document)
  return (
    turns === other.turnsOf(document) && someTurn(turns, from, (turn) => format.signOf?.(turn) === 'sure')
  )
}

function someTurn(
  turns: readonly unknown[] | undefined,
  from: number,
  isWanted: (turn: unknown) => boolean,
): boolean {
  if (turns === undefined) return false
  for (let position = from; position < turns.length; position++) if (isWanted(turns[position])) return true
  return false
}

function failure(format: Format, other: Format): MortiseError {
  return new MortiseError(
    'wrong-format',
    `This conversation is written as \`${other.name}\`, not as \`${format.name}\`.`,
    { hint: `Name an API that reads ${other.name}, such as ${other.firstParty}, or name none.` },
  )
}
