import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, readLog, readTarget, redo, undo } from '../../app/src/disk/index.ts'
import type { Found } from '../../app/src/sessions/find/find.ts'
import {
  cleanRewrite,
  mendRewrite,
  type Rewritten,
  rewriteInPlace,
} from '../../app/src/sessions/rewrite/rewrite.ts'
import { type OpenedSession, openRecords } from '../../app/src/stores/check/check.ts'
import { compactSession } from '../../app/src/stores/mend/compact.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { canStandBehind } from '../../app/src/stores/records/standing.ts'
import { memory, must } from '../disk/scratch.ts'
import { conforms, fileOf, type Sample } from '../stores/conforms.ts'
import { broken, sound } from '../stores/openclaw-samples.ts'
import { answer, call, header, type Json, result, text, user } from '../stores/pi-records.ts'
import { addRecord, makeRowHome, type RowHome, recordTables } from './home.ts'

const inDatabase = openclaw.inDatabase as NonNullable<typeof openclaw.inDatabase>
const path = '/home/me/.openclaw/agents/main/agent/openclaw-agent.sqlite/a562'
// OpenClaw heals the faults of pairs that it sends from a database: they are judged as another program would send them.
const options = { sender: 'other' } as const
const samples: readonly Sample[] = [
  ...sound.map(([name, records]): Sample => ({ name, path, records, found: [] })),
  ...broken.map((sample): Sample => ({ ...sample, path, options: { ...sample.options, ...options } })),
]

// The same suite as for files: the records are the same, and so is all that is done to them.
conforms(inDatabase, samples)

const open = (id: string): readonly Json[] => [
  header({ id }),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1')]),
  user('u2', 'a1', 'go on with it'),
]

let home: RowHome
beforeEach(() => {
  home = makeRowHome({ place: memory })
})
afterEach(() => home.remove())

function foundOf(id: string, disk: Disk = home.disk()): Found {
  const found = home.find(disk).found.find(({ target }) => target.path === home.path(id))
  if (found === undefined) throw new Error(`There is no session ${id}.`)
  return found
}

async function repair(id: string, disk: Disk = home.disk()): Promise<Rewritten> {
  return must(
    await rewriteInPlace(disk, foundOf(id, disk), mendRewrite({ command: 'repair', mendsCoped: true })),
  )
}

const records = (): string => home.dump(...recordTables)
const bytesOf = (id: string): string =>
  Buffer.from(must(readTarget(home.disk(), foundOf(id).target)).bytes).toString()

describe('every sample, through a database', () => {
  test.each(samples)('$name: it is mended to the same bytes, and undone row for row', async (sample) => {
    for (const packs of [false, true]) {
      home.remove()
      home = makeRowHome({ place: memory })
      home.add('s', sample.records as readonly Json[], { packs })
      home.add('other', open('other'))
      const bytes = fileOf(sample.records)
      expect(bytesOf('s')).toBe(bytes.toString())
      const before = records()
      const mended = mendSession(openRecords(openclaw, sample.path, bytes), sample.options)
      const { replaced } = must(
        await rewriteInPlace(
          home.disk(),
          foundOf('s'),
          mendRewrite({ command: 'repair', ...sample.options }),
        ),
      )
      expect(bytesOf('s')).toBe(Buffer.from(mended.bytes).toString())
      expect(replaced.state).toBe(mended.bytes === bytes ? 'unchanged' : 'replaced')
      expect(identityFaults()).toEqual([])
      if (replaced.state !== 'replaced') continue
      must(await undo(home.disk(), { command: 'undo' }))
      expect(records()).toBe(before)
      must(await redo(home.disk(), { command: 'redo' }))
      expect(bytesOf('s')).toBe(Buffer.from(mended.bytes).toString())
    }
  })
})

