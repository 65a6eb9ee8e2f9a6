import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { fill } from '../../core/src/texts/catalogue.ts'
import { type Alike, type Seen, type Sentence, sentences, unproven } from './sources.ts'

/** Whoever says a sentence: `kimi, empty-text: text content is empty`. */
const spoken = rulebooks.flatMap(({ name, format, rows }) =>
  Object.entries(rows).flatMap(([rule, row]) =>
    [row.says, row.saysOfResult, ...Object.values(row.saysOf ?? {})]
      .filter((says) => says !== undefined)
      .map((says) => use(name === 'everywhere' ? `${name}-${format}` : name, rule, says)),
  ),
)
const told = sentences.flatMap(({ says, by }) =>
  by.flatMap(({ apis, rules }) => apis.flatMap((api) => rules.map((rule) => use(api, rule, says)))),
)
const seen = sentences.filter((sentence): sentence is Seen => 'sources' in sentence)
const alike = sentences.filter((sentence): sentence is Alike => 'after' in sentence)

test('every sentence of a rulebook is in the table', () => {
  expect(without(spoken, told), 'add them to docs/sources.json, with their sources').toEqual([])
})

test('every sentence of the table is in a rulebook', () => {
  expect(without(told, spoken), 'no rulebook says these any more').toEqual([])
})

test('no sentence is there twice', () => {
  expect(repeated(sentences.map(({ says }) => says))).toEqual([])
  expect(repeated(told)).toEqual([])
})

const issue = /^[\w.-]+\/[\w.-]+#\d+$/
const file = /^[\w.-]+\/[\w.-]+:[\w./-]+\.\w+$/
const address = /^https:\/\/[\w.-]+\/\S+$/

test.each(seen)('where it was seen: $says', ({ sources }) => {
  expect(sources.length).toBeGreaterThan(0)
  expect(sources.filter((source) => ![issue, file, address].some((form) => form.test(source)))).toEqual([])
  expect(repeated(sources)).toEqual([])
})

test('what nobody has on record is made after what is, and there is no more of it', () => {
  const onRecord = seen.map(({ says }) => says)
  expect(alike.filter(({ after }) => !onRecord.includes(after))).toEqual([])
  expect(alike).toHaveLength(unproven.sentencesByLikeness)
})

test('what is not word for word as it was seen has only words left out or added, and there is no more of it', () => {
  const cut = seen.flatMap(({ says, quoted }) => (quoted === undefined ? [] : [[says, quoted] as const]))
  expect(cut.filter(([says, quoted]) => !(isPartOf(says, quoted) || isPartOf(quoted, says)))).toEqual([])
  expect(cut).toHaveLength(unproven.sentencesNotWordForWord)
})

/** All that a template may ask for. */
const values: Readonly<Record<string, string>> = {
  i: '3',
  next: '4',
  calling: '2',
  answering: '3',
  j: '1',
  n: '5',
  length: '70',
  size: '11174516',
  maximum: '10485760',
  id: 'call_1',
  owner: 'call_2',
  name: 'read_file',
  tool: 'function',
  kind: 'function',
  item: 'fc_1',
  prefix: 'fc',
  role: 'assistant',
  before: 'tool',
  given: 'an object',
  member: 'index',
}

test.each(sentences as Sentence[])('nothing is left to fill in: $says', ({ says }) => {
  const asked = [...says.matchAll(/\{(\w*)\}/g)].map(([, name]) => name ?? '')
  expect(asked.filter((name) => values[name] === undefined)).toEqual([])
  expect(fill(says, (name) => values[name])).not.toMatch(/[{}]/)
})

function use(api: string, rule: string, says: string): string {
  return `${api}, ${rule}: ${says}`
}

function without(all: readonly string[], known: readonly string[]): string[] {
  const others = new Set(known)
  return all.filter((one) => !others.has(one))
}

function repeated(all: readonly string[]): string[] {
  return all.filter((one, index) => all.indexOf(one) < index)
}

/** Whether the words of one text stand in the other in this order; values do not count. */
function isPartOf(part: string, whole: string): boolean {
  const rest = wordsOf(whole)
  return wordsOf(part.replace(/\{\w+\}/g, ' ')).every((word) => {
    const at = rest.indexOf(word)
    rest.splice(0, at + 1)
    return at >= 0
  })
}

function wordsOf(text: string): string[] {
  return text.match(/[a-z_]+/gi) ?? []
}
