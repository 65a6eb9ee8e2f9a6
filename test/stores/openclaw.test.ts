import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rewriteFile, undo } from '../../app/src/disk/index.ts'
import { viewOf } from '../../app/src/sessions/view/view.ts'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { age, makeScratch, quietProcesses, type Scratch } from '../disk/scratch.ts'
import { clean, shape } from './clean-shape.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import { broken, half, sound, start } from './openclaw-samples.ts'
import {
  answer,
  call,
  claude,
  compaction,
  deepseek,
  header,
  type Json,
  linked,
  type Maker,
  result,
  text,
  thinking,
  user,
} from './pi-records.ts'

const path = '/home/me/.openclaw/agents/main/sessions/a562.jsonl'

conforms(openclaw, [
  ...sound.map(([name, records]): Sample => ({ name, path, records, found: [] })),
  ...broken.map((sample) => ({ ...sample, path })),
])

function mend(records: readonly Json[], options?: MendOptions) {
  const mended = mendSession(openRecords(openclaw, path, fileOf(records)), options)
  const { entries } = readRecords(mended.bytes, openclaw)
  const { lanes } = openclaw.open(entries, path)
  const sent = lanes[0]?.turns.map((index) => entries[index]?.value as Json) ?? []
  return { ...mended, sent, values: entries.map(({ value }) => value) }
}

/** Turns as `role`, with the words of results and users. */
const outline = (sent: readonly Json[]): string[] =>
  sent.map(({ type, message }) => {
    const { role, content } = (message ?? { role: type, content: [] }) as { role: string; content: Json[] }
    const words = content.map(({ text: said, id }) => said ?? id).join(' ')
    return `${role}: ${words}`
  })

/** Those whose calls and results it pairs itself. */
const healedMakers: readonly Maker[] = [
  claude,
  ['google-generative-ai', 'google', 'gemini-3-pro'],
  ['bedrock-converse-stream', 'amazon-bedrock', 'anthropic.claude'],
  ['openai-responses', 'openai', 'gpt-5'],
]

const missing = '[no result was recorded; the tool may or may not have run: check before repeating]'

