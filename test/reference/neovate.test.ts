import { neovatePath, repair } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { complaints } from '../oracle/index.ts'
import { call, type Message, missing, model, noResult, result, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'
import { filterMessages } from './neovate-filter.ts'

const apis = ['anthropic', 'anthropic-strict']

const dataFlow = [
  user('read file.ts'),
  model(call('toolu_001', 'read')),
  user(result('toolu_001', 'export {}')),
  model(call('toolu_002', 'write')),
]

const severalCalls = [user('read both'), model(call('a'), call('b')), user(result('a'))]

const mixed = [user('write it'), model('Let me write it.', call('a', 'write'))]

const partial = [
  user('read both'),
  model('Reading both.', call('a'), call('b')),
  user(result('a')),
  user('go on'),
]

const cases: readonly Case[] = [
  sound('an empty list', apis, [], 'rest'),
  sound('no calls', apis, [user('hello'), model('Hello.'), user('bye')], 'rest'),
  sound('every call has its result', apis, [user('read'), model(call('a')), user(result('a'))], 'rest'),
  {
    name: 'several calls, one without a result',
    apis,
    tail: 'rest',
    broken: severalCalls,
    found: [['call-without-result', '1', ['b']]],
    keep: [user('read both'), model(call('a'), call('b')), user(result('a'), missing('b'))],
    'drop-turn': [user('read both')],
  },
  {
    name: 'text beside a call without a result',
    apis,
    tail: 'rest',
    broken: mixed,
    found: [['call-without-result', '1', ['a']]],
    keep: [...mixed, user(missing('a'))],
    'drop-turn': [user('write it')],
  },
  {
    name: 'the data flow example: `toolu_002` was running when the session crashed',
    apis,
    tail: 'rest',
    broken: dataFlow,
    found: [['call-without-result', '3', ['toolu_002']]],
    keep: [...dataFlow, user(missing('toolu_002'))],
    'drop-turn': dataFlow.slice(0, 3),
  },
  {
    name: 'a partial batch: no result stays behind without its call',
    apis,
    tail: 'rest',
    broken: partial,
    found: [['call-without-result', '1', ['b']]],
    keep: [partial[0]!, partial[1]!, user(result('a'), missing('b')), partial[3]!],
    'drop-turn': [user('read both'), user('go on')],
  },
]

mends(cases)

/** A result in Neovate's own list, as its design document writes it. */
function given(id: string, content = `result of ${id}`): Message {
  return { type: 'tool-result', toolCallId: id, toolName: 'read', result: { llmContent: content } }
}

function tool(...results: readonly Message[]): Message {
  return { role: 'tool', content: results }
}

/** What a repair writes where no result was recorded. */
function standIn(id: string, name = 'read'): Message {
  const said = { llmContent: noResult, returnDisplay: noResult, isError: true }
  return { type: 'tool-result', toolCallId: id, toolName: name, input: {}, result: said }
}

/** The messages of a session in memory: each names itself and the one before it. */
function chained(messages: readonly Message[]): Message[] {
  return messages.map((message, index) => ({
    type: 'message',
    uuid: `u${index}`,
    parentUuid: index === 0 ? null : `u${index - 1}`,
    ...message,
  }))
}

/** Names without parents, as in the document's example. */
function named(messages: readonly Message[]): Message[] {
  return messages.map((message, index) => ({ uuid: String(index + 1), ...message }))
}

/** The example of the document, word for word but for the dots in it. */
const example = [
  { uuid: '1', role: 'user', content: 'read file.ts' },
  { uuid: '2', role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_001', name: 'read' }] },
  { uuid: '3', role: 'tool', content: [{ type: 'tool-result', toolCallId: 'toolu_001' }] },
  { uuid: '4', role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_002', name: 'write' }] },
]

const talk = [user('hello'), model('Hello.'), user('bye')]
const answered = [user('read'), model(call('a')), tool(given('a'))]
const several = [user('read both'), model(call('a'), call('b')), tool(given('a'))]
const textBeside = [user('write it'), model('Let me write it.', call('a', 'write'))]
const goesOn = [user('read it'), model('Reading.', call('a')), user('go on')]

const [first, second] = chained(textBeside) as [Message, Message]

const inMemory: readonly Case[] = [
  sound('in memory: an empty list', ['neovate'], []),
  sound('in memory: no calls', ['neovate'], talk),
  sound('in memory: no calls, with names', ['neovate'], chained(talk)),
  sound('in memory: every call has its result', ['neovate'], answered),
  sound('in memory: every call has its result, with names', ['neovate'], chained(answered)),
  {
    name: 'in memory: several calls, one without a result',
    apis: ['neovate'],
    broken: several,
    found: [['call-without-result', '1', ['b']]],
    keep: [several[0]!, several[1]!, tool(given('a'), standIn('b'))],
    'drop-turn': [user('read both')],
  },
  {
    name: 'in memory: text beside a call without a result',
    apis: ['neovate'],
    broken: textBeside,
    found: [['call-without-result', '1', ['a']]],
    keep: [...textBeside, tool(standIn('a', 'write'))],
    'drop-turn': [user('write it')],
  },
  {
    name: 'in memory: the same in a chain, where the new message is a link',
    apis: ['neovate'],
    broken: chained(textBeside),
    found: [['call-without-result', '1', ['a']]],
    keep: [
      first,
      second,
      { ...tool(standIn('a', 'write')), type: 'message', uuid: 'u1-next', parentUuid: 'u1' },
    ],
    'drop-turn': [first],
  },
  {
    name: 'in memory: the data flow example, word for word',
    apis: ['neovate', 'everywhere'],
    broken: example,
    found: [['call-without-result', '3', ['toolu_002']]],
    keep: [...example, { ...tool(standIn('toolu_002', 'write')), uuid: '4-next' }],
    'drop-turn': example.slice(0, 3),
  },
  {
    name: 'in memory: messages that stay are as they were, though a parent went',
    apis: ['neovate'],
    broken: chained(goesOn),
    found: [['call-without-result', '1', ['a']]],
    keep: [
      ...chained(goesOn).slice(0, 2),
      { ...tool(standIn('a')), type: 'message', uuid: 'u1-next', parentUuid: 'u1' },
      { ...chained(goesOn)[2]!, parentUuid: 'u1-next' },
    ],
    'drop-turn': [chained(goesOn)[0]!, chained(goesOn)[2]!],
  },
]

mends(
  inMemory.map((row) => ({
    ...row,
    apis: row.apis.map((api) => (api === 'everywhere' ? 'everywhere-neovate' : api)),
  })),
)

describe('a list in memory is read as Neovate’s without being told', () => {
  test.each([
    ['the data flow example', example, ['1', '2', '3']],
    [
      'the same without names',
      example.map(({ uuid: _uuid, ...rest }) => rest),
      [undefined, undefined, undefined],
    ],
    ['a chain', chained([...answered, model(call('b'))]), ['u0', 'u1', 'u2']],
    ['names alone, and no result at all', named(textBeside), ['1']],
  ])('%s', (_name, list, uuids) => {
    const { document, api } = repair<readonly Message[]>(list, { policy: 'drop-turn' })
    expect(api).toBe('neovate')
    expect(document.map(({ uuid }) => uuid)).toEqual(uuids)
    expect(document).toEqual(list.slice(0, uuids.length))
  })
})

describe('N8: a branch that was left is neither judged nor touched', () => {
  const [root, left, ...rest] = [
    { type: 'message', uuid: '1', parentUuid: null, ...user('read') },
    { type: 'message', uuid: '2', parentUuid: '1', ...model(call('left')) },
    { type: 'message', uuid: '3', parentUuid: '1', ...model(call('a')) },
    { type: 'message', uuid: '4', parentUuid: '3', ...tool(given('a')) },
  ]

  test('the active path is sound', () => {
    const list = [root, left, ...rest]
    expect(repair(list).document).toBe(list)
    expect(neovatePath(list)).toEqual([root, ...rest])
  })

  test('a fault on the active path is mended, and the branch stays', () => {
    const end = { type: 'message', uuid: '5', parentUuid: '3', ...user('go on') }
    const { document, report } = repair([root, left, rest[0], end], { policy: 'drop-turn' })
    expect(report.found.map(({ calls }) => calls)).toEqual([['a']])
    expect(document).toEqual([root, left, { ...end, parentUuid: '1' }])
  })
})

/** Draws lists in memory: chained, now and then with a branch that was left, calls without results, and results apart. */
const lists = fc
  .array(
    fc.record({
      calls: fc.integer({ min: 0, max: 2 }),
      answered: fc.integer({ min: 0, max: 2 }),
      branch: fc.nat(4),
    }),
    { maxLength: 5 },
  )
  .map((rounds) => {
    const list: Message[] = []
    let last: string | null = null
    const add = (message: Message, parentUuid: string | null, isLeft = false): void => {
      const uuid = `u${list.length}`
      list.push({ type: 'message', uuid, parentUuid, ...message })
      if (!isLeft) last = uuid
    }
    for (const [round, { calls, answered: count, branch }] of rounds.entries()) {
      add(user(`go ${round}`), last)
      const ids = Array.from({ length: calls }, (_, index) => `c${round}-${index}`)
      if (branch === 0) add(model(call(`left${round}`)), last, true)
      add(model('So.', ...ids.map((id) => call(id))), last)
      const results = ids.slice(0, count).map((id) => given(id))
      if (results.length > 0) add(tool(...results), last)
    }
    return list
  })

test('under drop-turn, what is on the active path is to the letter what the document’s own function gives', () => {
  let compared = 0
  fc.assert(
    fc.property(lists, (list) => {
      const own = filterMessages(list)
      // Its function leaves results behind when their call goes: there it cannot be followed.
      if (complaints(own, { api: 'neovate', tail: 'closed' }).length > 0) return
      compared++
      const { document } = repair(neovatePath(list), { api: 'neovate', policy: 'drop-turn' })
      expect(document).toEqual(own)
    }),
    { numRuns: 200 },
  )
  expect(compared).toBeGreaterThan(100)
})
