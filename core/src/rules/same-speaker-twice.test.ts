import { expect, test } from 'vitest'
import { repair, rulebooks, scan } from '../index.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { earlierTurns, noResult, nothingSaid, resultsReceived } from '../texts/fixed.ts'
import { noted, summaryLabel } from '../texts/shrunk.ts'

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
const sum = `${summaryLabel(9)}\nNine turns.`

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
  [
    'users who say nothing',
    [user('a'), model('b'), user(''), user('')],
    [twice],
    [user('a'), model('b'), user('')],
  ],
  [
    'a summary between words of the user',
    [user('a'), user(sum), user('b'), user('c')],
    [twice, twice, twice],
    [user('a'), model(noted), user(sum), model(noted), user('b\n\nc')],
  ],
  [
    'a summary after results',
    [user('a'), call('x'), result('x'), user(sum), system, user('b')],
    [twice, twice],
    [user('a'), call('x'), result('x'), model(resultsReceived), user(sum), system, model(noted), user('b')],
  ],
  ['a start on calls that the user follows', [call('x'), result('x'), user('a'), model('b')], [], []],
])('%s', (_, broken, rules, fixed) => {
  const { document, report } = repair(broken, { api })
  expect(report.found.map(({ rule }) => rule)).toEqual(rules)
  if (rules.length === 0) expect(document).toBe(broken)
  else expect(document).toEqual(fixed)
  expect(scan(document, api)).toEqual([])
})

const turn = (role: string, ...content: object[]): object => ({ role, content })
const words = (role: string, text: string): object => turn(role, { text })
const use = turn('assistant', { toolUse: { toolUseId: 'x', name: 'run', input: {} } })
const done = (text: string, status?: string): object =>
  turn('user', { toolResult: { toolUseId: 'x', content: [{ text }], ...(status && { status }) } })
const config = { tools: [{ toolSpec: { name: 'run', inputSchema: { json: {} } } }] }

test.each<[string, object[], object[]]>([
  [
    'words of the user',
    [words('user', 'a'), words('user', sum), words('user', 'b'), words('user', 'c')],
    [
      words('user', 'a'),
      words('assistant', noted),
      words('user', sum),
      words('assistant', noted),
      turn('user', { text: 'b' }, { text: 'c' }),
    ],
  ],
  [
    'a result before it',
    [words('user', 'a'), use, done('ran'), words('user', sum)],
    [words('user', 'a'), use, done('ran'), words('assistant', noted), words('user', sum)],
  ],
  [
    'a call before it',
    [words('user', 'a'), use, words('user', sum)],
    [words('user', 'a'), use, done(noResult, 'error'), words('assistant', noted), words('user', sum)],
  ],
  [
    'more in its turn',
    [turn('user', { text: 'a' }, { text: sum }), words('user', 'b')],
    [turn('user', { text: 'a' }, { text: sum }), words('assistant', noted), words('user', 'b')],
  ],
])('a summary is not made one with %s', (_, messages, fixed) => {
  const { document } = repair({ toolConfig: config, messages }, { api: 'everywhere' })
  expect(document.messages).toEqual(fixed)
  expect(scan(document, 'everywhere')).toEqual([])
  expect(repair(document, { api: 'everywhere' }).document).toBe(document)
})

test('a made result does not go into the turn of a summary', () => {
  const content = [{ type: 'tool_use', id: 'x', name: 'run', input: {} }]
  const messages = [user('a'), turn('assistant', ...content), turn('user', { type: 'text', text: sum })]
  for (const name of ['anthropic', 'anthropic-strict']) {
    const { document } = repair(messages, { api: name })
    expect(document).toHaveLength(4)
    expect(document.at(-1)).toBe(messages.at(-1))
    expect(scan(document, name)).toEqual([])
  }
})
