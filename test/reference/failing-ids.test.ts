import { describe } from 'vitest'
import { call, calls, kept, missing, missingTool, model, namelessCalls, result, tool, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const blocks = ['anthropic', 'anthropic-strict']
// An id that a later turn uses again is on record as accepted by Anthropic itself: there it stays.
const strict = ['anthropic-strict']
const lenient = ['anthropic']
const chat = ['openai', 'deepseek']

// The second call of an id gets a new one where a request must not repeat it: always the same.
const second = 'oDsgqv2EO'

const repeatedIds: readonly Case[] = [
  {
    name: 'an answered call does not vouch for a later one of the same id',
    apis: lenient,
    broken: [user('go'), model(call('a')), user(result('a')), model(call('a'))],
    found: [
      ['call-without-result', '3', ['a']],
      ['duplicate-call-id', '3.content.0', ['a']],
    ],
    keep: [user('go'), model(call('a')), user(result('a')), model(call('a')), user(missing('a'))],
    drop: [user('go'), model(call('a')), user(result('a'))],
    'drop-turn': [user('go'), model(call('a')), user(result('a'))],
  },
  {
    name: 'an answered call does not vouch for a later one of the same id',
    apis: strict,
    broken: [user('go'), model(call('a')), user(result('a')), model(call('a'))],
    found: [
      ['call-without-result', '3', ['a']],
      ['duplicate-call-id', '3.content.0', ['a']],
    ],
    keep: [user('go'), model(call('a')), user(result('a')), model(call(second)), user(missing(second))],
    drop: [user('go'), model(call('a')), user(result('a'))],
    'drop-turn': [user('go'), model(call('a')), user(result('a'))],
  },
  {
    name: 'an answered call does not vouch for a later one of the same id',
    apis: ['openai'],
    broken: [user('go'), calls('a'), tool('a'), calls('a')],
    found: [['call-without-result', '3', ['a']]],
    keep: [user('go'), calls('a'), tool('a'), calls('a'), missingTool('a')],
    drop: [user('go'), calls('a'), tool('a')],
    'drop-turn': [user('go'), calls('a'), tool('a')],
  },
  {
    name: 'an answered call does not vouch for a later one of the same id',
    apis: ['deepseek'],
    broken: [user('go'), calls('a'), tool('a'), calls('a')],
    found: [
      ['call-without-result', '3', ['a']],
      ['duplicate-call-id', '3.tool_calls.0', ['a']],
    ],
    keep: [user('go'), calls('a'), tool('a'), calls(second), missingTool(second)],
    drop: [user('go'), calls('a'), tool('a')],
    'drop-turn': [user('go'), calls('a'), tool('a')],
  },
]

const renamed = [
  user('go'),
  model(call('a')),
  user(result('a', 'OLD')),
  model(call(second)),
  user(result(second, 'NEW')),
]
const repeated = [
  user('go'),
  model(call('a')),
  user(result('a', 'OLD')),
  model(call('a')),
  user(result('a', 'NEW')),
]
const renamedChat = [user('go'), calls('a'), tool('a', 'OLD'), calls(second), tool(second, 'NEW')]

const identicalCalls: readonly Case[] = [
  {
    name: 'the same call twice, with the same id: OLD and NEW stay where they were',
    apis: lenient,
    broken: repeated,
    found: [['duplicate-call-id', '3.content.0', ['a']]],
    keep: repeated,
    drop: repeated,
    'drop-turn': repeated,
  },
  {
    name: 'the same call twice, with the same id: OLD and NEW stay where they were',
    apis: strict,
    broken: repeated,
    found: [['duplicate-call-id', '3.content.0', ['a']]],
    keep: renamed,
    drop: renamed,
    'drop-turn': renamed,
  },
  sound(
    'the same call twice, with the same id: OLD and NEW stay where they were',
    ['openai'],
    [user('go'), calls('a'), tool('a', 'OLD'), calls('a'), tool('a', 'NEW')],
  ),
  {
    name: 'the same call twice, with the same id: OLD and NEW stay where they were',
    apis: ['deepseek'],
    broken: [user('go'), calls('a'), tool('a', 'OLD'), calls('a'), tool('a', 'NEW')],
    found: [['duplicate-call-id', '3.tool_calls.0', ['a']]],
    keep: renamedChat,
    drop: renamedChat,
    'drop-turn': renamedChat,
  },
  sound('the same call twice in one turn, with ids of their own', blocks, [
    user('go'),
    model(call('a'), call('b')),
    user(result('a', 'OLD'), result('b', 'NEW')),
  ]),
  sound('the same call twice in one turn, with ids of their own', chat, [
    user('go'),
    calls('a', 'b'),
    tool('a', 'OLD'),
    tool('b', 'NEW'),
  ]),
]

const [firstMade, secondMade] = ['UuyjXdj3X', 'ficPgn63P'] as const
const read = { type: 'function', function: { name: 'read', arguments: '{}' } }
const named = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ ...read, id })),
})
const namelessTool = (content: string) => ({ role: 'tool', content })

const withoutIds: readonly Case[] = [
  {
    name: 'a call and its result without ids',
    apis: chat,
    broken: [user('go'), namelessCalls(1), namelessTool('one')],
    found: [['call-id-missing', '1.tool_calls.0', []]],
    keep: [user('go'), named(firstMade), { ...namelessTool('one'), tool_call_id: firstMade }],
    drop: [user('go'), named(firstMade), { ...namelessTool('one'), tool_call_id: firstMade }],
    'drop-turn': [user('go'), named(firstMade), { ...namelessTool('one'), tool_call_id: firstMade }],
  },
  {
    name: 'two calls and their results without ids',
    apis: chat,
    broken: [user('go'), namelessCalls(2), namelessTool('one'), namelessTool('two')],
    found: [
      ['call-id-missing', '1.tool_calls.0', [], 'low'],
      ['call-id-missing', '1.tool_calls.1', [], 'low'],
    ],
    keep: [
      user('go'),
      named(firstMade, secondMade),
      { ...namelessTool('one'), tool_call_id: firstMade },
      { ...namelessTool('two'), tool_call_id: secondMade },
    ],
  },
  {
    name: 'two calls and one result without ids: nobody knows whose it is',
    apis: chat,
    broken: [user('go'), namelessCalls(2), namelessTool('one')],
    found: [
      ['call-without-result', '1', []],
      ['call-without-result', '1', []],
      ['call-id-missing', '1.tool_calls.0', []],
      ['call-id-missing', '1.tool_calls.1', []],
      ['result-without-call', '2', []],
    ],
    keep: [
      user('go'),
      named(firstMade, secondMade),
      missingTool(firstMade),
      missingTool(secondMade),
      user(kept('no id', 'one')),
    ],
    drop: [user('go')],
    'drop-turn': [user('go')],
  },
]

describe('repeated ids', () => mends(repeatedIds))
describe('identical calls', () => mends(identicalCalls))
describe('calls without ids', () => mends(withoutIds))
