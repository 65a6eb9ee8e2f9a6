import { compact, followCompact } from '@mortise/core'
import { expect, test } from 'vitest'

const writers = {
  openai: (id: string): object[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: `The file src/part-${id}.ts holds ${id.length * 7} lines.` },
  ],
  anthropic: (id: string): object[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'run', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: `Ran src/part-${id}.ts twice.` }],
    },
  ],
}

/** Joints with a word of the user now and then. */
function steps(api: keyof typeof writers, count: number, name = 'id'): object[][] {
  return Array.from({ length: count }, (_, at) =>
    at % 5 === 0 ? [{ role: 'user', content: `Go on with ${name}${at}.` }] : writers[api](`${name}${at}`),
  )
}

function conversation(api: keyof typeof writers, count: number, name?: string): { messages: object[] } {
  return { messages: steps(api, count, name).flat() }
}

test.each(['openai', 'anthropic'] as const)('%s: a step says what the whole says', (api) => {
  const document = conversation(api, 150)
  const counted: unknown[] = []
  const options = {
    api,
    budget: 900,
    countTokens: (text: string, message: unknown): number => {
      counted.push(message)
      return Math.ceil(text.length / 4)
    },
  }
  const follower = followCompact(options)
  for (const step of [[], ...steps(api, 30, 'later')]) {
    document.messages.push(...step)
    const fresh = JSON.parse(JSON.stringify(document)) as typeof document
    const grown = follower.compact(document)
    expect(grown.document).toEqual(
      compact(fresh, { ...options, countTokens: (text) => Math.ceil(text.length / 4) }).document,
    )
  }
  expect(new Set(counted).size, 'each message is counted once').toBe(counted.length)
})

test('another list with the same messages goes on, a changed one begins anew', () => {
  const document = conversation('openai', 50)
  const follower = followCompact({ api: 'openai', budget: 500 })
  const small = follower.compact(document)
  expect(follower.compact({ ...document, messages: [...document.messages] })).toEqual(small)
  const other = conversation('openai', 50, 'other')
  expect(follower.compact(other)).toEqual(compact(other, { api: 'openai', budget: 500 }))
  const few = { ...document, messages: document.messages.slice(0, 5) }
  expect(follower.compact(few).document).toBe(few)
})

test.each(['openai', 'anthropic'] as const)('%s: what was made smaller may go into the same list', (api) => {
  const document = conversation(api, 60)
  const options = { api, budget: 500 }
  const follower = followCompact(options)
  for (const step of steps(api, 60, 'later')) {
    const { messages } = follower.compact(document).document
    document.messages.splice(0, document.messages.length, ...messages, ...step)
    const fresh = JSON.parse(JSON.stringify(document)) as typeof document
    expect(follower.compact(document).document).toEqual(compact(fresh, options).document)
  }
})

test('under `report`, a result before its call belongs to it once the call is there', () => {
  const use = (id: string): object => ({ type: 'tool_use', id, name: 'run', input: {} })
  const result = (id: string): object => ({
    type: 'tool_result',
    tool_use_id: id,
    content: `result of ${id}`,
  })
  const messages = [
    { role: 'user', content: [result('a'), result('b')] },
    { role: 'ai', content: [use('a')] },
    { role: 'tool', content: [result('a')] },
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [use('a'), use('b')] },
  ]
  const options = { api: 'anthropic-strict', policy: 'report', tail: 'open', budget: 10 } as const
  const follower = followCompact(options)
  follower.compact(messages.slice(0, 4))
  expect(follower.compact(messages)).toEqual(compact(messages, options))
})
