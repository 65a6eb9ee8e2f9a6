import type { Format } from '../model/format.ts'
import { at } from '../model/lists.ts'
import type { Result, Turn } from '../model/transcript.ts'
import { type CompactState, endOfUnit, sizeOfUnit } from './compact-state.ts'
import { wordsOf } from './count.ts'

// How much each thing counts, beside an age that goes from 0 for the oldest unit to 1 for the newest.
const forMention = 0.7
const forSize = 0.25
const forFailure = 0.25

/**
 * How much each unit is worth: the least goes first.
 *
 * Its age (0 the oldest, 1 the newest), seven tenths of the way nearer to that of the last unit that
 * mentions one of its paths or ids · minus up to a quarter for its size, in full at four times the mean ·
 * minus a quarter if every result in it is an error.
 */
export function worthOf(work: CompactState): readonly number[] {
  const count = work.starts.length
  const age = (unit: number): number => (count < 2 ? 1 : unit / (count - 1))
  const mean = work.left.tokens / Math.max(1, count)
  const worth: number[] = new Array<number>(count)
  const mentioned = new Map<string, number>()
  for (let unit = count - 1; unit >= 0; unit--) {
    const last = lastMention(work, unit, mentioned)
    const size = Math.min(1, sizeOfUnit(work, unit).tokens / (4 * mean))
    worth[unit] =
      age(unit) +
      (last < 0 ? 0 : forMention * (age(last) - age(unit))) -
      forSize * size -
      (hasFailed(work, unit) ? forFailure : 0)
  }
  return worth
}

/** The last unit that mentions something of this one, or -1; what this one mentions is noted. */
function lastMention(work: CompactState, unit: number, mentioned: Map<string, number>): number {
  let last = -1
  for (let position = at(work.starts, unit); position < endOfUnit(work, unit); position++) {
    for (const word of mentionsAt(work, position)) {
      const at = mentioned.get(word)
      if (at === undefined) mentioned.set(word, unit)
      else if (at > last && at > unit) last = at
    }
  }
  return last
}

function mentionsAt({ memory, turns, api }: CompactState, position: number): readonly string[] {
  const known = memory.mentions[position]
  if (known !== undefined) return known
  const found = mentionsIn(at(turns, position), api.format)
  memory.mentions[position] = found
  return found
}

function hasFailed(work: CompactState, unit: number): boolean {
  let results = 0
  for (let position = at(work.starts, unit); position < endOfUnit(work, unit); position++) {
    for (const part of at(work.turns, position).parts) {
      if (part.kind !== 'result') continue
      if (!(part as Result).isError) return false
      results++
    }
  }
  return results > 0
}

// A word that may be a path, a file name or an id: it has a slash or a point in it, or is long and has a digit.
const candidate = /[\w.@~/\\-]{4,}/g
// Only the head of a long text is searched: it mostly names the subject.
const longest = 20_000

const none: readonly string[] = []

/** The paths and ids that a turn mentions. */
function mentionsIn(turn: Turn, format: Format): readonly string[] {
  const words = wordsOf(turn, format).slice(0, longest).match(candidate)
  return words === null ? none : words.filter(isName).map(bare)
}

function isName(word: string): boolean {
  if (/[/\\]\w/.test(word)) return true
  return /\w\.[A-Za-z]/.test(word) || (word.length >= 8 && /\d/.test(word) && /[A-Za-z]/.test(word))
}

/** Without the point that ends a sentence. */
function bare(word: string): string {
  return word.replace(/[.\\/-]+$/, '')
}