describe('openclaw', () => {
  test('what its agent pairs itself is advice, for the APIs that it does so for', () => {
    const records = broken[0]?.records as Json[]
    const lastMaker = (maker: typeof claude): Json[] => [
      ...records,
      answer('a3', 'a2', [text('well then')], { maker }),
    ]
    for (const maker of healedMakers) {
      const healed = mend(lastMaker(maker))
      expect(healed.before.found).toMatchObject([{ rule: 'call-without-result', severity: 'advice' }])
      expect(healed).toMatchObject({ changes: [], isSound: true })
    }
    expect(mend(lastMaker(['openai-completions', 'openrouter', 'kimi-k2'])).changes).not.toEqual([])
  })

  const healable = broken.filter(({ name }) => !name.startsWith('O10'))

  test.each(
    healable.flatMap(({ name, records }) => healedMakers.map((maker) => [name, maker, records] as const)),
  )(
    '%s, sent by %s: refused where that API is named, and mended where a program opens it',
    (_, maker, records) => {
      const last = records.at(-1) as Json
      const all = [...records, answer('z1', last.id as string, [text('well then')], { maker })] as Json[]
      const api = mend(all).before.session.api
      expect(mend(all).before.found.map(({ severity }) => severity)).toEqual(['advice'])
      expect(mend(all, { api }).before.found.map(({ severity }) => severity)).toEqual(['refused'])
      const view = viewOf(openRecords(openclaw, path, fileOf(all)))
      expect(view.found.map(({ severity }) => severity)).toEqual(['refused'])
      expect({ left: view.left, isSound: view.isSound }).toEqual({ left: [], isSound: true })
      expect(view.messages).toEqual(mend(all, { api }).sent.map(({ message }) => message))
    },
  )

  test('O2: what comes and goes is hung anew: every parent is there, the header leads, all text is there', () => {
    const records = broken[0]?.records as Json[]
    const { values, sent } = mend(records)
    const made = sent[3]?.id
    expect(values[0]).toEqual(records[0])
    expect(values.map(({ id, parentId }) => [id, parentId]).slice(1)).toEqual([
      ['u1', null],
      ['a1', 'u1'],
      ['r2', 'a1'],
      [made, 'r2'],
      ['d1', made],
      ['u2', 'd1'],
      ['a2', 'u2'],
    ])
    expect(outline(sent)).toEqual([
      'user: list the files',
      'assistant: c1 c2',
      'toolResult: a b c',
      `toolResult: ${missing}`,
      'user: go on with it',
      'assistant: as you like it',
    ])
  })

  test('O2: an answer that goes leaves its children to its parent', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [call('c1', 'exec', half)]),
      linked('l1', 'a1', 'label', { targetId: 'a1', label: 'here' }),
      user('u2', 'l1', 'go on with it'),
    ]
    const { values } = mend(records)
    expect(values.map(({ id, parentId, targetId }) => [id, parentId, targetId]).slice(1)).toEqual([
      ['u1', null, undefined],
      ['l1', 'u1', 'u1'],
      ['u2', 'l1', undefined],
    ])
  })

  test('O10: a half-streamed call goes, what was said stays, no result is made up', () => {
    expect(outline(mend(broken[3]?.records as Json[]).sent)).toEqual([
      'user: list the files',
      'assistant: I look at it',
      'user: go on with it',
    ])
  })

  const two = [call('c1'), call('c2')]
  test.each<[name: string, records: readonly Json[], sent: readonly string[]]>([
    [
      'an id used in two turns: each has its own result',
      [
        answer('a1', 'u1', [call('c1')]),
        result('r1', 'a1', 'c1', 'one'),
        answer('a2', 'r1', [call('c1')]),
        result('r2', 'a2', 'c1', 'two'),
      ],
      ['assistant: c1', 'toolResult: one', 'assistant: c1', 'toolResult: two'],
    ],
    [
      'answered two turns later, by one owner',
      [
        answer('a1', 'u1', [call('c1')]),
        user('u2', 'a1', 'hm'),
        answer('a2', 'u2', [text('well')]),
        result('r1', 'a2', 'c1', 'one'),
      ],
      ['assistant: c1', 'toolResult: one', 'user: hm', 'assistant: well'],
    ],
    [
      'two owners: nobody knows whose it is',
      [
        answer('a1', 'u1', [call('c1')]),
        user('u2', 'a1', 'hm'),
        answer('a2', 'u2', [call('c1')]),
        user('u3', 'a2', 'hm'),
        answer('a3', 'u3', [text('well')]),
        result('r1', 'a3', 'c1', 'one'),
      ],
      [
        'assistant: c1',
        `toolResult: ${missing}`,
        'user: hm',
        'assistant: c1',
        `toolResult: ${missing}`,
        'user: hm',
        'assistant: well',
        'user: [tool result kept as text: exec c1]\none',
      ],
    ],
    [
      'a stand-in yields to the real one',
      [
        answer('a1', 'u1', [call('c1')]),
        result('s1', 'a1', 'c1', 'No result provided'),
        user('u2', 's1', 'hm'),
        result('r1', 'u2', 'c1', 'one'),
      ],
      ['assistant: c1', 'toolResult: one', 'user: hm'],
    ],
    [
      'a result without an id belongs to the only call',
      [answer('a1', 'u1', [call('c1')]), result('r1', 'a1', '', 'one')],
      ['assistant: c1', 'toolResult: one'],
    ],
    [
      'a result without an id belongs to none of two calls',
      [answer('a1', 'u1', two), result('r1', 'a1', '', 'one')],
      [
        'assistant: c1 c2',
        `toolResult: ${missing}`,
        `toolResult: ${missing}`,
        'user: [tool result kept as text: exec]\none',
      ],
    ],
  ])('as OpenClaw itself would pair: %s', (_, records, wanted) => {
    const { sent, isSound } = mend([...start, ...records], { api: 'openai' })
    expect(isSound).toBe(true)
    expect(outline(sent).slice(1)).toEqual(wanted)
  })

  const failed = { stopReason: 'aborted' }
  const kept = (words: string, id = ' c1'): string => `user: [tool result kept as text: exec${id}]\n${words}`
  const cases: readonly (readonly [name: string, records: readonly Json[], sent: readonly string[]])[] = [
    [
      'O9: the result of an aborted answer becomes words, and none is made up',
      [
        answer('a1', 'u1', [call('c1'), call('c2')], failed),
        result('r1', 'a1', 'c1', 'one'),
        user('u2', 'r1', 'hm'),
      ],
      [kept('one'), 'user: hm'],
    ],
    [
      'O10: a half-streamed call goes with no result made up',
      [answer('a1', 'u1', [text('I look'), call('c1', 'exec', half)]), user('u2', 'a1', 'hm')],
      ['assistant: I look', 'user: hm'],
    ],
    [
      'O10: a result with an empty id, and one whose id no call has',
      [
        answer('a1', 'u1', [text('I look')]),
        result('r1', 'a1', '', 'one'),
        result('r2', 'r1', 'c9', 'two'),
        user('u2', 'r2', 'hm'),
      ],
      ['assistant: I look', kept('one', ''), kept('two', ' c9'), 'user: hm'],
    ],
    [
      'O10: a call without arguments stays with its result',
      [answer('a1', 'u1', [call('c1', 'exec', { arguments: null })]), result('r1', 'a1', 'c1', 'one')],
      ['assistant: c1', 'toolResult: one'],
    ],
    [
      'O11: a compaction that keeps from a result on keeps from its call on',
      [
        answer('a1', 'u1', [call('c1')]),
        result('r1', 'a1', 'c1', 'one'),
        compaction('k1', 'r1', 'r1'),
        user('u2', 'k1', 'hm'),
      ],
      ['assistant: c1', 'toolResult: one', 'user: hm'],
    ],
  ]
  test.each(cases.flatMap((row) => healedMakers.map((maker) => [maker[0], ...row] as const)))(
    '%s, where a program opens it: %s',
    (api, _, records, wanted) => {
      const last = (records.at(-1) as Json).id as string
      const maker = healedMakers.find(([name]) => name === api) as Maker
      const file = fileOf([...start, ...records, answer('z1', last, [text('done')], { maker })])
      const { turns, left, isSound } = viewOf(openRecords(openclaw, path, file))
      expect({ isSound, left }).toEqual({ isSound: true, left: [] })
      expect(outline(turns.map(({ record }) => record)).slice(1, -1)).toEqual(wanted)
    },
  )

  test('which of the family wrote a session', () => {
    const marked = sound[0]?.[1] as Json[]
    expect(openclaw.recognises(marked)).toBeGreaterThan(pi.recognises(marked))
    const plain = broken[1]?.records as Json[]
    expect(pi.recognises(plain)).toBeGreaterThan(openclaw.recognises(plain))
  })

  test('how one goes on', () => {
    expect(checkRecords(openclaw, path, fileOf(start)).session.resume).toBe(
      "openclaw agent --session-id a562eea8-0000-4000-8000-000000000000 --message 'go on'",
    )
    const other = "/h/.openclaw/agents/my agent's/sessions/a562eea8-0000-4000-8000-000000000000.jsonl"
    expect(checkRecords(openclaw, other, fileOf(start)).session.resume).toBe(
      "openclaw agent --agent 'my agent'\\''s' --session-id a562eea8-0000-4000-8000-000000000000 --message 'go on'",
    )
  })
})

