import { repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { complaints } from '../oracle/index.ts'
import {
  call,
  calls,
  kept,
  missing,
  missingTool,
  model,
  noResult,
  result,
  text,
  tool,
  user,
} from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const blocks = ['anthropic', 'anthropic-strict']
const chat = ['openai', 'deepseek']

// What the second call of the id `c1` is called where a request must not repeat it: always the same.
const second = '3QTzOYyCG'

// An id that a later turn uses again is on record as accepted by Anthropic itself: there it stays.
const strict = ['anthropic-strict']
const lenient = ['anthropic']
const inTwoTurns = [
  model(call('c1')),
  user(result('c1', 'one')),
  model(call('c1')),
  user(result('c1', 'two')),
]

const repeated: readonly Case[] = [
  {
    name: '`c1` in two turns: the results one and two stay',
    apis: lenient,
    broken: inTwoTurns,
    found: [['duplicate-call-id', '2.content.0', ['c1']]],
    keep: inTwoTurns,
  },
  {
    name: '`c1` in two turns: the results one and two stay',
    apis: strict,
    broken: inTwoTurns,
    found: [['duplicate-call-id', '2.content.0', ['c1']]],
    keep: [model(call('c1')), user(result('c1', 'one')), model(call(second)), user(result(second, 'two'))],
  },
  sound(
    '`c1` in two turns: the results one and two stay',
    ['openai'],
    [calls('c1'), tool('c1', 'one'), calls('c1'), tool('c1', 'two')],
  ),
  {
    name: '`c1` in two turns: the results one and two stay',
    apis: ['deepseek'],
    broken: [calls('c1'), tool('c1', 'one'), calls('c1'), tool('c1', 'two')],
    found: [['duplicate-call-id', '2.tool_calls.0', ['c1']]],
    keep: [calls('c1'), tool('c1', 'one'), calls(second), tool(second, 'two')],
  },
  {
    name: '`c1` twice in one turn: a and b stay in order',
    apis: blocks,
    broken: [model(call('c1'), call('c1')), user(result('c1', 'a'), result('c1', 'b'))],
    found: [['duplicate-call-id', '0.content.1', ['c1']]],
    keep: [model(call('c1'), call(second)), user(result('c1', 'a'), result(second, 'b'))],
  },
  {
    name: '`c1` twice in one turn: a and b stay in order',
    apis: chat,
    broken: [calls('c1', 'c1'), tool('c1', 'a'), tool('c1', 'b')],
    found: [['duplicate-call-id', '0.tool_calls.1', ['c1']]],
    keep: [calls('c1', second), tool('c1', 'a'), tool(second, 'b')],
  },
]

const lateBlocks = [
  user('go'),
  model(call('c1')),
  user(text('wait')),
  model(call('c2')),
  user(result('c2')),
  model('Done.'),
  user(result('c1', 'late'), 'next'),
]
const homeBlocks = [
  user('go'),
  model(call('c1')),
  user(result('c1', 'late'), 'wait'),
  ...lateBlocks.slice(3, 6),
  user(text('next')),
]
const unresolvedBlocks = [
  user('go'),
  model(call('c1')),
  user(text('1')),
  model(call('c1')),
  user(text('2')),
  model('Hm.'),
  user(result('c1', 'late')),
]
const homeChat = [
  user('go'),
  calls('c1'),
  tool('c1', 'late'),
  user('wait'),
  calls('c2'),
  tool('c2'),
  model('Done.'),
]
const unresolvedChat = [
  user('go'),
  calls('c1'),
  user('1'),
  calls('c1'),
  user('2'),
  model('Hm.'),
  tool('c1', 'late'),
]

const late: readonly Case[] = [
  {
    name: '`c1` is answered two turns later: its one owner gets the result',
    apis: blocks,
    broken: lateBlocks,
    found: [['result-out-of-place', '6.content.0', ['c1']]],
    keep: homeBlocks,
    drop: homeBlocks,
  },
  {
    name: '`c1` is answered two turns later: its one owner gets the result',
    apis: chat,
    broken: [
      user('go'),
      calls('c1'),
      user('wait'),
      calls('c2'),
      tool('c2'),
      model('Done.'),
      tool('c1', 'late'),
    ],
    found: [['result-out-of-place', '6', ['c1']]],
    keep: homeChat,
    drop: homeChat,
  },
  {
    name: 'a late result that two open calls could own answers neither',
    apis: lenient,
    broken: unresolvedBlocks,
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '3', ['c1']],
      ['duplicate-call-id', '3.content.0', ['c1']],
      ['result-without-call', '6.content.0', ['c1'], 'low'],
    ],
    keep: [
      user('go'),
      model(call('c1')),
      user(missing('c1'), '1'),
      model(call('c1')),
      user(missing('c1'), '2'),
      model('Hm.'),
      user(text(kept('c1', 'late'))),
    ],
    drop: [user('go'), user(text('1')), user(text('2')), model('Hm.')],
  },
  {
    name: 'a late result that two open calls could own answers neither',
    apis: strict,
    broken: unresolvedBlocks,
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '3', ['c1']],
      ['duplicate-call-id', '3.content.0', ['c1']],
      ['result-without-call', '6.content.0', ['c1'], 'low'],
    ],
    keep: [
      user('go'),
      model(call('c1')),
      user(missing('c1'), '1'),
      model(call(second)),
      user(missing(second), '2'),
      model('Hm.'),
      user(text(kept('c1', 'late'))),
    ],
    drop: [user('go'), user(text('1')), user(text('2')), model('Hm.')],
  },
  {
    name: 'a late result that two open calls could own answers neither',
    apis: ['openai'],
    broken: unresolvedChat,
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '3', ['c1']],
      ['result-without-call', '6', ['c1'], 'low'],
    ],
    keep: [
      user('go'),
      calls('c1'),
      missingTool('c1'),
      user('1'),
      calls('c1'),
      missingTool('c1'),
      user('2'),
      model('Hm.'),
      user(kept('c1', 'late')),
    ],
    drop: [user('go'), user('1'), user('2'), model('Hm.')],
  },
  {
    name: 'a late result that two open calls could own answers neither',
    apis: ['deepseek'],
    broken: unresolvedChat,
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '3', ['c1']],
      ['duplicate-call-id', '3.tool_calls.0', ['c1']],
      ['result-without-call', '6', ['c1'], 'low'],
    ],
    keep: [
      user('go'),
      calls('c1'),
      missingTool('c1'),
      user('1'),
      calls(second),
      missingTool(second),
      user('2'),
      model('Hm.'),
      user(kept('c1', 'late')),
    ],
    drop: [user('go'), user('1'), user('2'), model('Hm.')],
  },
]

