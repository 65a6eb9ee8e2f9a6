import { withoutEscapes } from './compact.ts'

/** A stretch of a text. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** How many characters may be read in search of quoted values. */
const budget = 2_000_000
const longestSentence = 600
const before = 200
const after = 400

/**
 * The quoted values of a text, as in `"message": "…"`, at every depth.
 *
 * It is no parser: bodies come as JSON, as JSON in strings of JSON, as Python prints them, and cut at either end.
 */
export function quotedValues(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = []
  let left = budget
  for (const opener of text.matchAll(/["']\s{0,9}:\s{0,9}b?(\\{0,63})(["'])/g)) {
    const from = opener.index + opener[0].length
    const to = closing(text, from, opener[1]?.length ?? 0, opener[2] ?? '"')
    spans.push({ from, to })
    left -= to - from
    if (left < 0) break
  }
  return spans
}

/** Finds the quote that closes a value: one with as many backslashes as the quote that opened it. */
function closing(text: string, from: number, slashes: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let run = 0
    while (at - run > from && text[at - run - 1] === '\\') run++
    if (slashes === 0 ? run % 2 === 0 : run === slashes) return at - run
  }
  return text.length
}

/** The sentence around a stretch of a text: the smallest quoted value that holds it, without its wrappers. */
export function sentenceAt(text: string, span: TextSpan, values: readonly TextSpan[]): string {
  const holding = values.filter(({ from, to }) => from <= span.from && span.to <= to)
  const smallest = holding.reduce<TextSpan>((best, value) => (size(value) < size(best) ? value : best), {
    from: 0,
    to: text.length,
  })
  const isWhole = size(smallest) <= longestSentence && (holding.length > 0 || !/[{[]\s*\\*["']/.test(text))
  const { from, to } = isWhole ? smallest : windowOf(text, span, smallest)
  return bare(text.slice(from, to))
}

/** Where the sentence around a stretch begins: in the smallest quoted value that holds it, or in the text. */
export function sentenceStart(text: string, span: TextSpan, values: readonly TextSpan[]): number {
  const holding = values.filter(({ from, to }) => from <= span.from && span.to <= to)
  const starts = holding.map(({ from }) => from)
  return Math.max(...starts, windowOf(text, span, { from: 0, to: text.length }).from)
}

/** The sentence around a stretch, of which only a part of the text is to be seen. */
export function sentenceWithin(text: string, span: TextSpan, limits: TextSpan): string {
  const { from, to } = windowOf(text, span, limits)
  return bare(text.slice(from, to))
}

/** The beginning of a text in which nothing is known, without its wrappers. */
export function firstWords(text: string): string {
  return bare(text.slice(0, longestSentence))
}

function size({ from, to }: TextSpan): number {
  return to - from
}

/** A piece of a long text: from where a sentence or value begins to where one ends. */
function windowOf(text: string, span: TextSpan, limits: TextSpan): TextSpan {
  const first = Math.max(limits.from, span.from - before)
  const lead = text.slice(first, span.from)
  const breaks = [
    ...lead.matchAll(/\n|\s(?=(?:API )?Error(?: code)?:)|[.!?]\s(?=[A-Z"'`])|["']\s?:\s?\\*["']|[{}]/g),
  ]
  const last = breaks.at(-1)
  const end = text.slice(span.to, Math.min(limits.to, span.to + after))
  const stop = end.search(/\n|\\*["']\s?[,}\]]/)
  return {
    from: last === undefined ? first : first + last.index + last[0].length,
    to: stop < 0 ? span.to + end.length : span.to + stop,
  }
}

/** The words that relays put in front of a sentence, one after the other. */
const prefixes: readonly RegExp[] = [
  /^[\s*>,|-]+/,
  /^(?:\w{1,40}\.){0,6}\w{0,40}(?:Error|Exception)\s?(?::|-)\s*/,
  /^An error occurred \(\w+\) when calling the \w+ operation[^:]{0,40}:\s*/,
  /^(?:API )?Error(?: code)?:?\s*\d{3}\s*-?\s*/i,
  /^Error:\s*/,
  /^(?:HTTP )?\d{3}:?\s+(?=\S)/,
  /^<\d{3}>\s*[\w.]{1,80}:\s*/,
  /^The model returned the following errors:\s*/i,
]
const suffixes: readonly RegExp[] = [
  /\s*\(request[ _]id: [^()]{0,120}\)\s*$/i,
  /\s*Received Model Group=[\s\S]*$/,
]

function bare(text: string): string {
  let sentence = withoutEscapes(text).replace(/\s+/g, ' ').trim()
  for (let length = -1; length !== sentence.length; ) {
    length = sentence.length
    for (const prefix of prefixes) sentence = sentence.replace(prefix, '')
  }
  for (const suffix of suffixes) sentence = sentence.replace(suffix, '')
  return sentence.trim()
}
