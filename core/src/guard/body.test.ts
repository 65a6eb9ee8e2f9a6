import { expect, test } from 'vitest'
import { mendBody } from './body.ts'

const say = { role: 'user', content: 'Hi' }
const call = {
  role: 'assistant',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'ls', arguments: '{}' } }],
}

test.each([
  ['a sound body', [say], []],
  ['a broken body', [say, call, say], ['call-without-result']],
])('onScan hears once of %s that a client is about to print', (_, messages, rules) => {
  const heard: unknown[] = []
  const onScan = (found: readonly { rule: string }[], about: object): number =>
    heard.push([found.map(({ rule }) => rule), about])
  const body = { model: 'gpt-5', messages }
  expect(mendBody(body, { format: 'openai-chat' }, { onScan }) === body).toBe(rules.length === 0)
  expect(heard).toEqual([[rules, { api: 'openai', isRetry: false }]])
})