const answered = [user('go'), model(call('c1')), user(result('c1', 'first'))]
const answeredChat = [user('go'), calls('c1'), tool('c1', 'first')]

const duplicates: readonly Case[] = [
  {
    name: 'a second result: the first is kept, the second as text',
    apis: blocks,
    broken: [user('go'), model(call('c1')), user(result('c1', 'first'), result('c1', 'second'))],
    found: [['duplicate-result', '2.content.1', ['c1']]],
    keep: [user('go'), model(call('c1')), user(result('c1', 'first'), kept('c1', 'second'))],
    drop: answered,
  },
  {
    name: 'a second result: the first is kept, the second as text',
    apis: chat,
    broken: [...answeredChat, tool('c1', 'second')],
    found: [['duplicate-result', '3', ['c1']]],
    keep: [...answeredChat, user(kept('c1', 'second'))],
    drop: answeredChat,
  },
  {
    name: 'the same result again: it goes',
    apis: blocks,
    broken: [user('go'), model(call('c1')), user(result('c1', 'first'), result('c1', 'first'))],
    found: [['duplicate-result', '2.content.1', ['c1']]],
    keep: answered,
    drop: answered,
  },
  {
    name: 'the same result again: it goes',
    apis: chat,
    broken: [...answeredChat, tool('c1', 'first')],
    found: [['duplicate-result', '3', ['c1']]],
    keep: answeredChat,
    drop: answeredChat,
  },
]

