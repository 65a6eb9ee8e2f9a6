import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { convert, scan } from '../../core/src/index.ts'
import { amount } from '../amount.ts'
import { type Json, joints } from './pieces.ts'

const user = (...content: readonly Json[]): Json => ({ role: 'user', content })
const model = (...content: readonly Json[]): Json => ({ role: 'assistant', content })
const use = (id: string, name = id): Json => ({ type: 'tool_use', id, name, input: {} })
const result = (id: string, content = id): Json => ({ type: 'tool_result', tool_use_id: id, content })
const claude = (...messages: readonly Json[]): Json => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 9,
  messages: [user({ type: 'text', text: 'go' }), ...messages],
})
const responses = (...input: readonly Json[]): Json => ({
  model: 'gpt-5',
  input: [{ role: 'user', content: 'go' }, ...input],
})
const called = (call_id: string, name = call_id): Json => ({
  type: 'function_call',
  call_id,
  name,
  arguments: '{}',
})
const output = (call_id: string, words = call_id): Json => ({
  type: 'function_call_output',
  call_id,
  output: words,
})
const gemini = (calls: readonly Json[], answers: readonly Json[]): Json => ({
  model: 'gemini-2.5-pro',
  contents: [
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'model', parts: calls.map((functionCall) => ({ functionCall })) },
    { role: 'user', parts: answers.map((functionResponse) => ({ functionResponse })) },
  ],
})
const answer = (name: string, words: string): Json => ({ name, response: { output: words } })

const targets = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-contents',
  'bedrock-converse',
  'ai-sdk',
]

describe('each result keeps the call that it was matched to', () => {
  const cases: readonly (readonly [
    name: string,
    from: string,
    document: Json,
    expected: readonly string[],
  ])[] = [
    [
      'two turns of the model whose results stand in one turn',
      'anthropic-messages',
      claude(model(use('d')), model(use('e')), user(result('d'), result('e'))),
      ['d=d', 'e=e'],
    ],
    [
      'results in another order than their calls',
      'anthropic-messages',
      claude(model(use('d')), model(use('e')), user(result('e'), result('d'))),
      ['d=d', 'e=e'],
    ],
    [
      'one id for two tools in one turn',
      'anthropic-messages',
      claude(model(use('c', 'read'), use('c', 'grep')), user(result('c', 'one'), result('c', 'two'))),
      ['read=one', 'grep=two'],
    ],
    [
      'one id for two tools in one turn of Responses',
      'openai-responses',
      responses(called('c', 'read'), called('c', 'grep'), output('c', 'one'), output('c', 'two')),
      ['read=one', 'grep=two'],
    ],
    [
      'one id in two turns',
      'anthropic-messages',
      claude(
        model(use('c', 'read')),
        user(result('c', 'one')),
        model(use('c', 'grep')),
        user(result('c', 'two')),
      ),
      ['read=one', 'grep=two'],
    ],
    [
      'a result before its call',
      'openai-responses',
      responses(output('b'), called('a'), called('b'), output('a')),
      ['a=a', 'b=b'],
    ],
    [
      'no ids: by name and order',
      'gemini-contents',
      gemini(
        [
          { name: 'read', args: {} },
          { name: 'list', args: {} },
          { name: 'read', args: { n: 2 } },
        ],
        [answer('list', '2'), answer('read', '1'), answer('read', '3')],
      ),
      ['read=1', 'list=2', 'read=3'],
    ],
    [
      'an id on the call alone',
      'gemini-contents',
      gemini(
        [
          { id: 'x', name: 'read', args: {} },
          { name: 'list', args: {} },
        ],
        [answer('read', '1'), answer('list', '2')],
      ),
      ['read=1', 'list=2'],
    ],
    [
      'an id on the result alone',
      'gemini-contents',
      gemini([{ name: 'read', args: {} }], [{ id: 'x', ...answer('read', '1') }]),
      ['read=1'],
    ],
    [
      'an id that stands in for none, and is taken',
      'gemini-contents',
      gemini(
        [
          { id: 'positional_0', name: 'list', args: {} },
          { name: 'read', args: {} },
        ],
        [{ id: 'positional_0', ...answer('list', '1') }, answer('read', '2')],
      ),
      ['list=1', 'read=2'],
    ],
  ]

  test.each(
    cases.flatMap(([name, from, document, expected]) =>
      targets.filter((to) => to !== from).map((to) => [name, to, from, document, expected] as const),
    ),
  )('%s: to %s', (_, to, from, document, expected) => {
    const made = convert(document, { from, to })
    expect(pairsOf(made.document)).toEqual(expected)
    expect(scan(made.document, made.to.api).map(({ rule }) => rule)).toEqual(
      expect.not.arrayContaining(pairing),
    )
  })
})

