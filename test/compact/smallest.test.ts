import { compact, repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { nothingIsSmaller } from './smallest.ts'

test('what does not fit is the smallest of all that can be chosen', { timeout: 600_000 }, async () => {
  await nothingIsSmaller(amount(60))
})

test('what a merge writes is reckoned with: a short turn between costs less than a blank line', () => {
  const [first, last] = [
    { role: 'user', content: 'first' },
    { role: 'user', content: 'last' },
  ]
  const short = { role: 'assistant', content: 'k' }
  const long = [
    { role: 'assistant', content: 'said at length' },
    { role: 'user', content: 'and so on' },
  ]
  const wish = { api: 'everywhere', countTokens: (text: string) => text.length } as const
  const sizeOf = (given: readonly unknown[]): number =>
    compact(given, { ...wish, budget: 1e9 }).report.before.tokens
  expect(sizeOf(repair([first, last], { api: wish.api }).document)).toBeGreaterThan(
    sizeOf([first, short, last]),
  )
  const given = [first, ...long, short, last]
  const { document, report } = compact(given, { ...wish, budget: 0, stages: ['drop'], pin: [0] })
  expect([document, report.smallest]).toEqual([[first, short, last], sizeOf([first, short, last])])
})

test('what can neither be hidden nor dropped as it stands is dropped and mended', () => {
  const messages = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'yes' },
    { role: 'user', content: 'on' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'm0000007z', type: 'function', function: { name: 'run', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'm0000007z', content: 'done' },
    { role: 'assistant', content: 'so' },
    { role: 'user', content: 'last' },
  ]
  const wish = { api: 'everywhere', budget: 0, countTokens: () => 1, pin: [0, 1, 3] } as const
  const smallest = (stages: readonly ('hide' | 'drop')[]): number | undefined =>
    compact(messages, { ...wish, stages }).report.smallest
  expect([smallest(['hide', 'drop']), smallest(['drop']), smallest(['hide'])]).toEqual([5, 5, 7])
})

describe('what the engine writes is laid to whom it was written for', () => {
  const said = (role: string, content: string): object => ({ role, content })
  const joint = (id: string): readonly object[] => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ]
  const wish = { api: 'llama-cpp', budget: 0, stages: ['drop'], keep: { firstUser: false } } as const
  // A message of its own costs more than a blank line: what is merged is cheaper.
  const words = (text: string): number => text.split(/\s+/).length + 3

  test('where many turns become one, to each of those that were taken in', () => {
    const [go, on, last] = [said('user', 'go'), said('user', 'k'), said('user', 'a bit longer than that')]
    const spare = said('user', 'ok')
    const given = [
      said('user', 'hi'),
      ...joint('a'),
      said('assistant', '(results received)'),
      spare,
      said('assistant', 'ok'),
      go,
      said('assistant', 'xxxxxxx'),
      on,
      said('assistant', 'ok'),
      last,
    ]
    const { document } = compact(given, { ...wish, countTokens: words, pin: [1, 6, 8] })
    expect(document).toEqual([...joint('a'), said('user', 'go\n\nk\n\na bit longer than that')])
  })

  test('where the user has to speak first and calls do not count, to the model that would', () => {
    const given = [
      said('user', 'said at length, before anything was done'),
      ...joint('a'),
      said('assistant', 'so'),
      said('user', 'k'),
      ...joint('b'),
      said('assistant', 'done'),
      said('user', 'last'),
    ]
    const characters = (text: string): number => text.length
    const { document } = compact(given, { ...wish, countTokens: characters, pin: [1, 7] })
    expect(document).toEqual([...joint('a'), said('user', 'k'), said('assistant', 'done'), given.at(-1)])
  })
})

test('where nothing fits, the engine speaks in place of what only stayed so that the user speaks first', () => {
  const given = [
    { role: 'user', content: 'a question of many words '.repeat(20) },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: 'on' },
    { role: 'assistant', content: 'more' },
    { role: 'user', content: 'last' },
  ]
  const wish = { api: 'everywhere', stages: ['drop'], keep: { firstUser: false }, pin: [1] } as const
  const opening = { role: 'user', content: '(earlier turns are not part of this request)' }
  const { document, report } = compact(given, { ...wish, budget: 0 })
  expect(document).toEqual([opening, given[1], given[4]])
  expect(report).toMatchObject({ fits: false, smallest: report.after.tokens })
  const roomy = compact(given, { ...wish, budget: report.before.tokens - 1 })
  expect(roomy.document).toEqual([given[0], given[1], given[4]])
})
