import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { gemini } from '../../app/src/stores/gemini/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import {
  done,
  file,
  type Json,
  metadata,
  model,
  open,
  response,
  responses,
  session,
  set,
  user,
} from './gemini-records.ts'

const path = `/home/me/.gemini/tmp/app/chats/${file}`

/** One record of each kind that Gemini CLI writes. */
const everyType: readonly Json[] = [
  metadata(),
  user('u0', '<session_context> today is Friday'),
  user('u1', 'list the files'),
  set({ lastUpdated: '2026-05-01T10:00:01.000Z' }),
  model('m1', 'I look into it'),
  model('m1', 'I look into it', [done('c1')]),
  { id: 'i1', timestamp: '2026-05-01T10:00:02.000Z', type: 'info', content: 'a note' },
  user('u2', '/stats'),
  model('m2', 'there is one file', [], {
    thoughts: [{ subject: 'Files', description: 'one', timestamp: 'x' }],
  }),
  set({ memoryScratchpad: { notes: [] } }),
  set({ summary: 'Files' }),
]

const start: readonly Json[] = [metadata(), user('u1', 'list the files')]
const inContent = (id: string): Json => ({ functionCall: { id, name: 'list_directory', args: {} } })

const sound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ['every type of record', everyType],
  [
    'two calls with their results',
    [...start, model('m1', 'I look', [done('c1'), done('c2')]), user('u2', 'and now?')],
  ],
  [
    'results in the list, and once more as a message',
    [...start, model('m1', 'I look', [done('c1')]), responses('r1', 'c1'), model('m2', 'so')],
  ],
  [
    'calls in the content, and results as a message',
    [
      ...start,
      model('m1', '', [], { content: [{ text: 'I look' }, inContent('c1')] }),
      responses('r1', 'c1'),
      model('m2', 'so'),
    ],
  ],
  [
    'calls in the content, and results in the list',
    [
      ...start,
      model('m1', '', [done('c1')], { content: [{ text: 'I look' }, inContent('c1')] }),
      model('m2', 'so'),
    ],
  ],
  [
    'an open call that a later form of the message answers',
    [
      ...start,
      model('m1', 'I look', [open('c1')]),
      model('m1', 'I look', [done('c1')]),
      user('u2', 'and now?'),
    ],
  ],
  [
    'an open call that was taken back',
    [...start, model('m1', 'I look', [open('c1')]), { $rewindTo: 'u1' }, user('u2', 'something else')],
  ],
]

const broken: readonly Sample[] = [
  {
    name: 'a call without a result',
    records: [...start, model('m1', 'I look', [open('c1')]), user('u2', 'and now?')],
    found: [['call-without-result', 3]],
    path,
  },
  {
    name: 'one of two calls has no result',
    records: [...start, model('m1', 'I look', [done('c1'), open('c2')]), user('u2', 'and now?')],
    found: [['call-without-result', 3]],
    path,
  },
  {
    name: 'a call in the content without a result',
    records: [
      ...start,
      model('m1', '', [], { content: [{ text: 'I look' }, inContent('c1')] }),
      user('u2', 'and now?'),
    ],
    found: [['call-without-result', 3]],
    path,
  },
  {
    name: 'a result for no call',
    records: [...start, model('m1', 'I look'), responses('r1', 'c9'), user('u2', 'and now?')],
    found: [['result-without-call', 4]],
    path,
  },
]

conforms(gemini, [...sound.map(([name, records]): Sample => ({ name, path, records, found: [] })), ...broken])

