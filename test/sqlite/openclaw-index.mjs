// @ts-nocheck: it runs on a newer Node than the one that the types of this folder are of.
// Lets OpenClaw's own code make its index of each session anew, and prints the index before and after that.
// usage: node openclaw-index.mjs FOLDER-OF-THE-PACKAGE DATABASE
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

const [folder, file] = process.argv.slice(2)
const dist = join(folder, 'dist')
const chunk = readdirSync(dist).find((name) => /^session-transcript-index-.*\.m?js$/.test(name))
const alias = /reconcileSessionTranscriptIndexInTransaction as (\w+)/.exec(
  readFileSync(join(dist, chunk), 'utf8'),
)
const reconcile = (await import(pathToFileURL(join(dist, chunk)).href))[alias[1]]

const database = new DatabaseSync(file)
const all = (sql) => database.prepare(sql).all()
const index = () => ({
  active: all('SELECT * FROM session_transcript_active_events ORDER BY session_id, active_position'),
  words: all(
    'SELECT session_id, message_id, role, text, timestamp FROM session_transcript_fts ORDER BY session_id, rowid',
  ),
  state: all('SELECT * FROM session_transcript_index_state ORDER BY session_id').map((row) => ({
    ...row,
    updated_at: 0,
  })),
})
const before = index()
const sessions = all('SELECT DISTINCT session_id AS id FROM transcript_events')
database.exec('BEGIN')
database.exec('UPDATE session_transcript_index_state SET needs_rebuild = 1')
for (const { id } of sessions) reconcile(database, id)
process.stdout.write(JSON.stringify({ before, after: index() }))
database.exec('ROLLBACK')
process.exit(0)
