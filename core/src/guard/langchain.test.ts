import { expect, test } from 'vitest'
import { repairMessages } from './langchain.ts'

/** A message as LangChain has it: an instance with a type, printed from what it was made of. */
class Message {
  readonly lc_kwargs: object
  readonly type: string
  constructor(type: string, members: object) {
    this.type = type
    this.lc_kwargs = members
    Object.assign(this, members)
  }
}

const user = new Message('human', { content: 'Hi' })
const look = (id: string): object => ({ id, name: 'look', args: { at: 'door' } })
const use = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: { at: 'door' } })
const written = (id: string): object => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
})
const calls = (...ids: string[]): Message =>
  new Message('ai', {
    content: [{ type: 'text', text: 'Looking.' }, ...ids.map(use)],
    tool_calls: ids.map(look),
    additional_kwargs: { tool_calls: ids.map(written), own: true },
    usage_metadata: { total_tokens: 9 },
  })
const result = (tool_call_id: string, content = 'a wall'): Message =>
  new Message('tool', { tool_call_id, content })

const made = {
  role: 'tool',
  content: '[no result was recorded; the tool may or may not have run: check before repeating]',
  status: 'error',
}

test('an open call is answered in the plain form of a message', () => {
  const messages = [user, calls('a', 'b'), result('b'), user]
  expect(repairMessages<object>(messages)).toEqual([
    ...messages.slice(0, 3),
    { ...made, tool_call_id: 'a' },
    user,
  ])
})

test('a late result is moved home as it is', () => {
  const [call, late] = [calls('a'), result('a')]
  const mended = repairMessages([user, call, user, late])
  expect(mended.map((message) => [user, call, late].indexOf(message))).toEqual([0, 1, 2, 0])
})

test('a result without a call becomes words', () => {
  expect(repairMessages<object>([user, result('x', 'a wall')])).toEqual([
    user,
    { role: 'user', content: '[tool result kept as text: x]\na wall' },
  ])
})

test('calls of one id get ids of their own, wherever they are kept, and their results too', () => {
  const given = calls('a', 'a')
  const mended = repairMessages([user, given, result('a', 'first'), result('a', 'second')])
  const [, call, first, second] = mended.map((message) => message as unknown as Record<string, unknown>)
  const other = second?.tool_call_id
  expect(other).toMatch(/^[a-zA-Z\d]{9}$/)
  expect(first).toBe(mended[2])
  expect([first?.tool_call_id, first?.content, second?.content]).toEqual(['a', 'first', 'second'])
  const wanted = calls('a', String(other))
  expect(call).toEqual(wanted)
  expect(call).toBeInstanceOf(Message)
  expect(given).toEqual(calls('a', 'a'))
})

test('calls that are dropped are gone wherever they are kept', () => {
  const mended = repairMessages([user, calls('a', 'b'), result('b'), user], { policy: 'drop' })
  expect(mended).toEqual([user, calls('b'), result('b'), user])
})

test('messages of other kinds, and what is no message, stay', () => {
  const system = new Message('system', { content: 'Be kind.' })
  const odd = [system, null, 'Hi', 7, new Message('generic', { content: 'Hm.', role: 'critic' })]
  const messages = [...odd, user, calls('a'), user]
  const mended = repairMessages<unknown>(messages)
  expect(mended.filter((message) => messages.includes(message as Message))).toEqual(messages)
  expect(mended.length).toBe(messages.length + 1)
  expect(repairMessages(odd)).toBe(odd)
})
