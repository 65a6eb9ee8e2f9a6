import { clean } from './clean.ts'
import { compact } from './compact.ts'
import { compile, type Pattern } from './pattern.ts'
import { patterns } from './patterns/index.ts'
import { quotedIds, quotedPlace } from './quoted-ids.ts'
import { firstWords, quotedValues, type Span, sentenceAt } from './unwrap.ts'
import { nothingKnown, severalFaults, wordsAbout } from './words.ts'

/** What an error of an API means. */
export interface Explanation {
  /** Whether a sentence on record was recognised. */
  readonly matched: boolean
  /** The rules that the text can mean, the most likely first. */
  readonly rules: readonly string[]
  /** The ids of calls, results and items that the text quotes. */
  readonly ids: readonly string[]
  /** The place that the text names, as written. */
  readonly place?: string
  /** The APIs that speak like this, the most likely first. */
  readonly apis: readonly string[]
  /** The API's own sentence, without what relays put around it. */
  readonly sentence: string
  /** What is wrong with the conversation, and how that comes about. */
  readonly happened: string
  /** What to do about it. */
  readonly todo: string
}

/** How much of a text is looked at. */
const looked = 200_000

/** Says what an error of an API means, also wrapped by relays, cut, or with words lost. Never throws. */
export function explain(text: string): Explanation {
  const cleaned = clean(String(text).slice(0, looked))
  const matches = recognise(cleaned)
  return matches.length === 0 ? unknown(cleaned) : known(cleaned, matches)
}

interface Match {
  readonly pattern: Pattern
  /** Where it stands in the cleaned text. */
  readonly span: Span
}

function unknown(cleaned: string): Explanation {
  const sentence = firstWords(cleaned)
  return { matched: false, rules: [], ids: [], apis: [], sentence, ...nothingKnown }
}

function known(cleaned: string, matches: readonly Match[]): Explanation {
  const values = quotedValues(cleaned)
  const sentences = matches.map(({ span }) => sentenceAt(cleaned, span, values))
  const said = [...new Set(sentences)].join('\n')
  const rules = unique(matches.flatMap(({ pattern }) => pattern.rules))
  const apis = unique(matches.flatMap(({ pattern }) => pattern.apis))
  const words = wordsAbout(matches.map(({ pattern }) => pattern.words ?? pattern.rules[0] ?? ''))
  const place = quotedPlace(said)
  return {
    matched: true,
    rules,
    ids: quotedIds(said),
    ...(place === undefined ? {} : { place }),
    apis: namedFirst(apis, cleaned),
    sentence: sentences[0] ?? '',
    happened: words.happened,
    todo: rules.length > 1 ? `${words.todo} ${severalFaults}` : words.todo,
  }
}

interface Compiled {
  readonly pattern: Pattern
  readonly phrases: readonly RegExp[]
}

let compiled: readonly Compiled[] | undefined

function compiledPatterns(): readonly Compiled[] {
  compiled ??= patterns.map((pattern) => ({
    pattern,
    phrases: [...pattern.pattern, ...(pattern.bare ?? [])].map(compile),
  }))
  return compiled
}

/** Finds each sentence that a text holds; the same words are never read as two. */
function recognise(cleaned: string): readonly Match[] {
  const { letters, at } = compact(cleaned)
  const taken = new Uint8Array(letters.length)
  const matches: Match[] = []
  for (const { pattern, phrases } of compiledPatterns()) {
    const free = phrases.flatMap((phrase) => freeMatches(phrase, letters, taken))
    const [first] = free
    if (first === undefined) continue
    for (const { from, to } of free) taken.fill(1, from, to)
    matches.push({ pattern, span: { from: at[first.from] ?? 0, to: (at[first.to - 1] ?? 0) + 1 } })
  }
  return matches
}

function freeMatches(phrase: RegExp, letters: string, taken: Uint8Array): readonly Span[] {
  const free: Span[] = []
  for (const { 0: words, index } of letters.matchAll(phrase)) {
    const span = { from: index, to: index + words.length }
    if (!taken.subarray(span.from, span.to).includes(1)) free.push(span)
  }
  return free
}

/** Other names by which a text can name an API. */
const alsoCalled: Readonly<Record<string, string>> = {
  kimi: 'moonshot',
  'azure-openai': 'azure',
  qwen: 'dashscope',
  glm: 'zhipu',
  'llama-cpp': 'jinja exception',
}

/** Puts the APIs first that the text itself names. */
function namedFirst(apis: readonly string[], text: string): readonly string[] {
  const lower = text.toLowerCase()
  const isNamed = (api: string): boolean => lower.includes(api) || lower.includes(alsoCalled[api] ?? api)
  return [...apis.filter(isNamed), ...apis.filter((api) => !isNamed(api))]
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
