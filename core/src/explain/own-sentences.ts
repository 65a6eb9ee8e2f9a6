import type { Row } from '../model/row.ts'
import { rulebooks } from '../rulebooks/index.ts'
import { compact } from './compact.ts'
import { compile, longestRun, type Pattern } from './pattern.ts'

/** One sentence of rulebooks as a phrase, with the rules that it stands for and the APIs that say it. */
interface RulebookSentence {
  readonly phrase: string
  /** The phrase without the words in backticks. */
  readonly bare: string
  readonly rules: Set<string>
  readonly apis: Set<string>
}

/** The patterns of the sentences that rulebooks quote, so that a new one is explained without a pattern by hand. */
export function ownPatterns(): readonly Pattern[] {
  const sentences = sentencesOf((says) => says)
  const phraseOf = distinctIn(sentences)
  const bareOf = distinctIn(sentencesOf(withoutBackticked))
  const made = sentences.map(({ phrase, bare, rules, apis }) => ({
    pattern: [phraseOf(phrase)],
    ...(bare === phrase ? {} : { bare: [bareOf(bare)] }),
    rules: [...rules],
    apis: [...apis],
  }))
  // A sentence of few words would be found in texts about something else: it needs a pattern by hand.
  return made.filter(({ pattern: [phrase = ''] }) => longestRun(phrase) >= fewestLetters).sort(bySureness)
}

/** Sorts the surer phrase first: where one holds the words of another, the longer one is meant. */
function bySureness({ pattern: [one = ''] }: Pattern, { pattern: [other = ''] }: Pattern): number {
  return longestRun(other) - longestRun(one) || compact(other).letters.length - compact(one).letters.length
}

/** Collects the sentences of all rulebooks; equal ones become one. */
function sentencesOf(written: (says: string) => string): readonly RulebookSentence[] {
  const sentences = new Map<string, RulebookSentence>()
  for (const { name, rows } of rulebooks) {
    for (const [rule, row] of Object.entries(rows)) {
      for (const says of saidIn(row)) {
        const phrase = asPhrase(written(says))
        const bare = asPhrase(withoutBackticked(says))
        const sentence = sentences.get(phrase) ?? { phrase, bare, rules: new Set(), apis: new Set() }
        sentences.set(phrase, sentence)
        sentence.rules.add(rule)
        // A rulebook for all APIs at once quotes them and says nothing of its own.
        if (name !== 'everywhere') sentence.apis.add(name)
      }
    }
  }
  return [...sentences.values()]
}

/** The sentences of a row, whichever variety of the fault they are about. */
function saidIn({ says, saysOfResult, saysOf = {} }: Row): readonly string[] {
  return [says, saysOfResult, ...Object.values(saysOf)].flatMap((said) => said ?? [])
}

/** A template as a phrase: `#` for each position, count and limit, which change, and `…` for each other value. */
function asPhrase(says: string): string {
  return (
    says
      .replace(/\{(?:i|j|n|next|calling|answering|length)\}/g, '#')
      .replace(/\{\w+\}/g, '…')
      .replace(/(?<![\w-])\d+(?![\w-])/g, '#')
      // Two values with no letter between them are one: each try of the one would try all of the other.
      .replace(/…(?:[^\p{L}\p{N}#…]*…)+/gu, '…')
  )
}

function withoutBackticked(says: string): string {
  return says.replace(/`[^`]*`/g, '')
}

/** Shortens a sentence to its first clauses that no sentence about other rules holds. */
function distinctIn(sentences: readonly RulebookSentence[]): (phrase: string) => string {
  const filled = sentences.map(({ phrase, rules }) => ({
    letters: compact(phrase.replaceAll('#', '3').replaceAll('…', 'x_1')).letters,
    about: [...rules].sort().join(),
  }))
  const about = new Map(sentences.map(({ phrase }, index) => [phrase, filled[index]?.about]))
  return (sentence) => {
    const isDistinct = (phrase: string): boolean => {
      const expression = compile(phrase)
      return filled.every(
        (other) => other.about === about.get(sentence) || other.letters.search(expression) < 0,
      )
    }
    return headsOf(sentence).find(isDistinct) ?? withoutEnds(sentence)
  }
}

// Fewer letters in a row are found in texts about something else: at all, without the place before them, and in the
// first clauses alone.
const fewestLetters = 14
const enough = 16
const enoughOfClauses = 28

/** The first clauses of a sentence, one more each time; each without the place before it, then with it. */
function headsOf(sentence: string): readonly string[] {
  const clauses = sentence.split(/(?<=[.!?]'?"?)\s+(?=[A-Z(])/)
  return clauses.flatMap((_, index) => {
    const head = withoutEnds(clauses.slice(0, index + 1).join(' '))
    const fewest = index + 1 < clauses.length ? enoughOfClauses : enough
    return [fromFirstRun(head), head].filter((phrase) => longestRun(phrase) >= fewest)
  })
}

/** A phrase without the values that it begins or ends with. */
function withoutEnds(phrase: string): string {
  return phrase.replace(/^[^\p{L}]*[…#][^\p{L}…#]*/u, '').replace(/(?:[…#][^\p{L}\d…#]*)+$/u, '')
}

/** A phrase from its first run of enough letters on; the whole where no run is as long. */
function fromFirstRun(phrase: string): string {
  const pieces = phrase.split(/(?<=[…#])|(?=[…#])/)
  const first = pieces.findIndex((piece) => longestRun(piece) >= enough)
  return first < 0 ? phrase : pieces.slice(first).join('')
}
