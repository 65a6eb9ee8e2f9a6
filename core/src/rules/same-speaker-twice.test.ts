import { expect, test } from 'vitest'
import { repair, rulebooks, scan } from '../index.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { earlierTurns, nothingSaid, resultsReceived } from '../texts/fixed.ts'

const vllm = rulebooks.find(({ name }) => name === 'vllm') as Rulebook
const refused = { severity: 'refused', evidence: 'quoted' } as const

/** An API whose template counts what user and model say, and passes over calls and results. */
const api: Rulebook = {
  ...vllm,
  name: 'speech',
  layout: { ...vllm.layout, alternates: 'speech' },
  rows: { ...vllm.rows, 'same-speaker-twice': refused, 'starts-on-model': refused },
}

const system = { role: 'system', content: 'be kind' }
const user = (content: string): object => ({ role: 'user', content })
const model = (content: string): object => ({ role: 'assistant', content })
const call = (id: string, content: string | null = null): object => ({
  role: 'assistant',
  content,
  tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{}' } }],
})
const result = (id: string): object => ({ role: 'tool', tool_call_id: id, content: 'done' })

const twice = 'same-speaker-twice'

test.each<[string, object[], string[], object[]]>([
  ['alternating speakers', [system, user('a'), model('b'), user('c')], [], []],
  [
    'calls and results between',
    [user('a'), call('x'), result('x'), call('y'), result('y'), model('b')],
    [],
    [],
  ],
  ['two user turns', [system, user('a'), user('b')], [twice], [system, user('a\n\nb')]],
  ['three user turns', [user('a'), user('b'), user('c')], [twice, twice], [user('a\n\nb\n\nc')]],
  [
    'a user turn after results',
    [user('a'), call('x'), result('x'), user('b')],
    [twice],
    [user('a'), call('x'), result('x'), model(resultsReceived), user('b')],
  ],
  [
    'words of the model before its calls, and after them',
    [user('a'), model('b'), call('x'), result('x'), model('c')],
    [twice],
    [user('a'), call('x', 'b'), result('x'), model('c')],
  ],
  [
    'instructions between two user turns',
    [user('a'), system, user('b')],
    [twice],
    [user('a'), system, model(nothingSaid), user('b')],
  ],
  [
    'instructions between two turns of the model',
    [user('a'), model('b'), system, model('c'), user('d')],
    [twice],
    [user('a'), model('b'), system, user(nothingSaid), model('c'), user('d')],
  ],
  [
    'a start on calls',
    [system, call('x'), result('x'), model('a'), user('b')],
    ['starts-on-model'],
    [system, user(earlierTurns), call('x'), result('x'), model('a'), user('b')],
  ],
  ['a start on calls that the user follows', [call('x'), result('x'), user('a'), model('b')], [], []],
])('%s', (_, broken, rules, fixed) => {
  const { document, report } = repair(broken, { api })
  expect(report.found.map(({ rule }) => rule)).toEqual(rules)
  if (rules.length === 0) expect(document).toBe(broken)
  else expect(document).toEqual(fixed)
  expect(scan(document, api)).toEqual([])
})
