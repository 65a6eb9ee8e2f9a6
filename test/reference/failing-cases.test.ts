import { openCalls } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { laws } from '../laws/laws.ts'
import { complaints } from '../oracle/index.ts'
import { call, calls, missing, missingTool, model, result, text, tool, user } from './build.ts'
import { type Case, mends, sound } from './mends.ts'

const anthropic = ['anthropic']
const strict = ['anthropic-strict']
const blocks = [...anthropic, ...strict]
const chat = ['openai', 'deepseek']

const three = model(call('a'), call('b'), call('c'))
const siblings = [user('go'), three, user(result('a')), user(result('b')), user(result('c'))]
const advised = [
  ['results-split', '3.content.0', ['b']],
  ['results-split', '4.content.0', ['c']],
] as const

const cancelledSiblings: readonly Case[] = [
  {
    ...sound('three results as three turns', anthropic, siblings),
    found: advised,
  },
  {
    name: 'three results as three turns',
    apis: strict,
    broken: siblings,
    found: advised,
    keep: [user('go'), three, user(result('a'), result('b'), result('c'))],
    drop: [user('go'), three, user(result('a'), result('b'), result('c'))],
    'drop-turn': [user('go'), three, user(result('a'), result('b'), result('c'))],
  },
  sound('three results as three messages', chat, [
    user('go'),
    calls('a', 'b', 'c'),
    tool('a'),
    tool('b'),
    tool('c'),
  ]),
  {
    name: 'only the last of three results is left',
    apis: blocks,
    broken: [user('go'), three, user(result('c'))],
    found: [
      ['call-without-result', '1', ['a']],
      ['call-without-result', '1', ['b']],
    ],
    keep: [user('go'), three, user(result('c'), missing('a'), missing('b'))],
    drop: [user('go'), model(call('c')), user(result('c'))],
    'drop-turn': [user('go')],
  },
  {
    name: 'only the last of three results is left',
    apis: chat,
    broken: [user('go'), calls('a', 'b', 'c'), tool('c')],
    found: [
      ['call-without-result', '1', ['a']],
      ['call-without-result', '1', ['b']],
    ],
    keep: [user('go'), calls('a', 'b', 'c'), tool('c'), missingTool('a'), missingTool('b')],
    drop: [user('go'), calls('c'), tool('c')],
    'drop-turn': [user('go')],
  },
]

const two = model('Both.', call('a'), call('b'))

const partialBatch: readonly Case[] = [
  {
    name: 'one of two calls is answered, then the user goes on',
    apis: blocks,
    broken: [user('go'), two, user(result('a')), user('next')],
    found: [['call-without-result', '1', ['b']]],
    keep: [user('go'), two, user(result('a'), missing('b')), user('next')],
    drop: [user('go'), model('Both.', call('a')), user(result('a')), user('next')],
    'drop-turn': [user('go'), user('next')],
  },
  {
    name: 'one of two calls is answered, then the user goes on',
    apis: chat,
    broken: [user('go'), calls('a', 'b'), tool('a'), user('next')],
    found: [['call-without-result', '1', ['b']]],
    keep: [user('go'), calls('a', 'b'), tool('a'), missingTool('b'), user('next')],
    drop: [user('go'), calls('a'), tool('a'), user('next')],
    'drop-turn': [user('go'), user('next')],
  },
]

const ordered = [user('go'), model(call('a')), user(result('a')), user(text('next'))]
const orderedChat = [user('go'), calls('a'), tool('a'), user('next')]

const resultFirst: readonly Case[] = [
  {
    name: 'a result before its call',
    apis: blocks,
    broken: [user('go'), user(result('a')), model(call('a'))],
    found: [['result-out-of-place', '1.content.0', ['a']]],
    keep: ordered.slice(0, 3),
    drop: ordered.slice(0, 3),
    'drop-turn': ordered.slice(0, 3),
  },
  {
    name: 'a result before its call',
    apis: chat,
    broken: [user('go'), tool('a'), calls('a'), user('next')],
    found: [['result-out-of-place', '1', ['a']]],
    keep: orderedChat,
    drop: orderedChat,
    'drop-turn': orderedChat,
  },
]