/** Identities that do not say what their record says. */
function identityFaults(): readonly unknown[] {
  return home.open((database) =>
    database.all(`SELECT i.event_id FROM transcript_event_identities i
      JOIN transcript_events e ON e.session_id = i.session_id AND e.seq = i.seq
      WHERE e.event_json IS NOT NULL AND (json_extract(e.event_json, '$.id') IS NOT i.event_id
        OR json_extract(e.event_json, '$.type') IS NOT i.event_type
        OR json_extract(e.event_json, '$.parentId') IS NOT i.parent_id)`),
  )
}

describe('a repair of rows', () => {
  beforeEach(() => {
    home.add('s', open('s'))
    home.add('other', open('other'))
  })

  test('finds, judges and names the sessions of a database', () => {
    const { found, closed } = home.find()
    expect([found.map(({ target, profile }) => [target.name, profile]), closed]).toEqual([
      [
        ['other', 'main'],
        ['s', 'main'],
      ],
      [],
    ])
    expect(inDatabase.tables.nameOf(home.database, 's')).toBe('main/s')
  })

  test('renews the index, the watermark and the time, and leaves the other session alone', async () => {
    const others = (): unknown =>
      home.open((database) =>
        database.all(
          "SELECT * FROM transcript_rewrite_watermarks NATURAL JOIN session_transcript_index_state WHERE session_id = 'other'",
        ),
      )
    const before = others()
    await repair('s')
    expect(others()).toEqual(before)
    const [row] = home.open((database) =>
      database.all(`SELECT needs_rebuild AS dirty, generation, w.transcript_updated_at - w.updated_at AS step
        FROM session_transcript_index_state JOIN transcript_rewrite_watermarks USING (session_id)
        JOIN session_windows w USING (session_id) WHERE session_id = 's'`),
    )
    expect(row).toEqual({ dirty: 0n, generation: expect.stringMatching(/^[0-9a-f]{32}$/), step: 1n })
  })

  test('keeps the rows that nothing happens to, compressed ones too', async () => {
    home.add('packed', open('packed'), { packs: true })
    const rowsOf = (): readonly string[] =>
      home
        .dump('transcript_events')
        .split('\n')
        .filter((row) => row.includes('"packed"'))
    const before = rowsOf()
    await repair('packed')
    const after = rowsOf()
    expect([before.length, after.length]).toEqual([4, 5])
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    // What moves keeps its cells but the number; what is changed or new is text.
    expect(after.filter((row) => row.includes("x'28b52ffd")).length).toBeGreaterThan(0)
    expect(after[3]).toMatch(/no result was recorded/i)
  })

  test('is written down, and the log names its session', async () => {
    const { replaced } = await repair('s')
    const { operations } = must(readLog(home.disk()))
    expect(operations).toMatchObject([{ path: home.path('s'), result: 'done', kind: 'change' }])
    expect(replaced.state).toBe('replaced')
  })

  test('a sound session leaves no trace, not even in our own folder', async () => {
    await repair('s')
    const before = home.dump(...recordTables, 'transcript_rewrite_watermarks')
    const log = must(readLog(home.disk())).operations.length
    expect((await repair('s')).replaced).toEqual({ state: 'unchanged' })
    expect(home.dump(...recordTables, 'transcript_rewrite_watermarks')).toBe(before)
    expect(must(readLog(home.disk())).operations.length).toBe(log)
  })
})

