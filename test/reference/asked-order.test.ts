import { repair } from '@mortise/core'
import { expect, test } from 'vitest'

const call = (id: string): object => ({ functionCall: { id, name: 'read', args: {} } })
const result = (id: string): object => ({ functionResponse: { id, name: 'read', response: { output: id } } })
const ask = { role: 'user', parts: [{ text: 'go' }] }

function asked(calls: readonly object[], results: readonly object[]): unknown {
  const contents = [ask, { role: 'model', parts: calls }, { role: 'user', parts: results }]
  const policy = { preset: 'keep', rows: { 'results-out-of-order': 'mend' } } as const
  const { document, report } = repair({ contents }, { api: 'gemini', policy })
  // Words beside results are left where they stand: who refuses them is disputed.
  expect(report.left.filter(({ rule }) => rule !== 'text-beside-results')).toEqual([])
  return document.contents[2]
}

test.each([
  ['another order', [result('b'), result('a')], [result('a'), result('b')]],
  ['other ids', [result('x'), result('y')], [rename('x', 'a'), rename('y', 'b')]],
  ['words between', [result('b'), { text: 'hm' }, result('a')], [result('a'), { text: 'hm' }, result('b')]],
])('where a policy asks for it, the order of the calls is mended: %s', (_, results, expected) => {
  expect(asked([call('a'), call('b')], results)).toEqual({ role: 'user', parts: expected })
})

/** What a result says, under the id of another call. */
function rename(from: string, id: string): object {
  return { functionResponse: { id, name: 'read', response: { output: from } } }
}

test('what a gateway says of the order names both ids, and nothing where there are none', () => {
  const ask = (calls: readonly object[], results: readonly object[]): unknown => ({
    contents: [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: calls.map((functionCall) => ({ functionCall })) },
      { role: 'user', parts: results.map((one) => ({ functionResponse: { ...one, response: {} } })) },
    ],
  })
  const saysOf = (document: unknown): unknown[] =>
    repair(document, { api: 'gemini' })
      .report.found.filter(({ rule }) => rule === 'results-out-of-order')
      .map(({ says }) => says)
  const [a, b] = [
    { id: 'a', name: 'read' },
    { id: 'b', name: 'list' },
  ]
  expect(saysOf(ask([a, b], [b, a]))).toEqual(['functionResponse.id "b" does not match functionCall.id "a"'])
  expect(saysOf(ask([{ name: 'x' }, { name: 'y' }], [{ name: 'y' }, { name: 'x' }]))).toEqual([undefined])
})