/** Advice about pairs and ids, too: conversion could have written them without. */
const pairing = [
  'results-out-of-order',
  'duplicate-call-id',
  'duplicate-result',
  'illegal-call-id',
  'result-out-of-place',
]

/** Each call with the result that has its id; in a document without ids, the one in its place. The order is that of the calls. */
function pairsOf(document: unknown): readonly string[] {
  const { calls, results } = joints(document)
  expect(results.map(([id]) => id)).toEqual(calls.map(([id]) => id))
  const seen = results.map(([, told]) => String(told).replace(/^.*: /, ''))
  const named = results.every(
    ([, told], index) =>
      !String(told).includes(': ') || String(told).startsWith(`${String(calls[index]?.[1])}:`),
  )
  expect(named).toBe(true)
  return calls.map(([, name], index) => `${String(name)}=${seen[index]}`)
}

test('ids that were made for a call without one are not written to Gemini', () => {
  const document = gemini(
    [
      { name: 'read', args: {} },
      { name: 'list', args: {} },
    ],
    [answer('read', '1'), answer('list', '2')],
  )
  const there = convert(document, { to: 'openai-chat', model: 'gpt-5' })
  expect(joints(there.document).calls.map(([id]) => id)).toEqual(['positional_0', 'positional_1'])
  const back = convert(there.document, { to: 'gemini-contents' })
  expect((back.document as Json).contents).toEqual(document.contents)
})

describe('ids that were changed come back', () => {
  const id = `toolu_${'x'.repeat(60)}`
  const long = claude(model(use(id)), user(result(id)))
  const chatCall = (name: string): Json => ({
    id: 'c',
    type: 'function',
    function: { name, arguments: '{}' },
  })
  const messages = ['read', 'grep'].flatMap((name) => [
    { role: 'assistant', tool_calls: [chatCall(name)] },
    { role: 'tool', tool_call_id: 'c', content: name },
  ])
  const again = { model: 'gpt-5', messages: [{ role: 'user', content: 'go' }, ...messages] }
  test.each([
    ['used again in a later turn', again, 'openai-chat', 'openai-responses', ['c', 'c']],
    ['longer than chat takes', long, 'anthropic-messages', 'openai-chat', [id]],
    ['longer than Responses take', long, 'anthropic-messages', 'openai-responses', [id]],
  ])('%s', (_, document, from, to, ids) => {
    const there = convert(document, { to })
    expect(there.report.left).toEqual([])
    expect(joints(there.document).calls.map(([own]) => own)).not.toEqual(ids)
    const back = convert(there.document, { from: to, to: from, ids: there.report.ids })
    expect(joints(back.document).calls.map(([own]) => own)).toEqual(ids)
  })
})

test('ten thousand calls of one name and without ids are paired in a moment', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index)
  const document = gemini(
    many.map(() => ({ name: 'read', args: {} })),
    many.map((index) => answer('read', String(index))),
  )
  const { calls, results } = joints(convert(document, { to: 'openai-responses' }).document)
  expect(new Set(calls.map(([id]) => id)).size).toBe(10_000)
  expect(results).toEqual(many.map((index) => [`positional_${index}`, String(index)]))
})

/** Runs of turns of the model with calls, each run followed by its results in any order, in one turn or in several. */
const runs = fc.array(
  fc.record({
    turns: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    keys: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 }),
  }),
  { minLength: 1, maxLength: 3 },
)

test.each(targets.filter((to) => to !== 'anthropic-messages'))(
  'in drawn runs of turns, results are in the order of their calls: to %s',
  (to) => {
    fc.assert(
      fc.property(runs, (drawn) => {
        let count = 0
        const messages = drawn.flatMap(({ turns, keys }) => {
          const ids: string[] = []
          const calling = turns.map((size) =>
            model(
              ...Array.from({ length: size }, () => {
                ids.push(`c${count++}`)
                return use(ids.at(-1) ?? '')
              }),
            ),
          )
          const order = ids
            .map((own, index) => [keys[index] ?? 0, own] as const)
            .sort(([left], [right]) => left - right)
          return [...calling, user(...order.map(([, own]) => result(own)))]
        })
        const made = convert(claude(...messages), { to })
        expect(pairsOf(made.document)).toEqual(
          Array.from({ length: count }, (_, index) => `c${index}=c${index}`),
        )
        expect(made.report.left).toEqual([])
      }),
      { numRuns: amount(50), seed: 33 },
    )
  },
)
