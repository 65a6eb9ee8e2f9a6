import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { loadScanIndex, nodeFiles, readTarget, redo, undo } from '../../app/src/disk/index.ts'
import { type JudgedSession, judgeWith } from '../../app/src/sessions/judge/judge.ts'
import { cleanRewrite, mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { memory, must, quietProcesses } from '../disk/scratch.ts'
import { conforms } from '../stores/conforms.ts'
import { type AgentHome, databaseStoreOf, makeAgentHome } from './agent-home.ts'
import { agentRows } from './agent-rows.ts'

let home: AgentHome | undefined
afterEach(() => home?.remove())

describe.each(agentRows.map((rows) => [rows.name, rows] as const))('rows of %s', (_, rows) => {
  const { inDatabase } = databaseStoreOf(rows.agent)

  /** A home with one session. */
  function make(records: readonly object[] = broken().records, ...statements: readonly string[]): AgentHome {
    home?.remove()
    const made = makeAgentHome(rows, memory)
    home = made
    made.open((database) => {
      rows.add(database, 's', records)
      for (const statement of statements) database.run(statement)
    })
    return made
  }

  function broken(): (typeof rows.samples)[number] {
    const sample = rows.samples.find(({ options }) => options !== undefined)
    if (sample === undefined) throw new Error('No sample is broken.')
    return sample
  }

  const bytesOf = ({ disk, found }: AgentHome): Buffer =>
    Buffer.from(must(readTarget(disk(), found('s').target)).bytes)

  const repair = ({ disk, found }: AgentHome) =>
    rewriteInPlace(disk(), found('s'), mendRewrite({ command: 'repair', mendsCoped: true }))

  conforms(inDatabase, rows.samples.slice(0, 2))

  test.each(rows.samples)(
    '$name: it is mended to the same bytes, and undone row for row',
    async ({ records, options = {} }) => {
      const own = make(records)
      own.open((database) => rows.add(database, 'other', [broken().records[0] as object]))
      const path = own.path('s')
      const bytes = bytesOf(own)
      const before = own.rows()
      const mended = mendSession(openRecords(inDatabase, path, bytes), { ...options, mendsCoped: true })
      const { replaced } = must(await repair(own))
      expect(bytesOf(own).toString()).toBe(Buffer.from(mended.bytes).toString())
      expect(replaced.state).toBe(mended.bytes === bytes ? 'unchanged' : 'replaced')
      if (replaced.state !== 'replaced') return
      expect(own.open((database) => database.all('PRAGMA foreign_key_check'))).toEqual([])
      const after = own.rows()
      expect(must(await repair(own)).replaced.state, 'a second run finds nothing').toBe('unchanged')
      must(await undo(own.disk(), { command: 'undo' }))
      expect(own.rows()).toBe(before)
      must(await redo(own.disk(), { command: 'redo' }))
      expect(own.rows()).toBe(after)
    },
  )

  test.each(rows.samples)('$name: cleaned of every tool, and undone row for row', async ({ records }) => {
    const own = make(records)
    const before = own.rows()
    const how = cleanRewrite({ command: 'clean' }, { deny: { tools: ['*'] }, isText: false })
    const { made, replaced } = must(await rewriteInPlace(own.disk(), own.found('s'), how))
    expect(made.isClean).toBe(true)
    if (replaced.state !== 'replaced') return
    expect(own.rows()).not.toBe(before)
    must(await undo(own.disk(), { command: 'undo' }))
    expect(own.rows()).toBe(before)
  })

  describe('a database that is not as it should be', () => {
    function judged(own: AgentHome): JudgedSession | undefined {
      const disk = own.disk()
      const judge = judgeWith(disk, loadScanIndex(disk), 'test').judge
      return own.find(disk).found.map(judge)[0]
    }

    /** What is said of the database, or of the session in it. */
    const said = (own: AgentHome): string | undefined =>
      own.find().closed[0]?.message ?? judged(own)?.problem?.message ?? judged(own)?.verdict?.readOnly

    const [table = ''] = rows.tables
    test.each([
      [
        'a column more',
        `ALTER TABLE ${table} ADD COLUMN later TEXT`,
        'has a column that is not known here: `later`',
      ],
      [
        'a trigger',
        `CREATE TRIGGER sly AFTER UPDATE ON ${table} BEGIN DELETE FROM ${table}; END`,
        'has a trigger that is not known here: `sly`',
      ],
      [
        'a table that depends on the rows',
        `CREATE TABLE follower (own TEXT REFERENCES ${table}(id) ON DELETE CASCADE)`,
        'Its table `follower` depends on the records',
      ],
    ])('%s: it is read, and not written to', async (_, statement, words) => {
      const own = make(undefined, statement)
      expect(said(own)).toContain(words)
      const before = readFileSync(own.database)
      const outcome = await repair(own)
      expect(outcome.ok ? outcome.value.replaced.state : outcome.error.exit).not.toBe('replaced')
      expect(readFileSync(own.database).equals(before)).toBe(true)
    })

    test.each([
      ['half of one', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
      ['its first bytes', (bytes: Buffer) => bytes.subarray(0, 100)],
      ['nothing', () => Buffer.alloc(0)],
      ['a text', () => Buffer.from('not a database at all '.repeat(500))],
    ])('%s: no session, and no crash', (_, damage) => {
      const whole = readFileSync(make().database)
      const own = makeAgentHome(rows, memory, 'delete')
      writeFileSync(own.database, damage(whole))
      const { found, closed } = own.find()
      for (const one of found) judgeWith(own.disk(), loadScanIndex(own.disk()), 'test').judge(one)
      expect(found.length * closed.length).toBe(0)
      own.remove()
    })

    test('a session that somebody else changed is not undone', async () => {
      const own = make()
      must(await repair(own))
      own.open((database) => database.run(`UPDATE ${table} SET rowid = rowid + 1000`))
      own.open((database) =>
        database.run(`DELETE FROM ${table} WHERE rowid = (SELECT max(rowid) FROM ${table})`),
      )
      const changed = own.rows()
      expect(await undo(own.disk(), { command: 'undo' })).toMatchObject({
        ok: false,
        error: { code: 'changed' },
      })
      expect(own.rows()).toBe(changed)
    })
  })
})

describe('opencode: facts that only rows tell', () => {
  const [first, second] = agentRows
  if (first === undefined || second === undefined) throw new Error('There are no rows of opencode.')
  const verdictsOf = (own: AgentHome): Readonly<Record<string, readonly string[]>> => {
    const disk = own.disk()
    const judge = judgeWith(disk, loadScanIndex(disk), 'test').judge
    const all = own.find(disk).found.map(judge)
    return Object.fromEntries(
      all.map(({ target, verdict }) => [target.name, verdict?.found.map(({ rule }) => rule) ?? []]),
    )
  }

  test('a session that version 2 has taken over is its own; one that was made later is not shown, and is told of', () => {
    const own = makeAgentHome(second, memory)
    home = own
    const records = first.samples[0]?.records ?? []
    own.open((database) => {
      first.add(database, 'both', records)
      second.add(database, 'both', second.samples[0]?.records ?? [])
      first.add(database, 'later', [records[0] as object])
    })
    expect(verdictsOf(own)).toEqual({ both: [], later: [] })
    own.open((database) =>
      database.run('INSERT INTO kv VALUES (\'migration.v1-v2\', \'{"phase":"completed"}\', 1, 1)'),
    )
    expect(verdictsOf(own)).toEqual({ both: [], later: ['session-unseen'] })
  })

  test.each([
    [
      'an answer that has not ended',
      first,
      "UPDATE message SET data = json_remove(data, '$.time.completed')",
    ],
    ['a turn that version 2 has claimed', second, 'UPDATE session_v2 SET time_suspended = 1'],
  ])(
    '%s is at work while somebody has the database open, and is the mark of a crash if nobody has',
    async (_, rows, statement) => {
      const own = makeAgentHome(rows, memory)
      home = own
      const broken = rows.samples.find(({ options }) => options !== undefined)
      own.open((database) => {
        rows.add(database, 's', broken?.records.slice(0, 3) ?? [])
        database.run(statement)
      })
      const { key } = nodeFiles.stat(own.database)
      const busy = { ...quietProcesses, writers: () => new Map([[key, [{ pid: 7, name: 'opencode' }]]]) }
      const disk = own.disk({ processes: busy })
      const how = mendRewrite({ command: 'repair', mendsCoped: true })
      expect(await rewriteInPlace(disk, own.found('s', disk), how)).toMatchObject({
        ok: false,
        error: { code: 'live' },
      })
      expect(must(await rewriteInPlace(own.disk(), own.found('s'), how)).replaced.state).toBe('replaced')
    },
  )

  test('no message can be added to the log of version 2', async () => {
    const own = makeAgentHome(second, memory)
    home = own
    own.open((database) => second.add(database, 's', second.samples[0]?.records ?? []))
    const before = own.rows()
    const how = cleanRewrite({ command: 'clean' }, { deny: { tools: ['*'] }, isText: true })
    const outcome = await rewriteInPlace(own.disk(), own.found('s'), how)
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('none can be added') },
    })
    expect(own.rows()).toBe(before)
  })
})

