import { explain, explainRule, ruleNames } from '@mortise/core'
import { expect, test } from 'vitest'
import { clean } from '../../core/src/explain/clean.ts'
import { compact } from '../../core/src/explain/compact.ts'
import { ownPatterns } from '../../core/src/explain/own-sentences.ts'
import { compile } from '../../core/src/explain/pattern.ts'
import { patterns } from '../../core/src/explain/patterns/index.ts'
import { nothingKnown } from '../../core/src/explain/words.ts'
import { anyFault } from '../../core/src/texts/fault-words.ts'
import { names, rows } from '../corpus/rows.ts'
import { examples } from './examples.ts'
import { field } from './field.ts'
import { quoted } from './quoted.ts'
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

/** Sentences that mean another rule more often than the one whose row quotes them. */
const meantOtherwise: Readonly<Record<string, string>> = {
  "messages.3: use the top-level 'system' parameter for the initial system prompt": 'unknown-role',
  'Invalid assistant message: content or tool_calls must be set': 'empty-turn',
  'invalid params, tool call id is invalid (2013)': 'illegal-call-id',
  'Function name was  but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.':
    'illegal-tool-name',
}

test.each(quoted)('quoted by a rulebook: %s', (says, rules) => {
  const explained = explain(says)
  expect(explained.matched).toBe(true)
  expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
  expect([meantOtherwise[says] ?? rules].flat()).toContain(explained.rules[0])
})

const known = [...quoted, ...examples]

test.each(known)('wrapped: %s', (says, rules) => {
  for (const wrap of Object.values(wrappers)) {
    const explained = explain(wrap(says))
    expect(explained, wrap(says)).toMatchObject({ matched: true })
    expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
  }
})

test.each(known.filter(([says]) => says.includes('`')))('without backticked words: %s', (says, rules) => {
  const explained = explain(withoutBackticked(says))
  expect(explained.matched).toBe(true)
  expect(explained.rules).toEqual(expect.arrayContaining([...rules]))
})

const literal = [
  ...[...known, ...field].map(([says]) => says),
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
  const meant = new Set([...patterns, ...ownPatterns()].flatMap(({ rules }) => rules))
  expect(names.filter((name) => !meant.has(name))).toEqual([])
  expect([...meant].filter((name) => !ruleNames.includes(name))).toEqual([])
})

test('there are words for every rule', () => {
  const wordless = ruleNames.filter((rule) => explainRule(rule).happened === anyFault.happened)
  expect(wordless).toEqual(['unreadable'])
})

test.each(unrelated)('nothing is recognised in: %s', (text) => {
  expect(explain(text)).toMatchObject({ matched: false, rules: [], ids: [], apis: [], ...nothingKnown })
})
