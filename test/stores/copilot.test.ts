import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { copilot } from '../../app/src/stores/copilot/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import {
  began,
  chained,
  event,
  failed,
  type Json,
  result,
  said,
  session,
  start,
  user,
} from './copilot-records.ts'

const path = `/home/me/.copilot/session-state/${session}/events.jsonl`

/** One event of each kind that Copilot CLI keeps. */
const everyType: readonly Json[] = chained([
  start(),
  event('session.model_change', { newModel: 'gpt-5.4' }),
  user('list the files'),
  event('system.message', { role: 'system', content: 'You are Copilot' }),
  event('hook.start', { hookInvocationId: 'h1', hookType: 'preToolUse' }),
  event('assistant.turn_start', { turnId: '0' }),
  said('I look into it', ['call_1', 'call_2']),
  event('permission.requested', {
    requestId: 'p1',
    permissionRequest: { kind: 'shell', toolCallId: 'call_1' },
  }),
  event('permission.completed', { requestId: 'p1', toolCallId: 'call_1', result: { kind: 'approved' } }),
  began('call_1'),
  began('call_2'),
  result('call_1'),
  event('session.usage_record', { usage: { inputTokens: 9 } }),
  failed('call_2', 'no such file'),
  event('assistant.turn_end', { turnId: '0' }),
  event('skill.invoked', { name: 'x', content: 'a skill' }),
  said('there is one file'),
  event('session.task_complete', { summary: 'done' }),
  event('session.shutdown', { shutdownType: 'routine' }),
  event('session.resume', {
    resumeTime: '2026-05-01T11:00:00.000Z',
    eventCount: 18,
    context: { cwd: '/w/app' },
  }),
])

const aside = { agentId: 'agent-1' }
const older = start({ copilotVersion: '1.0.24' })

const sound: readonly (readonly [name: string, records: readonly Json[], found?: Sample['found']])[] = [
  ['every type of event', everyType],
  [
    'a subagent among the events of the conversation',
    [
      older,
      user('list the files'),
      said('I ask', ['c1']),
      began('c1'),
      event('subagent.started', { toolCallId: 'c1' }),
      user('look here', aside),
      said('so', ['s1'], aside),
      result('c1'),
      said('well', []),
      result('s1', 'x', aside),
    ],
  ],
  [
    'the same, as older versions write it',
    [
      older,
      user('list the files'),
      said('I ask', ['c1']),
      event('assistant.message', {
        messageId: 'a',
        content: 'so',
        parentToolCallId: 'c1',
        toolRequests: [{ toolCallId: 's1', name: 'bash', arguments: {} }],
      }),
      result('c1'),
      event('tool.execution_complete', {
        toolCallId: 's1',
        success: true,
        result: { content: 'x' },
        parentToolCallId: 'c1',
      }),
    ],
  ],
  [
    'a subagent that was left open',
    [
      older,
      user('list the files'),
      said('I ask', ['c1']),
      said('so', ['s1'], aside),
      result('c1'),
      user('and now?'),
    ],
    [['call-without-result', 4]],
  ],
  [
    'a call before a compaction',
    [
      older,
      user('list the files'),
      said('I look', ['c1']),
      event('session.compaction_start'),
      result('c1'),
      event('session.compaction_complete', { success: true, summaryContent: 'so far: files' }),
      user('go on with it'),
    ],
  ],
  [
    'open, which it heals',
    [start(), user('list the files'), said('I look', ['c1']), began('c1'), user('and now?')],
    [['call-without-result', 3]],
  ],
]

const broken: readonly Sample[] = [
  {
    name: 'a call without a result',
    records: [older, user('list the files'), said('I look', ['c1']), began('c1'), user('and now?')],
    found: [['call-without-result', 3]],
    path,
  },
  {
    name: 'one of two calls has no result',
    records: [older, user('list the files'), said('I look', ['c1', 'c2']), result('c2'), user('and now?')],
    found: [['call-without-result', 3]],
    path,
  },
  {
    name: 'a result for no call',
    records: [older, user('list the files'), said('I look'), result('c9', 'a lone result'), user('and now?')],
    found: [['result-without-call', 4]],
    path,
  },
]

conforms(copilot, [
  ...sound.map(([name, records, found = []]): Sample => ({ name, path, records, found })),
  ...broken,
])