describe('an undo of rows', () => {
  const last = (): number => home.lines('s').length
  const request = {
    command: 'undo',
    canStand: (
      _: string,
      { earlier, current, appended }: Record<'earlier' | 'current' | 'appended', Uint8Array>,
    ) => canStandBehind(inDatabase, earlier, current, appended),
  }

  test('brings back cells of every kind, empty ones too', async () => {
    home.add('s', open('s'), { packs: true })
    home.open((database) => {
      database.run(
        "UPDATE transcript_events SET navigation_json = '', event_utf8_bytes = 9223372036854775807 WHERE seq = 3 AND event_zstd IS NULL",
      )
      database.run("UPDATE transcript_events SET navigation_json = '' WHERE seq = 2")
      database.run(
        "UPDATE transcript_event_identities SET message_idempotency_key = '', parent_id = NULL WHERE seq = 3",
      )
      database.run("UPDATE transcript_event_identities SET event_type = 'a' || char(10) || 'ü' WHERE seq = 2")
    })
    const before = records()
    expect((await repair('s')).replaced.state).toBe('replaced')
    must(await undo(home.disk(), request))
    expect(records()).toBe(before)
    expect(records()).toContain('""')
  })

  test('is refused where rows were changed since, and done if that is allowed', async () => {
    home.add('s', open('s'))
    const before = records()
    await repair('s')
    home.open((database) =>
      database.run("UPDATE transcript_events SET created_at = 7 WHERE session_id = 's' AND seq = 1"),
    )
    const changed = records()
    expect(await undo(home.disk(), request)).toMatchObject({
      ok: false,
      error: {
        code: 'changed',
        exit: 3,
        message: '`main/s` was written to by another program since; nothing was changed.',
      },
    })
    expect(records()).toBe(changed)
    must(await undo(home.disk(), { ...request, allow: ['changed'] }))
    expect(records()).toBe(before)
  })

  test('keeps what was appended since, behind the earlier rows', async () => {
    home.add('s', open('s'))
    const before = home.lines('s')
    await repair('s')
    const added = answer('a2', 'u2', [text('here it is')])
    home.open((database) => addRecord(database, 's', last(), added))
    const { grown } = must(await undo(home.disk(), request))
    expect(grown).toBe(JSON.stringify(added).length + 1)
    expect(home.lines('s')).toEqual([...before, JSON.stringify(added)])
    expect(identityFaults()).toEqual([])
  })

  test('is refused where what was appended hangs on what would go', async () => {
    home.add('s', [...open('s').slice(0, 3)])
    await repair('s')
    const made = JSON.parse(home.lines('s').at(-1) ?? '{}') as Json
    home.open((database) => addRecord(database, 's', last(), user('u9', String(made.id), 'and now?')))
    const changed = records()
    expect(await undo(home.disk(), request)).toMatchObject({ ok: false, error: { code: 'changed' } })
    expect(records()).toBe(changed)
  })
})

describe('cleaning and compaction of rows', () => {
  const done = [
    header({ id: 's' }),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [text('I look'), call('c1')]),
    result('r1', 'a1', 'c1'),
    answer('a2', 'r1', [text('done with it')]),
  ]

  test('takes denied tools out, with rows that go, and brings them back', async () => {
    home.add('s', done)
    const before = records()
    const how = cleanRewrite({ command: 'clean' }, { deny: { tools: ['*'] }, isText: false })
    const { made, replaced } = must(await rewriteInPlace(home.disk(), foundOf('s'), how))
    expect([made.isClean, replaced.state]).toEqual([true, 'replaced'])
    expect(home.lines('s').join('\n')).not.toMatch(/toolCall|toolResult/)
    expect(home.lines('s').length).toBe(4)
    expect(identityFaults()).toEqual([])
    must(await undo(home.disk(), { command: 'undo' }))
    expect(records()).toBe(before)
  })

  test('makes a conversation smaller, and its rows follow', async () => {
    home.add('s', [
      ...done,
      ...Array.from({ length: 30 }, (_, at) =>
        user(`v${at}`, at === 0 ? 'a2' : `v${at - 1}`, 'word '.repeat(200)),
      ),
    ])
    const options = { goal: { fraction: 0.5 } } as const
    const make = mendRewrite({ command: 'compact' })
    const how = {
      ...make,
      make: (opened: OpenedSession) => compactSession(opened, options),
    }
    const before = records()
    const { replaced } = must(await rewriteInPlace(home.disk(), foundOf('s'), how))
    expect(replaced.state).toBe('replaced')
    expect(identityFaults()).toEqual([])
    must(await undo(home.disk(), { command: 'undo' }))
    expect(records()).toBe(before)
  })
})