const wrapped = [user('go'), model(call('a')), user(result('a'), 'wait')]
const parted = [user('go'), model(call('a')), user(result('a')), user('wait')]
const partedChat = [user('go'), calls('a'), tool('a'), user('wait')]
const interruption = [user('go'), model(call('a')), user('wait'), user(result('a'))]

const textBetween: readonly Case[] = [
  {
    name: 'user text between a call and its result',
    apis: anthropic,
    broken: interruption,
    found: [['result-not-leading', '3.content.0', ['a']]],
    keep: parted,
    drop: parted,
    'drop-turn': parted,
  },
  {
    name: 'user text between a call and its result',
    apis: strict,
    broken: interruption,
    found: [['result-out-of-place', '3.content.0', ['a']]],
    keep: wrapped,
    drop: wrapped,
    'drop-turn': wrapped,
  },
  {
    name: 'user text before a result in one turn',
    apis: blocks,
    broken: [user('go'), model(call('a')), user('wait', result('a'))],
    found: [['result-not-leading', '2.content.1', ['a']]],
    keep: wrapped,
    drop: wrapped,
    'drop-turn': wrapped,
  },
  {
    name: 'user text between a call and its result',
    apis: chat,
    broken: [user('go'), calls('a'), user('wait'), tool('a')],
    found: [['result-out-of-place', '3', ['a']]],
    keep: partedChat,
    drop: partedChat,
    'drop-turn': partedChat,
  },
  {
    name: 'user and model text between a call and its result',
    apis: anthropic,
    broken: [user('go'), model(call('a')), user('wait'), model('Waiting.'), user(result('a'), 'next')],
    found: [['result-out-of-place', '4.content.0', ['a']]],
    keep: [...parted, model('Waiting.'), user(text('next'))],
    drop: [...parted, model('Waiting.'), user(text('next'))],
    'drop-turn': [...parted, model('Waiting.'), user(text('next'))],
  },
  {
    name: 'user and model text between a call and its result',
    apis: strict,
    broken: [user('go'), model(call('a')), user('wait'), model('Waiting.'), user(result('a'), 'next')],
    found: [['result-out-of-place', '4.content.0', ['a']]],
    keep: [...wrapped, model('Waiting.'), user(text('next'))],
    drop: [...wrapped, model('Waiting.'), user(text('next'))],
    'drop-turn': [...wrapped, model('Waiting.'), user(text('next'))],
  },
  {
    name: 'user and model text between a call and its result',
    apis: chat,
    broken: [user('go'), calls('a'), user('wait'), model('Waiting.'), tool('a'), user('next')],
    found: [['result-out-of-place', '4', ['a']]],
    keep: [...partedChat, model('Waiting.'), user('next')],
    drop: [...partedChat, model('Waiting.'), user('next')],
    'drop-turn': [...partedChat, model('Waiting.'), user('next')],
  },
]

describe('cancelled siblings', () => mends(cancelledSiblings))
describe('partial batch', () => mends(partialBatch))
describe('result before its call', () => mends(resultFirst))
describe('text between call and result', () => mends(textBetween))

test.each(blocks)('a result of the legacy shape still answers its call, %s', (api) => {
  const legacy = { type: 'tool_result', id: 'a', name: 'read', input: {}, result: 'old words' }
  const document = [user('go'), model(call('a')), user(legacy)]
  for (const policy of ['keep', 'drop', 'drop-turn'] as const) {
    const { document: mended, found } = laws({ document, api, policy, tail: 'rest' })
    // The API knows no name on a result; its copies do not mind.
    const named = api === 'anthropic' ? [['unsupported-part-member', []]] : []
    const missing = ['call-id-missing', ['a']]
    expect(found.map(({ rule, calls: ids }) => [rule, ids])).toEqual([...named, missing])
    expect(openCalls(mended, api)).toEqual([])
    expect(complaints(mended, { api, tail: 'rest' })).toEqual([])
    expect(JSON.stringify(mended)).toContain('old words')
    expect(JSON.stringify(mended)).toContain('"tool_use_id":"a"')
  }
})
