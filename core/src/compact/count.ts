import type { Format } from '../model/format.ts'
import { isObject, printJson } from '../model/json.ts'
import { at } from '../model/lists.ts'
import type { Call, Part, Result, Turn } from '../model/transcript.ts'
import { checkedCounter } from './check.ts'
import { estimateTokens } from './estimate.ts'

/** Counts the tokens of a text. `message` is the message that the text was read from. */
export type CountTokens = (text: string, message: unknown) => number

/** Counts what a conversation consists of, each message object once. */
export interface Counter {
  turn(turn: Turn): number
  /** The earlier count of a turn, or undefined. */
  counted(raw: unknown): number | undefined
  /** The content besides the turns: instructions, tools. */
  outside(document: unknown, turns: readonly unknown[]): number
}

// The tokens that a provider adds around each message, and the most that an image comes to.
const perMessage = 4
const perMedia = 1600

type Counts = WeakMap<object, number>
const counts = new WeakMap<CountTokens, WeakMap<Format, Counts>>()

/** A counter for a format: the caller's, or the estimate. */
export function counterFor(format: Format, given: CountTokens = estimateTokens): Counter {
  const known = countsOf(given, format)
  const isEstimate = given === estimateTokens
  const countTokens = isEstimate ? given : checkedCounter(given)
  const once = (key: unknown, fresh: () => number): number => {
    if (typeof key !== 'object' || key === null) return fresh()
    const counted = known.get(key)
    if (counted !== undefined) return counted
    const tokens = fresh()
    known.set(key, tokens)
    return tokens
  }
  const count = (turn: Turn): number => {
    const tokens = countTokens(wordsOf(turn, format), turn.raw)
    return isEstimate ? tokens + perMessage + perMedia * mediaIn(turn, format) : tokens
  }
  return {
    turn: (turn) => once(turn.raw, () => count(turn)),
    counted: (raw) => (typeof raw === 'object' && raw !== null ? known.get(raw) : undefined),
    outside(document, turns) {
      if (!isObject(document)) return 0
      const { model } = format.factsOf(document)
      let tokens = 0
      for (const member of Object.values(document)) {
        if (member === turns || member === model) continue
        if (typeof member === 'string') tokens += countTokens(member, document)
        else if (typeof member === 'object' && member !== null)
          tokens += once(member, () => countTokens(printJson(withoutTurns(member, turns)), document))
      }
      return tokens
    },
  }
}

function countsOf(countTokens: CountTokens, format: Format): Counts {
  const byFormat = counts.get(countTokens) ?? new WeakMap<Format, Counts>()
  counts.set(countTokens, byFormat)
  const known = byFormat.get(format) ?? new WeakMap<object, number>()
  byFormat.set(format, known)
  return known
}

/** A body may hold the request in a member of its own. */
function withoutTurns(member: object, turns: readonly unknown[]): unknown {
  const isHolder = Object.values(member).includes(turns)
  return isHolder ? Object.values(member).filter((value) => value !== turns) : member
}

/** All that a turn says, as one text: what is called and answered too. */
export function wordsOf(turn: Turn, format: Format): string {
  const { parts } = turn
  const first = parts[0]
  if (first === undefined) return turn.shape === 'unreadable' ? printJson(turn.raw) : ''
  let words = wordsOfPart(first, format)
  for (let index = 1; index < parts.length; index++) words += `\n${wordsOfPart(at(parts, index), format)}`
  return words
}

function wordsOfPart(part: Part, format: Format): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'media':
      return ''
    case 'call':
      return `${part.name ?? ''}\n${typeof part.arguments === 'string' ? part.arguments : unpacked(part, format)}`
    case 'result':
      return typeof part.content === 'string' ? part.content : unpacked(part, format)
    default:
      return typeof part.raw === 'string' ? part.raw : printJson(part.raw)
  }
}

function unpacked(part: Call | Result, format: Format): string {
  let words = ''
  for (const piece of format.unpack(part)) if ('text' in piece) words += `${piece.text}\n`
  return words
}

function mediaIn({ parts }: Turn, format: Format): number {
  let count = 0
  for (const part of parts) {
    if (part.kind === 'media') count++
    else if (part.kind === 'result' && part.hasMedia)
      count += format.unpack(part).filter((piece) => 'media' in piece).length
  }
  return count
}