describe('the conversation that Copilot CLI goes on with', () => {
  const sentOf = (records: readonly Json[]): readonly (readonly number[])[] =>
    checkRecords(copilot, path, fileOf(records)).session.lanes.map(({ turns }) =>
      turns.map((index) => index + 1),
    )
  const [one, two] = [user('one'), said('two')]
  test.each<[string, readonly Json[], readonly (readonly number[])[]]>([
    ['words', [start(), one, two], [[2, 3]]],
    ['a subagent is another one', [start(), one, said('so', [], aside), two], [[2, 4], [3]]],
    [
      'after a compaction that failed',
      [start(), one, event('session.compaction_complete', { success: false }), two],
      [[2, 4]],
    ],
    [
      'what was said during a compaction',
      [
        start(),
        one,
        event('session.compaction_start'),
        two,
        event('session.compaction_complete', { success: true }),
      ],
      [[4]],
    ],
    ['after all was cleared', [start(), one, event('session.context_cleared'), two], [[4]]],
  ])('%s', (_, records, lines) => {
    expect(sentOf(records)).toEqual(lines)
  })

  test('what a session says of itself', () => {
    const { session: opened } = checkRecords(copilot, path, fileOf(everyType))
    expect({ ...opened, lanes: [] }).toEqual({
      id: session,
      title: undefined,
      version: '1.0.102',
      folder: '/w/app',
      api: 'openai',
      lanes: [],
      readOnly: undefined,
      resume: `copilot --resume ${session}`,
    })
  })
})

describe('damage on record', () => {
  const lines = [
    older,
    user('list the files'),
    said('I look', ['c1']),
    result('c1', 'a result'),
    said('there is one file'),
  ].map((each) => JSON.stringify(each))
  const joined = (...all: readonly string[]): Buffer => Buffer.from(`${all.join('\n')}\n`)
  const cut = (lines[3] as string).slice(0, 60)
  test.each<[string, Buffer, number]>([
    ['zeros at the end, after a loss of power', Buffer.concat([joined(...lines), Buffer.alloc(1206)]), 5],
    [
      'a raw line break in a result',
      Buffer.from(
        joined(...lines)
          .toString()
          .replace('a result', 'a\nresult'),
      ),
      5,
    ],
    [
      'half an event, and the same one whole behind it',
      joined(...lines.slice(0, 3), cut + lines[3], lines[4] as string),
      5,
    ],
    ['two events on one line', joined(`${lines[0]}${lines[1]}`, ...lines.slice(2)), 5],
    ['the first event is gone', joined(...lines.slice(1)), 5],
    [
      'a line separator of Unicode is none to JSON',
      Buffer.from(
        joined(...lines)
          .toString()
          .replace('a result', 'a\u2028result'),
      ),
      5,
    ],
  ])('%s', (name, bytes, records) => {
    const { found } = checkRecords(copilot, path, bytes)
    const isSound = name.startsWith('a line separator')
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual(
      isSound ? [] : [['unreadable', 'refused']],
    )
    const made = mendSession(openRecords(copilot, path, bytes))
    const { entries, torn } = readRecords(made.bytes, copilot)
    expect({ isSound: made.isSound, records: entries.length, torn }).toEqual({
      isSound: true,
      records,
      torn: [],
    })
    expect(entries[0]?.value).toMatchObject({ type: 'session.start', data: { sessionId: session } })
  })

  test('a later version skips a line that it cannot read, and refuses a log without its first event all the same', () => {
    const later = [start(), ...lines.slice(1).map((line) => JSON.parse(line) as Json)]
    const severities = (bytes: Buffer): readonly unknown[] =>
      checkRecords(copilot, path, bytes).found.map(({ severity, copes }) => [severity, copes?.does])
    expect(severities(Buffer.concat([fileOf(later), Buffer.from('oops\n')]))).toEqual([['advice', 'loses']])
    expect(severities(fileOf(later.slice(1)))).toEqual([['refused', undefined]])
  })
})

test('a result that is made is an event as Copilot CLI writes them', () => {
  const records = chained([older, user('list the files'), said('I look', ['c1']), user('and now?')])
  const { entries } = readRecords(mendSession(openRecords(copilot, path, fileOf(records))).bytes, copilot)
  expect(entries[3]?.value).toMatchObject({
    type: 'tool.execution_complete',
    parentId: records[2]?.id,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    data: {
      toolCallId: 'c1',
      success: false,
      error: { message: expect.stringContaining('no result was recorded') },
    },
  })
})
