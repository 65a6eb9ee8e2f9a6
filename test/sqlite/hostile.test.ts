import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { loadScanIndex } from '../../app/src/disk/index.ts'
import { type JudgedSession, judgeWith } from '../../app/src/sessions/judge/judge.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { memory, must } from '../disk/scratch.ts'
import { answer, call, header, type Json, user } from '../stores/pi-records.ts'
import { bomb, makeRowHome, type RowHome, type RowHomeOptions } from './home.ts'
import { schemaOf } from './schema.ts'

const records: readonly Json[] = [
  header({ id: 's' }),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1')]),
  user('u2', 'a1', 'go on with it'),
]

let home: RowHome
afterEach(() => home.remove())

function make(options: RowHomeOptions = {}, ...statements: readonly string[]): void {
  home = makeRowHome({ place: memory, ...options })
  home.add('s', records)
  home.open((database) => {
    for (const statement of statements) database.run(statement)
  })
}

/** What is said of the database, or of the session in it, in one sentence. */
function said(): string | undefined {
  const { closed } = home.find()
  return closed[0]?.message ?? patient()?.problem?.message ?? patient()?.verdict?.readOnly
}

function patient(): JudgedSession | undefined {
  const disk = home.disk()
  const judge = judgeWith(disk, loadScanIndex(disk), 'test').judge
  return home
    .find(disk)
    .found.map(judge)
    .find(({ target }) => target.name === 's')
}

/** Nothing of the database is changed by a repair of all that is found. */
async function isLeftAlone(): Promise<void> {
  const before = readFileSync(home.database)
  for (const found of home.find().found) {
    const outcome = await rewriteInPlace(
      home.disk(),
      found,
      mendRewrite({ command: 'repair', mendsCoped: true }),
    )
    expect(outcome.ok ? outcome.value.replaced.state : outcome.error.exit).not.toBe('replaced')
  }
  expect(readFileSync(home.database).equals(before)).toBe(true)
}

test('databases of locks beside a database are none of its sessions', () => {
  make()
  for (const name of ['generation-writer', 'generation-lock', 'reindex-lock'])
    writeFileSync(`${home.database}.${name}.sqlite`, 'x')
  const { found, closed } = home.find()
  expect([found.length, closed]).toEqual([1, []])
})

describe('a file that is no database', () => {
  test.each([
    ['text', () => writeFileSync(home.database, 'hello\n'.repeat(1000)), 'is damaged or none at all'],
    ['cut', () => truncateSync(home.database, 5000), 'is damaged or none at all'],
    ['a header alone', () => truncateSync(home.database, 100), 'is damaged or none at all'],
    ['zeros', () => writeFileSync(home.database, Buffer.alloc(8192)), 'is damaged or none at all'],
  ])('%s', async (_, spoil, sentence) => {
    make({ journal: 'delete' })
    spoil()
    expect(said()).toContain(sentence)
    expect(home.find().closed).toMatchObject([{ exit: 4 }])
    await isLeftAlone()
  })

  test('an empty one holds no session', () => {
    make({ journal: 'delete' })
    writeFileSync(home.database, '')
    expect(home.find()).toMatchObject({ found: [], closed: [] })
  })

  test('damage in the middle is found before anything is written', async () => {
    make({ journal: 'delete' })
    const bytes = readFileSync(home.database)
    const page = bytes.readUInt16BE(16)
    const root = home.open((database) => {
      const [row] = database.all("SELECT rootpage AS root FROM sqlite_schema WHERE name = 'session_nodes'")
      return Number(row?.root)
    })
    // The cells of a table that no session needs to be read.
    bytes.fill(0xff, (root - 1) * page, (root - 1) * page + 64)
    writeFileSync(home.database, bytes)
    const outcomes = await Promise.all(
      home
        .find()
        .found.map((found) =>
          rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })),
        ),
    )
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ ok: false, error: { code: 'database-damaged' } })
    expect(readFileSync(home.database).equals(bytes)).toBe(true)
  })
})