const real = [user('go'), model(call('c1')), user(result('c1', 'real'))]
const realChat = [user('go'), calls('c1'), tool('c1', 'real')]

const standIns: readonly Case[] = [
  {
    name: 'a stand-in, then the real result: the real one is kept',
    apis: blocks,
    broken: [user('go'), model(call('c1')), user(missing('c1'), result('c1', 'real'))],
    found: [['duplicate-result', '2.content.0', ['c1']]],
    keep: real,
    drop: real,
  },
  {
    name: 'a stand-in, then the real result: the real one is kept',
    apis: chat,
    broken: [user('go'), calls('c1'), tool('c1', noResult), tool('c1', 'real')],
    found: [['duplicate-result', '2', ['c1']]],
    keep: realChat,
    drop: realChat,
  },
]

const nameless = { type: 'tool_result', content: 'words' }
const namelessTool = { role: 'tool', content: 'words' }

const withoutId: readonly Case[] = [
  {
    name: 'a result without an id answers the only call',
    apis: blocks,
    broken: [user('go'), model(call('c1')), user(nameless)],
    found: [['call-id-missing', '2.content.0', ['c1']]],
    keep: [user('go'), model(call('c1')), user({ ...nameless, tool_use_id: 'c1' })],
    drop: [user('go'), model(call('c1')), user({ ...nameless, tool_use_id: 'c1' })],
  },
  {
    name: 'a result without an id answers the only call',
    apis: chat,
    broken: [user('go'), calls('c1'), namelessTool],
    found: [['call-id-missing', '2', ['c1']]],
    keep: [user('go'), calls('c1'), { ...namelessTool, tool_call_id: 'c1' }],
    drop: [user('go'), calls('c1'), { ...namelessTool, tool_call_id: 'c1' }],
  },
  {
    name: 'a result without an id answers neither of two calls',
    apis: blocks,
    broken: [user('go'), model(call('c1'), call('c2')), user(nameless)],
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '1', ['c2']],
      ['result-without-call', '2.content.0', []],
    ],
    keep: [
      user('go'),
      model(call('c1'), call('c2')),
      user(missing('c1'), missing('c2'), kept('no id', 'words')),
    ],
    drop: [user('go')],
  },
  {
    name: 'a result without an id answers neither of two calls',
    apis: chat,
    broken: [user('go'), calls('c1', 'c2'), namelessTool],
    found: [
      ['call-without-result', '1', ['c1']],
      ['call-without-result', '1', ['c2']],
      ['result-without-call', '2', []],
    ],
    keep: [user('go'), calls('c1', 'c2'), missingTool('c1'), missingTool('c2'), user(kept('no id', 'words'))],
    drop: [user('go')],
  },
]

describe('ids that repeat', () => mends(repeated))
describe('late results', () => mends(late))
describe('duplicate results', () => mends(duplicates))
describe('stand-ins', () => mends(standIns))
describe('results without an id', () => mends(withoutId))

// OpenClaw's own words in place of a result; under `keep` the law on loss would take them for real ones.
const marker =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.'

test.each([
  ...blocks.map((api) => ({
    api,
    document: [user('go'), model(call('c1')), user(result('c1', marker), result('c1', 'real'))],
    expected: real,
  })),
  ...chat.map((api) => ({
    api,
    document: [user('go'), calls('c1'), tool('c1', marker), tool('c1', 'real')],
    expected: realChat,
  })),
])('the stand-in of OpenClaw yields to the real result, $api', ({ api, document, expected }) => {
  const mended = repair(document, { api, policy: 'keep' }).document
  expect(mended).toEqual(expected)
  expect(complaints(mended, { api, tail: 'closed' })).toEqual([])
  for (const policy of ['drop', 'drop-turn'] as const) {
    expect(laws({ document, api, policy, tail: 'closed' }).document).toEqual(expected)
  }
})
