import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { qwen } from '../../app/src/stores/qwen/index.ts'
import { places } from '../../app/src/stores/qwen/places.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { quietProcesses } from '../disk/scratch.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import { call, type Json, linked, model, note, result, session, user } from './qwen-records.ts'

const path = `/home/me/.qwen/projects/-w-app/chats/${session}.jsonl`

/** One record of each kind that Qwen Code writes. */
const everyType: readonly Json[] = [
  note('s1', null, 'parent_session', { parentSessionId: 'p' }),
  note('s2', 's1', 'session_model', { model: 'qwen3-coder' }),
  user('u1', 's2', 'list the files', { promptId: 'p1' }),
  note('s3', 'u1', 'turn_attempt'),
  note('s4', 's3', 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_response' } }),
  model('a1', 's4', [{ text: 'let me think', thought: true }, { text: 'I look into it' }, call('call_1')], {
    usageMetadata: { totalTokenCount: 9 },
  }),
  result('r1', 'a1', 'call_1'),
  note('s5', 'r1', 'file_history_snapshot', { snapshots: [] }),
  user('u2', 's5', 'be quick', { subtype: 'mid_turn_user_message' }),
  model('a2', 'u2', [{ text: 'there is one file' }]),
  note('s6', 'a2', 'slash_command', { phase: 'invocation', rawCommand: '/stats' }),
  note('s7', 's6', 'custom_title', { customTitle: 'Files' }),
  note('s8', 's7', 'branch_checkpoint', {}),
  user('u3', 's8', 'a timer rang', { subtype: 'notification', provenance: 'system' }),
  model('a3', 'u3', [{ text: 'I see it' }]),
  note('s9', 'a3', 'turn_result', { promptId: 'p1', state: 'completed' }),
  linked('s10', 's9', 'system', { subtype: 'session_artifact_event', systemPayload: { kind: 'x' } }),
]

const compressed = note('c1', 'a1', 'chat_compression', {
  info: {},
  compressedHistory: [{ role: 'user', parts: [{ text: 'so far: files' }] }],
})

const sound: readonly (readonly [name: string, records: readonly Json[], found?: Sample['found']])[] = [
  ['every type of record', everyType],
  [
    'two pieces of one message',
    [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [{ text: 'I look' }]),
      model('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'c1'),
    ],
  ],
  [
    'two calls, each result a record',
    [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [call('c1'), call('c2')]),
      result('r1', 'a1', 'c1'),
      result('r2', 'r1', 'c2'),
    ],
  ],
  [
    'a call before a compression',
    [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [call('c1')]),
      compressed,
      user('u2', 'c1', 'go on with it'),
    ],
  ],
  [
    'words spoken elsewhere',
    [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'c1'),
      user('x1', 'r1', 'not for the model', { subtype: 'realtime_message' }),
    ],
  ],
  [
    'open, which it heals',
    [user('u1', null, 'list the files'), model('a1', 'u1', [call('c1')]), user('u2', 'a1', 'and now?')],
    [['call-without-result', 2]],
  ],
  [
    'a part of the file is lost, which it bridges',
    [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [{ text: 'I look' }]),
      user('u2', 'lost', 'and now?'),
    ],
  ],
]

// As another program would send it, which heals nothing.
const options = { sender: 'other' } as const
const broken: readonly Sample[] = [
  {
    name: 'a call without a result',
    records: [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [call('c1')]),
      user('u2', 'a1', 'and now?'),
    ],
    found: [['call-without-result', 2]],
    path,
    options,
  },
  {
    name: 'one of two calls has no result',
    records: [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [call('c1'), call('c2')]),
      result('r1', 'a1', 'c2'),
      user('u2', 'r1', 'and now?'),
    ],
    found: [['call-without-result', 2]],
    path,
    options,
  },
  {
    name: 'a result for no call',
    records: [
      user('u1', null, 'list the files'),
      model('a1', 'u1', [{ text: 'I look' }]),
      result('r1', 'a1', 'c9', 'a lone result'),
    ],
    found: [['result-without-call', 3]],
    path,
    options,
  },
]

conforms(qwen, [
  ...sound.map(([name, records, found = []]): Sample => ({ name, path, records, found })),
  ...broken,
])

const sentOf = (records: readonly Json[]): readonly number[] =>
  checkRecords(qwen, path, fileOf(records)).session.lanes.flatMap(({ turns }) =>
    turns.map((index) => index + 1),
  )