describe('a schema that is not known', () => {
  const trigger = 'CREATE TRIGGER evil AFTER UPDATE ON transcript_events BEGIN DELETE FROM session_nodes; END'
  test.each<readonly [string, RowHomeOptions, readonly string[], string]>([
    ['newer', { version: 99 }, [], 'has schema 99 of OpenClaw, which is newer than what is known here (23).'],
    ['older', { version: 18 }, [], 'has schema 18 of OpenClaw, which is older'],
    ['without a version', {}, ['DELETE FROM schema_meta'], 'does not say which version'],
    ['a trigger', {}, [trigger], 'has a trigger that is not known here: `evil`'],
    [
      'a column',
      {},
      ['ALTER TABLE transcript_events ADD COLUMN seal TEXT'],
      'has a column that is not known here: `seal`',
    ],
    [
      'a table that depends on records',
      {},
      [
        'CREATE TABLE pins (s TEXT, n INTEGER, FOREIGN KEY (s, n) REFERENCES transcript_events(session_id, seq))',
      ],
      'Its table `pins` depends on the records',
    ],
    [
      'a column that is missing',
      {},
      ['ALTER TABLE session_transcript_active_events DROP COLUMN context_eligible'],
      'Its table `session_transcript_active_events` has no column `context_eligible`.',
    ],
    [
      'a search of another shape',
      {},
      [
        'DROP TABLE session_transcript_fts',
        'CREATE VIRTUAL TABLE session_transcript_fts USING fts5(text, session_id, message_id, role, timestamp)',
      ],
      'Its table `session_transcript_fts` is not that of OpenClaw.',
    ],
    [
      'a trigger where the search keeps its rows',
      {},
      [
        'CREATE TRIGGER evil AFTER INSERT ON session_transcript_fts_rows BEGIN DELETE FROM session_nodes; END',
      ],
      'has a trigger that is not known here: `evil`',
    ],
    [
      'a missing table',
      {},
      ['DROP TABLE transcript_rewrite_watermarks'],
      'has no table `transcript_rewrite_watermarks`',
    ],
  ])('%s: it is read, and not written', async (_, options, statements, sentence) => {
    make(options, ...statements)
    expect(said()).toContain(sentence)
    expect(patient()?.verdict?.found.length).toBe(1)
    await isLeftAlone()
  })

  test.each<readonly [string, readonly string[], string]>([
    [
      'no such table',
      [
        'DROP TABLE transcript_event_identities',
        'DROP TABLE session_transcript_active_events',
        'DROP TABLE transcript_events',
      ],
      'it has no table `transcript_events`',
    ],
    [
      'a view that never ends',
      [
        'DROP TABLE transcript_event_identities',
        'DROP TABLE session_transcript_active_events',
        'DROP TABLE transcript_events',
        'CREATE VIEW transcript_events AS WITH RECURSIVE n(session_id) AS (SELECT 1 UNION ALL SELECT session_id FROM n) SELECT session_id, 1 AS seq, 1 AS event_json, 1 AS created_at FROM n',
      ],
      'it has no table `transcript_events`',
    ],
    [
      'another table of that name',
      [
        'DROP TABLE transcript_event_identities',
        'DROP TABLE session_transcript_active_events',
        'DROP TABLE transcript_events',
        'CREATE TABLE transcript_events (a, b)',
      ],
      'its table `transcript_events` is not that of OpenClaw',
    ],
  ])('%s: it is not read', async (_, statements, sentence) => {
    make({}, ...statements)
    expect(said()).toContain(sentence)
    await isLeftAlone()
  })

  test('a view in the place of a table beside the records is not asked', () => {
    make(
      {},
      'DROP TABLE session_pending_inputs',
      'CREATE VIEW session_pending_inputs AS WITH RECURSIVE n(session_id) AS (SELECT 1 UNION ALL SELECT session_id FROM n) SELECT session_id, 1 AS state FROM n',
    )
    expect(patient()?.verdict?.found.length).toBe(1)
  })

  test('where only compressed records are allowed they are read, and not written', async () => {
    const schema = schemaOf(23)
      .replace('event_json TEXT, created_at', 'created_at')
      .replace('CHECK ((event_json IS NULL) <> (event_zstd IS NULL)),', '')
    home = makeRowHome({ place: memory, schema })
    home.add(
      's',
      records.map((record) => ({ ...record, filler: 'x'.repeat(300) })),
      { packs: true },
    )
    expect(said()).toBe('Its records are kept compressed alone, and Mortise cannot write them so.')
    expect(patient()?.verdict?.found.length).toBe(1)
    await isLeftAlone()
  })

  test('a table that takes no text refuses the change, and stays as it is', async () => {
    home = makeRowHome({
      place: memory,
      schema: schemaOf(23).replace('(event_json IS NULL) <>', 'event_json IS NULL AND NOT'),
    })
    home.add(
      's',
      records.map((record) => ({ ...record, filler: 'x'.repeat(300) })),
      { packs: true },
    )
    const before = home.dump('transcript_events')
    const [found] = home.find().found
    if (found === undefined) throw new Error('There is no session.')
    expect(
      await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })),
    ).toMatchObject({
      ok: false,
      error: {
        code: 'check-failed',
        message: 'The database of `main/s` does not take these rows; nothing was changed.',
      },
    })
    expect(home.dump('transcript_events')).toBe(before)
  })
})

