import { compact } from '@mortise/core'
import { describe, expect, test } from 'vitest'

test('a unit that cannot be hidden is dropped, and the document is mended', () => {
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

describe('if nothing fits, every unit that may go has gone', () => {
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

  test('the turns that stay are merged by the engine', () => {
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
})

test('a turn that stayed only so that the user speaks first gives way to a shorter one of the engine', () => {
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
