import { MortiseError } from '@mortise/core'

/** Looks at a document with stand-ins: whether it is still built the same way and has the same faults. */
export type IsSame = (document: unknown) => boolean

/** A text or the name of a member. */
type TextOrName = { readonly kind: 'text' | 'name'; readonly text: string }

/**
 * Replaces every text, every name of a member and every number by a stand-in of the same length, the same one for the
 * same text, as long as the document is built the same way. Words of the format itself stay: without them it would not be.
 */
export function withStandIns(document: unknown, isSame: IsSame): unknown {
  let made = mapped(
    document,
    ({ text }) => text,
    () => 0,
  )
  if (!isSame(made)) made = document
  const taken = new Set(wordsIn(document).map(({ text }) => text))
  const kept: string[] = []
  for (const [number, word] of wordsIn(document).entries()) {
    const standIn = standInFor(word.text, number, taken)
    const next = mapped(
      made,
      (each) => (isEqual(each, word) ? standIn : each.text),
      (value) => value,
    )
    if (standIn !== word.text && isSame(next)) {
      taken.add(standIn)
      made = next
    } else kept.push(word.text)
  }
  refuseTraces(document, made, kept)
  return made
}

/** A word of a format is short and has no space: anything else that cannot be replaced is not given away. */
function isOfFormat(text: string): boolean {
  return text.length <= 40 && /^[\w.:/+-]*$/.test(text)
}

/** Refuses a document in which something of the original is left. */
function refuseTraces(original: unknown, made: unknown, kept: readonly string[]): void {
  const strange = kept.find((text) => !isOfFormat(text) && /[\p{L}\p{N}]/u.test(text))
  const own = new Set(kept.flatMap(piecesOf))
  const told = new Set(wordsIn(made).flatMap(({ text }) => piecesOf(text)))
  const trace = wordsIn(original)
    .flatMap(({ text }) => piecesOf(text))
    .find((piece) => told.has(piece) && !own.has(piece))
  if (strange !== undefined || trace !== undefined)
    throw new MortiseError(
      'not-anonymous',
      'Something of the conversation would be left in the bundle, so none was made.',
    )
}

/** The words in a text that could tell something. */
function piecesOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]{4,}/gu) ?? []
}

/** A text of the same length and form: letters for letters, digits for digits, all else as it is. */
function standInFor(text: string, number: number, taken: ReadonlySet<string>): string {
  for (let turn = 0; turn < 50; turn++) {
    let seed = number * 31 + turn * 7 + text.length
    const made = text.replace(/[\p{L}\p{N}\p{S}]/gu, (letter) => {
      seed = (seed * 1103 + 12_345) % 65_536
      const wide = letter.length === 2 ? 'xx' : undefined
      if (/\p{N}/u.test(letter)) return wide ?? String(seed % 10)
      if (!/\p{L}/u.test(letter)) return wide ?? letter
      const base = /\p{Lu}/u.test(letter) ? 65 : 97
      return wide ?? String.fromCharCode(base + (seed % 26))
    })
    if (!taken.has(made)) return made
  }
  return text
}

function isEqual(one: TextOrName, other: TextOrName): boolean {
  return one.kind === other.kind && one.text === other.text
}

/** The different texts and names of a document, each once. */
function wordsIn(document: unknown): readonly TextOrName[] {
  const words = new Map<string, TextOrName>()
  mapped(
    document,
    (word) => {
      words.set(`${word.kind} ${word.text}`, word)
      return word.text
    },
    (value) => value,
  )
  return [...words.values()]
}

function mapped(
  value: unknown,
  word: (word: TextOrName) => string,
  number: (value: number) => number,
): unknown {
  if (typeof value === 'string') return word({ kind: 'text', text: value })
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return value.map((each) => mapped(each, word, number))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      word({ kind: 'name', text: key }),
      mapped(each, word, number),
    ]),
  )
}
