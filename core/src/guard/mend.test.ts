import { expect, test } from 'vitest'
import { mend, send } from './mend.ts'
import type { About, GuardOptions } from './options.ts'

const address = { format: 'gemini-contents' }
const calls = ['a', 'b'].map((id) => ({ functionCall: { id, name: 'look', args: {} } }))
const results = ['b', 'a'].map((id) => ({ functionResponse: { id, name: 'look', response: {} } }))
const head = [
  { role: 'user', parts: [{ text: 'Hi' }] },
  { role: 'model', parts: calls },
]
/** Results in another order than their calls: some gateways compare them one by one, and Google does not. */
const swapped = { contents: [...head, { role: 'user', parts: results }] }
const ordered = { contents: [...head, { role: 'user', parts: results.toReversed() }] }
const says = 'functionResponse.id "b" does not match functionCall.id "a"'

/** An error as clients throw it. */
const refusal = (members: object, message = says): Error => Object.assign(new Error(message), members)

/** The request that is sent where the first attempt ends in an error. */
async function sentAfter(error: unknown, options: GuardOptions): Promise<readonly unknown[]> {
  const sent: unknown[] = []
  const call = async (document: unknown): Promise<string> => {
    sent.push(document)
    if (sent.length === 1) throw error
    return 'fine'
  }
  const answer = await send(swapped, address, options, call).catch((thrown: unknown) => thrown)
  expect(answer).toBe(sent.length === 1 ? error : 'fine')
  return sent
}

test.each([
  ['beside the message', { status: 400 }],
  ['where AWS keeps it', { $metadata: { httpStatusCode: 400 } }],
  ['of another kind', { status: 422 }],
])('a refusal with its status %s is answered by a stricter repair', async (_, members) => {
  const told: About[] = []
  const onRepair = (_: unknown, about: About): number => told.push(about)
  expect(await sentAfter(refusal(members), { retry: true, onRepair })).toEqual([swapped, ordered])
  expect(told).toEqual([{ api: 'gemini', isRetry: true }])
})

test.each([
  ['nobody asked for another attempt', refusal({ status: 400 }), {}],
  ['the status is another', refusal({ status: 500 }), { retry: true }],
  ['there is no status', refusal({}), { retry: true }],
  ['the status cannot be read', refusal({ $metadata: 'none' }), { retry: true }],
  ['the words are not known', refusal({ status: 400 }, 'No.'), { retry: true }],
  ['it is no error', says, { retry: true }],
  ['nothing may be changed', refusal({ status: 400 }), { retry: true, policy: 'report' as const }],
])('an error comes through where %s', async (_, error, options) => {
  expect(await sentAfter(error, options)).toEqual([swapped])
})

test('what is left wrong is told, and what is right is not', () => {
  const told: unknown[] = []
  const onRepair: GuardOptions['onRepair'] = ({ plan, left }) => told.push([plan.edits.length, left.length])
  const open = { contents: head }
  expect(mend(ordered, address, { onRepair })).toBe(ordered)
  expect(mend(swapped, address, { onRepair }), 'advice is left alone').toBe(swapped)
  expect(told).toEqual([])
  expect(mend(open, address, { onRepair, policy: 'report' })).toBe(open)
  expect(mend(open, address, { onRepair })).not.toBe(open)
  expect(mend(open, address, { onRepair, tail: 'open' })).toBe(open)
  expect(told).toEqual([
    [0, 3],
    [1, 0],
  ])
})

test('a body in the format of another API is sent as it is', () => {
  const told: unknown[] = []
  const call = { id: 'a', type: 'function', function: { name: 'ls', arguments: '{}' } }
  const chat = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]
  expect(mend(chat, address, { api: 'gemini', onRepair: (report) => told.push(report) })).toBe(chat)
  expect(told).toEqual([])
})
