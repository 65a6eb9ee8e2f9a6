import { explain } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { rows } from '../corpus/rows.ts'
import { type Wrap, withoutBackticked, wrappers } from './wrappers.ts'

const said = rows.flatMap(({ id, says, expected, advice }) =>
  // What is only advised against has the sentence of the refusal that was seen.
  typeof says === 'string' ? [{ id, says, expected: expected.length > 0 ? expected : advice }] : [],
)

/** The rows whose text no longer says it once it is cut, each with its reason. */
const lostByCut: Readonly<Record<string, string>> = {}

test('most rows have a sentence', () => {
  expect(said.length).toBeGreaterThan(65)
})

test.each(said)('$id: $says', ({ says, expected }) => {
  const { matched, rules, sentence } = explain(says)
  expect(matched).toBe(true)
  expect(rules).toEqual(expect.arrayContaining([...expected]))
  expect(sentence).not.toBe('')
})

describe.each(Object.entries<Wrap>(wrappers))('wrapped by %s', (_, wrap) => {
  test.each(said)('$id', ({ says, expected }) => {
    const wrapped = explain(wrap(says))
    expect(wrapped.rules).toEqual(expect.arrayContaining([...expected]))
  })
})

test.each(said)('$id, with the words in backticks gone', ({ says, expected }) => {
  expect(explain(withoutBackticked(says)).rules).toEqual(expect.arrayContaining([...expected]))
})

test.each(said)('$id, cut after 120 characters', ({ id, says, expected }) => {
  const { rules } = explain(says.slice(0, 120))
  const isKept = expected.some((rule) => rules.includes(rule))
  expect(isKept).toBe(lostByCut[id] === undefined)
})

/** The wrappers that leave the sentence as it was, so that it comes out as it went in. */
const faithful = [
  'LiteLLM',
  'OpenRouter',
  'Vertex',
  'Vertex through Antigravity',
  'Copilot',
  'new-api',
  'Dify',
  'SDK',
  'Python repr',
  'Claude Code',
]

describe.each(faithful)('%s is taken off', (name) => {
  // Sentences that are bodies themselves are taken apart further.
  test.each(said.filter(({ says }) => !says.startsWith('{')))('$id', ({ says }) => {
    const alone = explain(says)
    const wrapped = explain(wrappers[name]?.(says) ?? '')
    expect(wrapped.sentence).toBe(alone.sentence)
    expect(wrapped.ids).toEqual(alone.ids)
    expect(wrapped.place).toBe(alone.place)
  })
})