describe('the conversation that Qwen Code goes on with', () => {
  const [one, two] = [user('u1', null, 'one'), model('a1', 'u1', [{ text: 'two' }])]
  test.each<[string, readonly Json[], readonly number[]]>([
    ['words', [one, two], [1, 2]],
    ['a branch: the last record tells', [one, two, user('u2', 'u1', 'instead')], [1, 3]],
    ['after a compression', [one, two, compressed, user('u2', 'c1', 'go on')], [4]],
    ['a lost stretch: the part before it comes along', [one, two, user('u2', 'lost', 'go on')], [1, 2, 3]],
    ['two lost stretches', [one, user('u2', 'lost', 'go on'), user('u3', 'gone', 'go on')], [1, 2, 3]],
    [
      'a rewind of a session with a lost stretch leaves what was there',
      [one, two, note('w1', 'lost', 'rewind'), user('u2', 'w1', 'go on')],
      [4],
    ],
    ['artifacts are beside it', [one, two, note('x', 'u1', 'session_artifact_event')], [1, 2]],
  ])('%s', (_, records, lines) => {
    expect(sentOf(records)).toEqual(lines)
  })
})

test('records on one line are split, and half a line goes', () => {
  const [one, two] = [user('u1', null, 'one'), model('a1', 'u1', [{ text: 'two' }])].map((each) =>
    JSON.stringify(each),
  )
  const { bytes, isSound, changes } = mendSession(
    openRecords(qwen, path, Buffer.from(`${one}${two}\n${two?.slice(0, 30)}`)),
  )
  expect({ isSound, whys: changes.map(({ why }) => why) }).toEqual({
    isSound: true,
    whys: [['unreadable'], ['unreadable']],
  })
  expect(Buffer.from(bytes).toString()).toBe(`${one}\n${two}\n`)
})

test('what a session says of itself', () => {
  const { session: opened } = checkRecords(qwen, path, fileOf(everyType))
  expect({ ...opened, lanes: [] }).toEqual({
    id: session,
    title: 'Files',
    version: '0.24.4',
    folder: '/w/app',
    api: 'qwen',
    lanes: [],
    readOnly: undefined,
    resume: `qwen --resume ${session}`,
  })
})

test('a result that is made is a record as Qwen Code writes them', () => {
  const records = [user('u1', null, 'x'), model('a1', 'u1', [call('c1')]), user('u2', 'a1', 'y')]
  const { entries } = readRecords(mendSession(openRecords(qwen, path, fileOf(records)), options).bytes, qwen)
  expect(entries[2]?.value).toMatchObject({
    type: 'tool_result',
    parentUuid: 'a1',
    sessionId: session,
    cwd: '/w/app',
    message: { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'run_shell_command' } }] },
  })
  expect(entries[3]?.value.parentUuid).toBe(entries[2]?.value.uuid)
})

test.each([
  [{ QWEN_HOME: '/q' }, '/q/projects'],
  [{ QWEN_RUNTIME_DIR: '/r', QWEN_HOME: '/q' }, '/r/projects'],
  [{}, '/home/me/.qwen/projects'],
])('its place under %j', (environment, folder) => {
  expect(places({ folder: '/home/me', environment, platform: 'linux' }).map((place) => place.folder)).toEqual(
    [folder],
  )
})

describe('the lease of its writer', () => {
  const base = mkdtempSync(join(tmpdir(), 'mortise-qwen-'))
  afterAll(() => rmSync(base, { recursive: true, force: true }))
  const file = join(base, 'projects/-w-app/chats', `${session}.jsonl`)
  const leaseFile = join(base, 'tmp/session-writer-locks', `${session}.lock`)
  const lease = {
    schema_version: 2,
    session_id: session,
    owner_id: 'o',
    pid: 77,
    hostname: hostname(),
    process_kind: 'interactive',
    acquired_at: '2026-05-01T10:00:00.000Z',
    qwen_version: '0.24.4',
    state: 'active',
  }
  const began = Date.parse('2026-05-01T09:00:00.000Z')

  test.each<[string, object | string | undefined, boolean]>([
    ['of a process that runs', lease, true],
    ['of a process that has ended', { ...lease, pid: 78 }, false],
    [
      'of a process whose number another one has now',
      { ...lease, acquired_at: '2026-05-01T08:00:00.000Z' },
      false,
    ],
    ['of another machine', { ...lease, hostname: 'elsewhere' }, true],
    ['that nobody can read', '{', true],
    ['that was handed over', { ...lease, state: 'sealed' }, false],
    ['that is not there', undefined, false],
  ])('%s', (_, content, isHeld) => {
    mkdirSync(dirname(leaseFile), { recursive: true })
    rmSync(leaseFile, { force: true })
    if (content !== undefined)
      writeFileSync(leaseFile, typeof content === 'string' ? content : JSON.stringify(content))
    const processes = { ...quietProcesses, isAlive: (pid: number) => pid === 77, startedAt: () => began }
    const files = { isThere: () => content !== undefined }
    const holder = qwen.lock?.holder(file, { files, processes, now: Date.now } as never)
    expect(holder !== undefined).toBe(isHeld)
    const { readOnly } = checkRecords(qwen, file, fileOf(everyType)).session
    expect(readOnly?.startsWith('Qwen Code has sealed it')).toBe(
      JSON.stringify(content)?.includes('sealed') ? true : undefined,
    )
  })
})
