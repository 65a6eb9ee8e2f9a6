import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { undo } from '../../app/src/disk/index.ts'
import { cleanRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { memory, must } from '../disk/scratch.ts'
import { broken, sound } from '../stores/openclaw-samples.ts'
import { answer, call, header, linked, result, text, user } from '../stores/pi-records.ts'
import { makeRowHome, type RowHome } from './home.ts'

// `npm i --prefix FOLDER openclaw@2026.9.6 node@24 --ignore-scripts`, then MORTISE_OPENCLAW=FOLDER. It is 600 MB: no test installs it.
const folder = process.env.MORTISE_OPENCLAW
const modules = join(folder ?? '/nowhere', 'node_modules')
const node = [join(modules, 'node/bin/node'), join(modules, '.bin/node')].find((path) => existsSync(path))
const isThere = folder !== undefined && existsSync(join(modules, 'openclaw/dist'))
if (!isThere)
  console.info(
    'real-openclaw: skipped, since MORTISE_OPENCLAW names no folder in which npm installed openclaw.',
  )

let home: RowHome
afterEach(() => home?.remove())

/** The index as Mortise wrote it, and as OpenClaw's own code makes it of the same records. */
function indexes(): { readonly before: unknown; readonly after: unknown } {
  const script = new URL('openclaw-index.mjs', import.meta.url).pathname
  const words = [script, join(modules, 'openclaw'), home.database]
  return JSON.parse(
    execFileSync(node ?? process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}

const navigation = [
  header(),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [text('I look'), call('c1')]),
  result('r1', 'a1', 'c1'),
  answer('a2', 'r1', [text('done')]),
  linked('l1', 'a2', 'leaf', { targetId: 'u1' }),
  answer('a3', 'l1', [call('c2')]),
  result('r2', 'a3', 'c2'),
  linked('z1', 'r2', 'reset', { reason: 'new' }),
  user('u2', 'gone', 'once more'),
  linked('n1', 'u2', 'note'),
  answer('a4', 'n1', [call('c3'), text('now')]),
  result('r3', 'a4', 'c3'),
  linked('m1', 'r3', 'custom', { appendMode: 'side', customType: 'x' }),
]

describe.skipIf(!isThere)('OpenClaw itself makes the same index of cleaned sessions', () => {
  test('rows, words and state, before an undo and after it', async () => {
    const { version } = JSON.parse(readFileSync(join(modules, 'openclaw/package.json'), 'utf8'))
    home = makeRowHome({ place: memory, version: version < '2026.9.5' ? 19 : 23 })
    const samples = [
      ...sound.map(([, records]) => records),
      ...broken.map(({ records }) => records),
      navigation,
    ]
    for (const [index, records] of samples.entries()) home.add(`s${index}`, records as typeof navigation)
    // Its first index is a model's, which knows no navigation.
    const last = `s${samples.length - 1}`
    home.open((database) =>
      database.run('UPDATE session_transcript_index_state SET needs_rebuild = 1 WHERE session_id = ?', last),
    )
    const how = cleanRewrite({ command: 'clean' }, { deny: { tools: ['exec'] }, isText: false })
    let count = 0
    for (const found of home.find().found)
      if (must(await rewriteInPlace(home.disk(), found, how)).replaced.state === 'replaced') count++
    expect(count).toBeGreaterThan(5)
    const cleaned = indexes()
    expect(cleaned.before).toEqual(cleaned.after)
    while (count-- > 0) must(await undo(home.disk(), { command: 'undo' }))
    const undone = indexes()
    expect(undone.before).toEqual(undone.after)
  })
})
