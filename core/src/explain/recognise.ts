import { compact } from './compact.ts'
import { ownPatterns } from './own-sentences.ts'
import { compile, type Pattern } from './pattern.ts'
import { patterns } from './patterns/index.ts'
import type { TextSpan } from './unwrap.ts'

/** A sentence on record that a text holds, and where. */
export interface Match {
  readonly pattern: Pattern
  /** The place of the sentence in the cleaned text. */
  readonly span: TextSpan
}

/**
 * Finds each sentence that a text holds.
 *
 * A pattern by hand may know more rules than the rulebook that quotes the sentence: it wins where it knows the rulebook's.
 */
export function recognise(cleaned: string): readonly Match[] {
  const { byHand, own } = phrases()
  const letters = compact(cleaned)
  const known = matchesOf(byHand, letters)
  const quoted = matchesOf(own, letters).filter((match) => !known.some((other) => says(other, match)))
  const isFree = (match: Match): boolean => !quoted.some((other) => holds(other.span, match.span))
  return [...known.filter(isFree), ...quoted]
}

/** Whether a match stands for the words of another one, and for all of its rules. */
function says({ pattern, span }: Match, other: Match): boolean {
  const overlap = span.from < other.span.to && other.span.from < span.to
  return overlap && other.pattern.rules.every((rule) => pattern.rules.includes(rule))
}

function holds(outer: TextSpan, inner: TextSpan): boolean {
  return outer.from <= inner.from && inner.to <= outer.to
}

interface Compiled {
  readonly pattern: Pattern
  readonly phrases: readonly RegExp[]
}

interface Phrases {
  readonly byHand: readonly Compiled[]
  readonly own: readonly Compiled[]
}

let made: Phrases | undefined

function phrases(): Phrases {
  made ??= { byHand: patterns.map(compiled), own: ownPatterns().map(compiled) }
  return made
}

function compiled(pattern: Pattern): Compiled {
  return { pattern, phrases: [...pattern.pattern, ...(pattern.bare ?? [])].map(compile) }
}

/** Finds the patterns that a text holds; the same words are never read as two. */
function matchesOf(all: readonly Compiled[], { letters, at }: ReturnType<typeof compact>): readonly Match[] {
  const taken = new Uint8Array(letters.length)
  const matches: Match[] = []
  for (const { pattern, phrases } of all) {
    const free = phrases.flatMap((phrase) => freeMatches(phrase, letters, taken))
    const [first] = free
    if (first === undefined) continue
    for (const { from, to } of free) taken.fill(1, from, to)
    matches.push({ pattern, span: { from: at[first.from] ?? 0, to: (at[first.to - 1] ?? 0) + 1 } })
  }
  return matches
}

function freeMatches(phrase: RegExp, letters: string, taken: Uint8Array): readonly TextSpan[] {
  const free: TextSpan[] = []
  for (const { 0: words, index } of letters.matchAll(phrase)) {
    const span = { from: index, to: index + words.length }
    if (!taken.subarray(span.from, span.to).includes(1)) free.push(span)
  }
  return free
}

// A shorter beginning is found in too many texts.
const fewestLetters = 14

/** Finds the sentences that the end of a text is the beginning of; the longest beginning wins. */
export function recogniseCut(cleaned: string): readonly Match[] {
  const { byHand, own } = phrases()
  const { letters, at } = compact(cleaned)
  const end = letters.slice(-400)
  let best = fewestLetters
  let found: Pattern[] = []
  for (const { pattern } of [...byHand, ...own]) {
    for (const phrase of pattern.pattern) {
      const begin = compact(phrase.split(/[…#]/, 1)[0] ?? '').letters
      const length = endLength(end, begin, best)
      if (length < best) continue
      if (length > best) found = []
      best = length
      if (!found.includes(pattern)) found.push(pattern)
    }
  }
  const from = at[letters.length - best] ?? 0
  return found.map((pattern) => ({ pattern, span: { from, to: cleaned.length } }))
}

/** How many letters of a beginning a text ends with; nothing below the fewest counts. */
function endLength(text: string, begin: string, fewest: number): number {
  for (let length = Math.min(text.length, begin.length); length >= fewest; length--)
    if (text.endsWith(begin.slice(0, length))) return length
  return 0
}
