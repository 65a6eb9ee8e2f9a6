import { clean, textOf } from './clean.ts'
import type { NextStep } from './pattern.ts'
import { quotedIds, quotedPlace } from './quoted-ids.ts'
import { isFromAgent, quotedSession } from './quoted-session.ts'
import { type Match, recognise, recogniseCut } from './recognise.ts'
import {
  firstWords,
  quotedValues,
  sentenceAt,
  sentenceStart,
  sentenceWithin,
  type TextSpan,
} from './unwrap.ts'
import { cutEarly, nothingKnown, severalFaults, wordsAbout } from './words.ts'

/** One error, and its meaning. */
export interface ExplainedError {
  /** The rules that the text can mean, the most likely first. */
  readonly rules: readonly string[]
  /** The ids of calls, results and items that the text quotes. */
  readonly ids: readonly string[]
  /** The place that the text names, as written. */
  readonly place?: string
  /** The APIs that speak like this, the most likely first. */
  readonly apis: readonly string[]
  /** The API's own sentence, without the words that relays put around it. */
  readonly sentence: string
  /** The fault, and how it comes about. */
  readonly happened: string
  /** The next step for a person. */
  readonly todo: string
  /** The step that helps. */
  readonly next: NextStep
}

/** The meaning of a pasted text: its errors taken together, and each on its own. */
export interface Explanation extends ExplainedError {
  /** Whether a sentence on record was recognised. */
  readonly matched: boolean
  /** Each error in the text, in its order; empty if none was recognised. */
  readonly errors: readonly ExplainedError[]
  /** Whether the text ends inside the sentence, so that it can mean more than one. */
  readonly isCut: boolean
  /** Whether a coding agent printed it: then look at its session. */
  readonly isFromAgent: boolean
  /** The id of the session that the text names. */
  readonly session?: string
}

/** The number of characters of a text that are read. */
const longestText = 200_000

/** Says what an error of an API means, also wrapped by relays, cut, or with words lost. Never throws. */
export function explain(text: string): Explanation {
  const cleaned = clean(textOf(text).slice(0, longestText))
  const whole = recognise(cleaned)
  const matches = whole.length > 0 ? whole : recogniseCut(cleaned)
  const session = quotedSession(cleaned)
  const isCut = whole.length === 0 && matches.length > 0
  return {
    ...(matches.length === 0 ? unknown(cleaned) : known(cleaned, matches, isCut)),
    isCut,
    isFromAgent: session !== undefined || isFromAgent(cleaned),
    ...(session === undefined ? {} : { session }),
  }
}

type Explained = Omit<Explanation, 'isCut' | 'isFromAgent' | 'session'>

function unknown(cleaned: string): Explained {
  const sentence = firstWords(cleaned)
  return {
    matched: false,
    rules: [],
    ids: quotedIds(cleaned),
    apis: [],
    sentence,
    ...nothingKnown,
    next: 'doctor',
    errors: [],
  }
}

function known(cleaned: string, matches: readonly Match[], isCut: boolean): Explained {
  const values = quotedValues(cleaned)
  const all = errorOf(cleaned, matches, (span) => sentenceAt(cleaned, span, values), isCut)
  const groups = errorGroups(cleaned, matches, values)
  const errors =
    groups.length === 1
      ? [all]
      : groups.map(({ matches: own, limits }) =>
          errorOf(cleaned, own, (span) => sentenceWithin(cleaned, span, limits), isCut),
        )
  return { matched: true, ...all, errors }
}

/** Explains matches as one error. */
function errorOf(
  cleaned: string,
  matches: readonly Match[],
  sentenceOf: (span: TextSpan) => string,
  isCut: boolean,
): ExplainedError {
  const sentences = matches.map(({ span }) => sentenceOf(span))
  const said = [...new Set(sentences)].join('\n')
  const rules = unique(matches.flatMap(({ pattern }) => pattern.rules))
  const apis = unique(matches.flatMap(({ pattern }) => pattern.apis))
  const words = wordsAbout(matches.map(({ pattern }) => pattern.words ?? pattern.rules[0] ?? ''))
  const place = quotedPlace(said)
  const notes = [...(rules.length > 1 ? [severalFaults] : []), ...(isCut ? [cutEarly] : [])]
  return {
    rules,
    ids: quotedIds(said),
    ...(place === undefined ? {} : { place }),
    apis: namedFirst(apis, cleaned),
    sentence: sentences[0] ?? '',
    happened: words.happened,
    todo: [words.todo, ...notes].join(' '),
    next: matches[0]?.pattern.next ?? 'repair',
  }
}

/** The matches of one error, and the stretch of the text that belongs to it. */
interface ErrorGroup {
  readonly matches: readonly Match[]
  readonly limits: TextSpan
}

/** Tells errors apart: matches in one sentence, or with rules in common, are one error. */
function errorGroups(
  cleaned: string,
  matches: readonly Match[],
  values: readonly TextSpan[],
): readonly ErrorGroup[] {
  const placed = matches
    .map((match) => ({ match, from: sentenceStart(cleaned, match.span, values) }))
    .sort((left, right) => left.match.span.from - right.match.span.from)
  const groups: { matches: Match[]; from: number }[] = []
  for (const { match, from } of placed) {
    const same = groups.find((group) => group.from === from || haveCommonRule(group.matches, match))
    if (same === undefined) groups.push({ matches: [match], from })
    else same.matches.push(match)
  }
  return groups.map(({ matches: own, from }, index) => {
    return { matches: own, limits: { from, to: groups[index + 1]?.from ?? cleaned.length } }
  })
}

function haveCommonRule(matches: readonly Match[], { pattern }: Match): boolean {
  return matches.some((other) =>
    pattern.rules.length === 0
      ? other.pattern.words === pattern.words
      : other.pattern.rules.some((rule) => pattern.rules.includes(rule)),
  )
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
