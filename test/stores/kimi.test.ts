import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { kimi } from '../../app/src/stores/kimi/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import {
  begin,
  call,
  end,
  type Json,
  metadata,
  note,
  result,
  said,
  session,
  step,
  thought,
  user,
} from './kimi-records.ts'
import { readByKimi } from './loaders/kimi.ts'

const path = `/home/me/.kimi-code/sessions/wd_app_0a1b2c3d4e5f/${session}/agents/main/wire.jsonl`

/** One record of each kind that Kimi Code writes. */
const everyType: readonly Json[] = [
  metadata(),
  note('config.update', { profileName: 'agent', modelAlias: 'kimi-k3' }),
  note('tools.set_active_tools', { names: ['Shell'] }),
  user('list the files'),
  note('turn.prompt', { input: [{ type: 'text', text: 'list the files' }], origin: { kind: 'user' } }),
  user('a reminder of the system', { origin: { kind: 'injection', variant: 'todo' } }),
  begin('s1'),
  thought('s1', 'let me think'),
  said('s1', 'I look into it'),
  call('s1', 'call_1'),
  result('call_1'),
  end('s1'),
  note('usage.record', { model: 'kimi-k3', usage: { input: 9 } }),
  note('permission.record_approval_result', { toolCallId: 'call_1', decision: 'approved' }),
  note('context.append_message', {
    message: {
      role: 'assistant',
      content: [{ type: 'text', text: 'an older form' }],
      toolCalls: [{ type: 'function', id: 'call_2', name: 'Shell', arguments: '{}' }],
    },
  }),
  note('context.append_message', {
    message: { role: 'tool', content: [{ type: 'text', text: 'x' }], toolCalls: [], toolCallId: 'call_2' },
  }),
  note('todo.update', { items: [] }),
  ...step('s2', 'there is one file', []),
  note('turn.step.interrupted', { turnId: 1, step: 2, reason: 'error' }),
]

const start: readonly Json[] = [metadata(), user('list the files')]

const sound: readonly (readonly [name: string, records: readonly Json[], found?: Sample['found']])[] = [
  ['every type of record', everyType],
  ['two calls in a step', [...start, ...step('s1', 'I look', ['c1', 'c2'])]],
  [
    'words between a call and its result, which it keeps back',
    [...start, begin('s1'), call('s1', 'c1'), user('be quick'), result('c1'), end('s1')],
    [['result-out-of-place', 6]],
  ],
  [
    'a call before a compaction',
    [
      ...start,
      begin('s1'),
      call('s1', 'c1'),
      note('context.apply_compaction', { summary: 'so far: files', compactedCount: 2 }),
      result('c1'),
      user('go on with it'),
    ],
  ],
  [
    'a call that was taken back',
    [
      ...start,
      ...step('s1', 'I look', ['c1'], []),
      note('context.undo', { count: 1 }),
      user('something else'),
    ],
  ],
  [
    'a call before all was cleared',
    [...start, ...step('s1', 'I look', ['c1'], []), note('context.clear'), user('something else')],
  ],
  [
    'open, which it heals',
    [...start, ...step('s1', 'I look', ['c1'], []), user('and now?')],
    [['call-without-result', 5]],
  ],
]

// As another program would send it, which heals nothing.
const options = { sender: 'other' } as const
const faulty: readonly Pick<Sample, 'name' | 'records' | 'found'>[] = [
  {
    name: 'a call without a result',
    records: [...start, ...step('s1', 'I look', ['c1'], []), user('and now?')],
    found: [['call-without-result', 5]],
  },
  {
    name: 'one of two calls has no result',
    records: [...start, ...step('s1', 'I look', ['c1', 'c2'], ['c2']), user('and now?')],
    found: [['call-without-result', 5]],
  },
  {
    name: 'a result for no call',
    records: [...start, ...step('s1', 'I look', [], ['c9'])],
    found: [['result-without-call', 5]],
  },
  {
    name: 'a result twice',
    records: [...start, ...step('s1', 'I look', ['c1'], ['c1', 'c1'])],
    found: [['duplicate-result', 7]],
  },
]
const broken = faulty.map((sample): Sample => ({ ...sample, path, options }))

conforms(kimi, [
  ...sound.map(([name, records, found = []]): Sample => ({ name, path, records, found })),
  ...broken,
])

