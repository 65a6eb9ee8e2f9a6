import { explain, rulebooks, ruleNames } from '@mortise/core'
import { expect, test } from 'vitest'
import { clean } from '../../core/src/explain/clean.ts'
import { compact } from '../../core/src/explain/compact.ts'
import { compile } from '../../core/src/explain/pattern.ts'
import { patterns } from '../../core/src/explain/patterns/index.ts'
import { nothingKnown } from '../../core/src/explain/words.ts'
import { names, rows } from '../corpus/rows.ts'
import { examples } from './examples.ts'
import { field } from './field.ts'
import { unrelated } from './unrelated.ts'
import { withoutBackticked, wrappers } from './wrappers.ts'

test.each(examples)('%s', (says, rules) => {
  const explained = explain(says)
  expect(explained.matched).toBe(true)
  expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
  expect(explained.rules.slice(0, 1)).toEqual(rules.slice(0, 1))
  expect(explained.happened).toMatch(/^[A-Z].*\.$/)
  expect(explained.todo).toMatch(/^[A-Z].*\.$/)
})

test.each(examples)('wrapped: %s', (says, rules) => {
  for (const wrap of Object.values(wrappers)) {
    const explained = explain(wrap(says))
    expect(explained, wrap(says)).toMatchObject({ matched: true })
    expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
  }
})

test.each(examples.filter(([says]) => says.includes('`')))('without backticked words: %s', (says, rules) => {
  const explained = explain(withoutBackticked(says))
  expect(explained.matched).toBe(true)
  expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
})

const literal = [
  ...[...examples, ...field].map(([says]) => says),
  ...rows.flatMap(({ says }) => says ?? []),
].map((says) => compact(clean(says)).letters)

test.each(patterns.map((row) => [row.pattern[0] ?? '', row] as const))('an example of: %s', (_, row) => {
  const phrases = row.pattern.map(compile)
  const examplesOf = literal.filter((letters) => phrases.some((phrase) => letters.search(phrase) >= 0))
  expect(examplesOf.length).toBeGreaterThan(0)
})

/** Rows whose other phrases stand outside of the words in backticks, or are told apart in another way. */
const withoutBare = ['`tool_result` blocks can only be in `user` messages']

test('a phrase with words in backticks has a second form without them', () => {
  const bare = patterns.filter((row) => row.pattern.some((phrase) => phrase.includes('`')) && !row.bare)
  expect(bare.map((row) => row.pattern[0])).toEqual(withoutBare)
})

test('every rule that has a name is meant by some sentence, and no other', () => {
  const meant = new Set(patterns.flatMap(({ rules }) => rules))
  expect(names.filter((name) => !meant.has(name))).toEqual([])
  expect([...meant].filter((name) => !ruleNames.includes(name))).toEqual([])
})

test('there are words for every rule', () => {
  const general = 'The conversation is not written down in the way this API wants it.'
  const wordless = patterns.filter(({ pattern }) => explain(pattern[0] ?? '').happened === general)
  expect(wordless).toEqual([])
})

test.each(unrelated)('nothing is recognised in: %s', (text) => {
  expect(explain(text)).toMatchObject({ matched: false, rules: [], ids: [], apis: [], ...nothingKnown })
})

const ownSentences = rulebooks.flatMap(({ name, rows: demanded }) =>
  Object.entries(demanded).flatMap(([rule, row]) =>
    [row.says, row.saysOfResult, ...Object.values(row.saysOf ?? {})].flatMap((says) =>
      typeof says === 'string' ? [[name, rule, says] as const] : [],
    ),
  ),
)

test.each(ownSentences)('%s, %s: %s', (_, rule, says) => {
  expect(explain(says.replace(/\{(i|j|n|length)\}/g, '3').replace(/\{\w+\}/g, 'x_1')).rules).toContain(rule)
})