describe('the conversation that Gemini CLI goes on with', () => {
  const sentOf = (records: readonly Json[]): readonly number[] =>
    checkRecords(gemini, path, fileOf(records)).session.lanes.flatMap(({ turns }) =>
      turns.map((index) => index + 1),
    )
  test.each<[string, readonly Json[], readonly number[]]>([
    ['words', [...start, model('m1', 'so')], [2, 3]],
    [
      'a later form of a message takes its place',
      [...start, model('m1', 'a'), user('u2', 'b'), model('m1', 'c')],
      [2, 5, 4],
    ],
    [
      'taken back from a message on',
      [...start, model('m1', 'a'), user('u2', 'b'), { $rewindTo: 'm1' }, user('u3', 'c')],
      [2, 6],
    ],
    [
      'taken back to a message that is not there: all is gone',
      [...start, model('m1', 'a'), { $rewindTo: 'x' }, user('u3', 'c')],
      [5],
    ],
    ['behind a checkpoint', [...start, set({ messages: [user('u1', 'x')] }), user('u2', 'b')], [4]],
    [
      'without commands and what the program says',
      [...start, user('u2', '/help'), user('u3', '?'), user('u4', '<hook_context> x')],
      [2],
    ],
  ])('%s', (_, records, lines) => {
    expect(sentOf(records)).toEqual(lines)
  })

  test.each<[string, readonly Json[], readonly number[]]>([
    ['to a message that is there', [...start, model('m1', 'a'), { $rewindTo: 'm1' }], []],
    ['to one that is not there', [...start, { $rewindTo: 'x' }, user('u2', 'b')], [3]],
    [
      'to one that was taken back before',
      [...start, model('m1', 'a'), { $rewindTo: 'm1' }, { $rewindTo: 'm1' }],
      [5],
    ],
    [
      'to one that a checkpoint holds',
      [...start, set({ messages: [user('u7', 'x')] }), { $rewindTo: 'u7' }],
      [],
    ],
    ['where nothing is left to lose', [metadata(), { $rewindTo: 'x' }, user('u2', 'b')], []],
  ])('taken back %s: a record is named where all is lost', (_, records, lines) => {
    const { found } = checkRecords(gemini, path, fileOf(records))
    expect(found.map(({ rule, severity, record }) => [rule, severity, record])).toEqual(
      lines.map((line) => ['rewind-target-missing', 'advice', `line ${line}`]),
    )
  })

  test('results of calls that a checkpoint holds have their calls', () => {
    const held = model('m1', 'I look', [open('c1')])
    const records = [...start, held, set({ messages: [held] }), responses('r1', 'c1'), user('u2', 'and now?')]
    expect(sentOf(records)).toEqual([6])
    expect(checkRecords(gemini, path, fileOf(records)).found).toEqual([])
  })

  test('what a session says of itself', () => {
    const { id, title, api, resume } = checkRecords(gemini, path, fileOf(everyType)).session
    expect({ id, title, api, resume }).toEqual({
      id: session,
      title: 'Files',
      api: 'gemini',
      resume: `gemini --resume ${session}`,
    })
    const subagent = [{ ...metadata(), kind: 'subagent' }, user('u1', 'x')]
    expect(checkRecords(gemini, path, fileOf(subagent)).session.resume).toBeUndefined()
  })
})

test('the result of a call that holds its own is written into it', () => {
  const records = [...start, model('m1', 'I look', [open('c1')]), user('u2', 'and now?')]
  const { entries } = readRecords(mendSession(openRecords(gemini, path, fileOf(records))).bytes, gemini)
  expect(entries).toHaveLength(4)
  expect(entries[2]?.value.toolCalls).toMatchObject([
    {
      id: 'c1',
      status: 'error',
      result: [
        {
          functionResponse: {
            id: 'c1',
            name: 'list_directory',
            response: { error: expect.stringContaining('interrupted;') },
          },
        },
      ],
    },
  ])
})

test('the result of a call in the content is a message of its own', () => {
  const records = [...start, model('m1', '', [], { content: [inContent('c1')] }), user('u2', 'and now?')]
  const { entries } = readRecords(mendSession(openRecords(gemini, path, fileOf(records))).bytes, gemini)
  const { functionResponse } = response('c1')
  expect(entries[3]?.value).toMatchObject({
    type: 'user',
    id: expect.any(String),
    content: [
      { functionResponse: { ...(functionResponse as Json), response: { error: expect.any(String) } } },
    ],
  })
})

test('a log without its first record is not loaded: it is made anew', () => {
  const bytes = fileOf(everyType.slice(1))
  expect(checkRecords(gemini, path, bytes).found.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['unreadable', 'refused'],
  ])
  const { entries } = readRecords(mendSession(openRecords(gemini, path, bytes)).bytes, gemini)
  expect(entries[0]?.value).toEqual({
    sessionId: 'd1e2f3a4',
    projectHash: 'app',
    startTime: '2026-05-01T10:00:00.000Z',
    lastUpdated: expect.any(String),
    kind: 'main',
  })
})