describe('answers that OpenClaw makes one message of, once a call between them is gone', () => {
  const made = (model: string): Maker => ['anthropic-messages', 'anthropic', model]
  const cleaned = (model: string, first: readonly Json[], second: readonly Json[]): string[] => {
    const by = { maker: made(model) }
    const records = [
      header(),
      user('u1', null, 'list the files'),
      answer('a1', 'u1', [...first, call('c1')], by),
      result('r1', 'a1', 'c1'),
      answer('a2', 'r1', second, by),
    ]
    return shape(openclaw, clean(openclaw, records, { tools: ['exec'] })).slice(2)
  }
  const [thought, word] = [thinking('hm'), text('I look')]

  test.each<
    [name: string, model: string, first: readonly Json[], second: readonly Json[], left: readonly string[]]
  >([
    [
      'the last answer loses its reasoning: that of the other one is not sent',
      'claude-sonnet-4-5',
      [thought, word],
      [thought, text('done')],
      ['a1 on u1: reasoning, I look', 'a2 on a1: done'],
    ],
    [
      'all reasoning is sent: the message starts with some',
      'claude-opus-4-5',
      [thought, word],
      [thought, text('done')],
      ['a1 on u1: reasoning, I look', 'a2 on a1: reasoning, done'],
    ],
    [
      'all reasoning is sent: the message starts with words',
      'claude-opus-4-5',
      [word],
      [thought, text('done')],
      ['a1 on u1: I look', 'a2 on a1: done'],
    ],
    [
      'a model that may start with words',
      'claude-sonnet-4-6',
      [word],
      [thought, text('done')],
      ['a1 on u1: I look', 'a2 on a1: reasoning, done'],
    ],
    [
      'an answer that had nothing but the call is gone',
      'claude-sonnet-4-5',
      [],
      [thought, text('done')],
      ['a2 on u1: reasoning, done'],
    ],
    [
      'reasoning alone stays: an answer must hold something',
      'claude-sonnet-4-5',
      [word],
      [thought],
      ['a1 on u1: I look', 'a2 on a1: reasoning'],
    ],
  ])('%s', (_, model, first, second, left) => {
    expect(cleaned(model, first, second)).toEqual(left)
  })

  test('another API, or another agent of the family, joins no answers', () => {
    const talk = (maker: Maker): Json[] => [
      header(),
      user('u1', null, 'list the files'),
      answer('a1', 'u1', [thought, word, call('c1')], { maker }),
      result('r1', 'a1', 'c1'),
      answer('a2', 'r1', [thought, text('done')], { maker }),
    ]
    const left = ['a1 on u1: reasoning, I look', 'a2 on a1: reasoning, done']
    const deny = { tools: ['exec'] }
    expect(shape(openclaw, clean(openclaw, talk(deepseek), deny)).slice(2)).toEqual(left)
    expect(shape(pi, clean(pi, talk(made('claude-sonnet-4-5')), deny)).slice(2)).toEqual(left)
  })
})