describe('the conversation that Kimi Code goes on with', () => {
  const sentOf = (records: readonly Json[]): readonly number[] =>
    checkRecords(kimi, path, fileOf(records)).session.lanes.flatMap(({ turns }) =>
      turns.map((index) => index + 1),
    )
  const [one, two, three] = [user('one'), user('two'), user('three')]
  const switched = (branch: string, base: Json): Json =>
    note('agent.switched', { branch, base, reason: 'undo' })
  test.each<[string, readonly Json[], readonly number[]]>([
    ['words', [metadata(), one, two], [2, 3]],
    [
      'after a compaction',
      [metadata(), one, note('context.apply_compaction', { contextSummary: 'x', compactedCount: 1 }), two],
      [4],
    ],
    [
      'the last turn taken back',
      [metadata(), one, ...step('s1', 'a', []), two, note('context.undo', { count: 1 }), three],
      [2, 4, 8],
    ],
    ['more taken back than there is', [metadata(), one, note('context.undo', { count: 2 }), two], [2, 4]],
    [
      'a reminder is none of the user’s turns',
      [metadata(), one, user('x', { origin: { kind: 'injection' } }), note('context.undo', { count: 1 })],
      [],
    ],
    ['another branch', [metadata(), one, two, switched('b', { branch: 'main', line: 2 }), three], [2, 5]],
    [
      'a branch of a branch',
      [
        metadata(),
        one,
        switched('b', { branch: 'main', line: 1 }),
        two,
        switched('c', { branch: 'b', line: 4 }),
        three,
      ],
      [4, 6],
    ],
  ])('%s', (_, records, lines) => {
    expect(sentOf(records)).toEqual(lines)
  })

  test('a log with branches names its lines, and is only read', () => {
    const records = [metadata(), one, switched('b', { branch: 'main', line: 2 }), two]
    expect(checkRecords(kimi, path, fileOf(records)).session.readOnly).toContain('name lines of the file')
    expect(checkRecords(kimi, path, fileOf(everyType)).session).toMatchObject({
      id: session,
      api: 'kimi',
      readOnly: undefined,
      resume: `kimi --session ${session}`,
    })
  })

  test('the log of a subagent has a name of its own, and is not resumed', () => {
    const { id, resume } = checkRecords(kimi, path.replace('/main/', '/agent-0/'), fileOf(start)).session
    expect({ id, resume }).toEqual({ id: `${session}:agent-0`, resume: undefined })
  })
})

describe('a line that is none: Kimi Code goes on without all that followed', () => {
  const lines = [...start, ...step('s1', 'I look', ['c1']), user('and now?')].map((record) =>
    JSON.stringify(record),
  )
  const [head, tail] = [lines.slice(0, 3), lines.slice(4)]
  const joined = (...all: readonly string[]): Buffer => Buffer.from(`${all.join('\n')}\n`)
  test.each<[string, Buffer, number]>([
    ['half a record', joined(...head, (lines[3] as string).slice(0, 40), ...tail), 8 - 1],
    [
      'half a record, and the next one behind it',
      joined(...head, (lines[3] as string).slice(0, 40) + tail[0], ...tail.slice(1)),
      8 - 1,
    ],
    ['two records', joined(...lines.slice(0, 2), `${lines[2]}${lines[3]}`, ...tail), 8],
    ['zeros', joined(...head, '\0'.repeat(64), ...tail), 8 - 1],
    [
      'a raw line break in a string',
      Buffer.from(
        joined(...lines)
          .toString()
          .replace('I look', 'I\nlook'),
      ),
      8,
    ],
    ['no record', joined(...head, 'oops', lines[3] as string, ...tail), 8],
  ])('%s', (_, bytes, kept) => {
    expect(readByKimi(bytes).lost).toBeGreaterThan(0)
    const { found } = checkRecords(kimi, path, bytes)
    expect(found.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule)).toContain(
      'unreadable',
    )
    const made = mendSession(openRecords(kimi, path, bytes))
    expect(made.isSound).toBe(true)
    expect(readByKimi(made.bytes).lost).toBe(0)
    expect(readRecords(made.bytes, kimi).entries.length).toBeGreaterThanOrEqual(kept)
    expect(mendSession(openRecords(kimi, path, made.bytes)).bytes).toBe(made.bytes)
  })

  test('half a line at the end is passed over by itself', () => {
    const bytes = Buffer.from(`${lines.join('\n')}\n${(lines[0] as string).slice(0, 9)}`)
    expect(
      checkRecords(kimi, path, bytes).found.map(({ rule, severity, copes }) => [rule, severity, copes?.does]),
    ).toEqual([['unreadable', 'advice', 'loses']])
  })
})

test('a result that is made stands where Kimi Code takes it: before the end of its step', () => {
  const records = [...start, begin('s1'), call('s1', 'c1'), end('s1'), user('and now?')]
  const { entries } = readRecords(mendSession(openRecords(kimi, path, fileOf(records)), options).bytes, kimi)
  expect(entries[4]?.value).toMatchObject({
    type: 'context.append_loop_event',
    agentId: 'main',
    event: { type: 'tool.result', parentUuid: 'u-c1', toolCallId: 'c1', result: { isError: true } },
  })
})