describe('rows that are not what they should be', () => {
  const put = (sql: string, ...cells: readonly (string | bigint | Uint8Array)[]): void =>
    home.open((database) => void database.run(sql, ...cells))
  const packed =
    'UPDATE transcript_events SET event_json = NULL, event_zstd = ?, event_utf8_bytes = ? WHERE seq = 1'
  const unread = 'Record 1 of `main/s` is compressed, and cannot be read.'

  test.each<readonly [string, Uint8Array, bigint]>([
    ['a bomb', bomb(8000), 1_000_000_000n],
    ['a bomb that says it is small', bomb(8000), 1000n],
    ['no zstd at all', Buffer.from('hello'), 5n],
    ['another length', Buffer.from('28b52ffda001000000090000', 'hex'), 77n],
  ])('%s in a compressed row: the session cannot be read', async (_, frame, size) => {
    make()
    put(packed, frame, size)
    const start = performance.now()
    expect(said()).toBe(unread)
    expect(performance.now() - start).toBeLessThan(5000)
    await isLeftAlone()
  })

  test('nothing in a compressed row: the session cannot be read', async () => {
    make()
    put(
      "UPDATE transcript_events SET event_json = NULL, event_zstd = x'', event_utf8_bytes = 0 WHERE seq = 1",
    )
    expect(said()).toBe(unread)
    await isLeftAlone()
  })

  test('text that is no record is found as such, and only that row goes', async () => {
    make()
    put("UPDATE transcript_events SET event_json = 'hello' WHERE seq = 1")
    expect(patient()?.verdict?.found[0]).toMatchObject({
      rule: 'unreadable',
      message: 'These 5 bytes are no record.',
    })
    const [found] = home.find().found
    if (found === undefined) throw new Error('There is no session.')
    const { replaced } = must(
      await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })),
    )
    expect([replaced.state, home.lines('s').some((line) => line.includes('hello'))]).toEqual([
      'replaced',
      false,
    ])
  })

  test('nothing but such text: the session cannot be read', async () => {
    make()
    put("UPDATE transcript_events SET event_json = 'hello'")
    expect(said()).toBe('`main/s` holds no record of OpenClaw that can be read.')
    await isLeftAlone()
  })

  test('line breaks between members are white space, and stay where nothing is changed', async () => {
    make()
    const spread = JSON.stringify(records[1], null, 2)
    put('UPDATE transcript_events SET event_json = ? WHERE seq = 1', spread)
    expect(patient()?.verdict?.found.map(({ rule }) => rule)).toEqual(['call-without-result'])
    const [found] = home.find().found
    if (found === undefined) throw new Error('There is no session.')
    must(await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })))
    expect(home.lines('s')[1]).toBe(spread)
  })

  test('bytes that are no UTF-8 come back exactly', async () => {
    make()
    const bytes = Buffer.concat([
      Buffer.from('{"type":"custom","id":"x","parentId":"u1","w":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ])
    put('UPDATE transcript_events SET event_json = CAST(? AS TEXT) WHERE seq = 3', bytes)
    const cast = (): unknown =>
      home.open((database) =>
        database.all('SELECT seq, CAST(event_json AS BLOB) AS b FROM transcript_events ORDER BY seq'),
      )
    const before = cast()
    const [found] = home.find().found
    if (found === undefined) throw new Error('There is no session.')
    const { undo } = await import('../../app/src/disk/index.ts')
    const { replaced } = must(
      await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })),
    )
    if (replaced.state === 'replaced') must(await undo(home.disk(), { command: 'undo' }))
    expect(cast()).toEqual(before)
  })

  test('texts that are no UTF-8 in every other place are passed over', async () => {
    make()
    const odd = "CAST(x'ff61' AS TEXT)"
    for (const sql of [
      `UPDATE session_nodes SET entry_json = ${odd}, status = ${odd}`,
      `UPDATE session_windows SET status = ${odd}`,
      `UPDATE transcript_rewrite_watermarks SET generation = ${odd}`,
      `UPDATE transcript_event_identities SET event_type = ${odd}`,
      `INSERT INTO session_nodes VALUES (${odd}, ${odd}, '{}', 1, NULL)`,
      `INSERT INTO session_windows VALUES (${odd}, ${odd}, 1, 1, 1, NULL, NULL)`,
      `INSERT INTO transcript_events (session_id, seq, event_json, created_at) VALUES (${odd}, 0, '{}', 1)`,
    ])
      put(sql)
    const { found } = home.find()
    expect(found.map(({ target }) => target.name)).toEqual(['s'])
    const [own] = found
    if (own === undefined) throw new Error('There is no session.')
    expect(
      must(await rewriteInPlace(home.disk(), own, mendRewrite({ command: 'repair', mendsCoped: true })))
        .replaced.state,
    ).toBe('replaced')
  })

  test.each([
    [
      'a name',
      "UPDATE sqlite_schema SET name = CAST(x'ff61' AS TEXT), tbl_name = CAST(x'ff61' AS TEXT) WHERE name = 'session_nodes'",
    ],
    ['a statement', "UPDATE sqlite_schema SET sql = CAST(x'ff61' AS TEXT) WHERE name = 'session_nodes'"],
  ])('a schema with %s that is no UTF-8 is one clear sentence', async (_, sql) => {
    make({ journal: 'delete' })
    home.open((database) => {
      database.all('PRAGMA writable_schema = ON')
      database.run(sql)
    })
    expect(said()).toMatch(/^The database of `.*` (?:is damaged|says)/)
    await isLeftAlone()
  })

  test('a row of 64 MB is read', () => {
    make()
    put(
      "UPDATE transcript_events SET event_json = json_set(event_json, '$.filler', printf('%.*c', 64000000, 'x')) WHERE seq = 1",
    )
    expect(patient()?.verdict?.found.map(({ rule }) => rule)).toEqual(['call-without-result'])
  })

  test('ids that are no plain names are escaped in paths', async () => {
    make()
    for (const id of ['..', 'a/b', 'ü %', "x'; DROP TABLE transcript_events; --"])
      home.add(id, [header({ id }), ...records.slice(1)])
    const names = home.find().found.map(({ target }) => target.name)
    expect(names).toContain('%2E%2E')
    for (const found of home.find().found)
      expect(
        must(await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })))
          .replaced.state,
      ).toBe('replaced')
    expect(home.find().found.length).toBe(5)
  })
})