describe('in a home', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mortise-home-'))
  })
  afterEach(() => rmSync(home, { recursive: true }))

  const put = (file: string): void => {
    const path = join(home, '.openclaw', 'agents', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, fileOf(start))
  }

  test('each agent has its sessions, and copies are told from them', () => {
    const sessions = [
      'main/sessions/a562.jsonl',
      'main/sessions/a562-topic-7.jsonl',
      'work/sessions/b1.jsonl',
    ]
    const archives = [
      'main/sessions/a562.jsonl.reset.2026-05-01T10-00-00.000Z',
      'main/sessions/a562.jsonl.deleted.2026-05-01T10-00-00.000Z',
      'main/sessions/a562.jsonl.bak-4711-1769900000000',
      'main/sessions/a562.checkpoint.0f0f.jsonl',
    ]
    const others = [
      'main/sessions/sessions.json',
      'main/sessions/a562.jsonl.lock',
      'main/sessions/a562.trajectory.jsonl',
      'main/sessions/a562.trajectory-path.json',
    ]
    for (const file of [...sessions, ...archives, ...others]) put(file)
    const places = openclaw.places({ folder: home, environment: {}, platform: 'linux' })
    const filesOf = (isWanted: 'isSession' | 'isArchive'): string[] =>
      places.flatMap((place) =>
        readdirSync(place.folder)
          .filter((file) => place[isWanted]?.(file))
          .map((file) => `${place.profile}/sessions/${file}`),
      )
    expect(filesOf('isSession').sort()).toEqual([...sessions].sort())
    expect(filesOf('isArchive').sort()).toEqual([...archives].sort())
  })

  test('where it keeps sessions', () => {
    const folders = (environment: Record<string, string>): string[] =>
      openclaw.places({ folder: home, environment, platform: 'linux' }).map(({ folder }) => folder)
    expect(folders({})).toEqual([join(home, '.openclaw/agents/main/sessions')])
    put('work/sessions/b1.jsonl')
    put('ops/sessions/b1.jsonl')
    expect(folders({})).toEqual(
      ['ops', 'work'].map((name) => join(home, '.openclaw/agents', name, 'sessions')),
    )
    expect(folders({ OPENCLAW_STATE_DIR: join(home, 'x') })).toEqual([join(home, 'x/agents/main/sessions')])
  })
})

describe('O7: on disk', () => {
  const bytes = fileOf(broken[0]?.records as Json[])
  let scratch: Scratch
  beforeEach(() => {
    scratch = makeScratch(bytes.toString())
  })
  afterEach(() => scratch.remove())

  const repair = (isAlive: boolean) => {
    const disk = scratch.disk({ processes: { ...quietProcesses, isAlive: () => isAlive } })
    return rewriteFile(disk, scratch.path, ({ bytes: read }) => {
      const content = { bytes: mendSession(openRecords(openclaw, scratch.path, read)).bytes }
      return openclaw.lock === undefined ? undefined : { command: 'repair', content, lock: openclaw.lock }
    })
  }
  const lockBy = (createdAt: Date): void =>
    writeFileSync(`${scratch.path}.lock`, JSON.stringify({ pid: 4711, createdAt: createdAt.toISOString() }))

  test('a lock that is held is honoured: nothing changes', async () => {
    lockBy(new Date())
    expect(await repair(true)).toMatchObject({ ok: false, error: { exit: 3 } })
    expect(scratch.read()).toBe(bytes.toString())
  })

  test.each([
    ['of a dead process', new Date(), false],
    ['that is half an hour old', new Date(Date.now() - 31 * 60_000), true],
  ])('a lock %s is void; the mode stays, and undo brings back the bytes', async (_, time, isAlive) => {
    lockBy(time)
    expect(await repair(isAlive)).toMatchObject({ ok: true, value: { state: 'replaced' } })
    expect(statSync(scratch.path).mode & 0o777).toBe(0o640)
    expect(checkRecords(openclaw, scratch.path, readFileSync(scratch.path)).found).toEqual([])
    age(scratch.path)
    expect(await undo(scratch.disk(), { command: 'undo' })).toMatchObject({ ok: true })
    expect(scratch.read()).toBe(bytes.toString())
  })
})