describe('Hermes: what follows its rows', () => {
  const rows = agentRows.find(({ agent }) => agent === 'hermes')
  if (rows === undefined) throw new Error('There are no rows of Hermes.')
  const how = mendRewrite({ command: 'repair', mendsCoped: true })
  const inTheMiddle = rows.samples.find(({ name }) => name.startsWith('an open call in'))?.records ?? []

  function make(...statements: readonly string[]): AgentHome {
    const own = makeAgentHome(rows as (typeof agentRows)[number], memory)
    home = own
    own.open((database) => {
      rows?.add(database, 's', inTheMiddle)
      rows?.add(database, 'other', inTheMiddle)
      for (const statement of statements) database.run(statement)
    })
    return own
  }

  const wordsFound = (own: AgentHome, words: string): number =>
    own.open((database) => {
      database.run("INSERT INTO messages_fts(messages_fts) VALUES ('integrity-check')")
      return database.all('SELECT rowid FROM messages_fts WHERE messages_fts MATCH ?', words).length
    })

  test('the search finds the words of the rows, also after an undo', async () => {
    const own = make()
    must(await rewriteInPlace(own.disk(), own.found('s'), how))
    expect([wordsFound(own, 'recorded'), wordsFound(own, 'well')]).toEqual([1, 2])
    must(await undo(own.disk(), { command: 'undo' }))
    expect([wordsFound(own, 'recorded'), wordsFound(own, 'well')]).toEqual([0, 2])
  })

  test('rows of other sessions keep their numbers, and the messages stay in the order of theirs', async () => {
    const own = make()
    const cells = (id: string): unknown =>
      own.open((database) =>
        database.all('SELECT id, role FROM messages WHERE session_id = ? ORDER BY id', id),
      )
    const other = cells('other')
    must(await rewriteInPlace(own.disk(), own.found('s'), how))
    expect(cells('other')).toEqual(other)
    expect(cells('s')).toEqual([
      { id: 1n, role: 'user' },
      { id: 2n, role: 'assistant' },
      { id: 3n, role: 'tool' },
      { id: 4n, role: 'user' },
      { id: 9n, role: 'assistant' },
    ])
    const [counts] = own.open((database) =>
      database.all("SELECT message_count AS messages, tool_call_count AS calls FROM sessions WHERE id = 's'"),
    )
    expect(counts).toEqual({ messages: 5n, calls: 1n })
  })

  test.each(['compression_locks', 'session_turn_leases'])(
    'a claim in `%s` is heeded until it runs out',
    async (table) => {
      const until = (seconds: number): string =>
        `INSERT OR REPLACE INTO ${table} VALUES ('s', 'pid=7:tid=1', 1, (julianday('now') - 2440587.5) * 86400 + ${seconds})`
      const own = make(until(300))
      const { key } = nodeFiles.stat(own.database)
      const busy = { ...quietProcesses, writers: () => new Map([[key, [{ pid: 7, name: 'hermes' }]]]) }
      const repair = () => {
        const disk = own.disk({ processes: busy })
        return rewriteInPlace(disk, own.found('s', disk), how)
      }
      expect(await repair()).toMatchObject({ ok: false, error: { code: 'live' } })
      own.open((database) => database.run(until(-1)))
      expect(must(await repair()).replaced.state).toBe('replaced')
    },
  )
})
