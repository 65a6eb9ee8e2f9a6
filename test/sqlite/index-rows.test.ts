import { afterEach, describe, expect, test } from 'vitest'
import { undo } from '../../app/src/disk/index.ts'
import {
  cleanRewrite,
  mendRewrite,
  type Rewrite,
  rewriteInPlace,
} from '../../app/src/sessions/rewrite/rewrite.ts'
import { checkRecords } from '../../app/src/stores/check/check.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import type { Mended } from '../../app/src/stores/mend/mend.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { branchOf } from '../../app/src/stores/openclaw/transcript-tree.ts'
import { memory, must } from '../disk/scratch.ts'
import { fileOf } from '../stores/conforms.ts'
import { indexOf } from '../stores/loaders/openclaw-index.ts'
import { broken, sound } from '../stores/openclaw-samples.ts'
import { answer, call, header, type Json, linked, result, text, user } from '../stores/pi-records.ts'
import { addRecord, indexIn, makeRowHome, type RowHome } from './home.ts'

let home: RowHome
afterEach(() => home.remove())

const repair = mendRewrite({ command: 'repair', sender: 'other' })
const clean = cleanRewrite({ command: 'clean' }, { deny: { tools: ['*'] }, isText: false })

const samples: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ...sound,
  ...broken.map(({ name, records }) => [name, records as readonly Json[]] as const),
  [
    'words on both sides of a denied call',
    [
      header(),
      user('u1', null, '  list the files  '),
      answer('a1', 'u1', [text('I look'), call('c1')]),
      result('r1', 'a1', 'c1'),
      answer('a2', 'r1', [text('one'), text(' '), text('two')]),
      {
        ...user('u2', 'a2', [text('not for the model')]),
        message: { role: 'user', content: 'x', excludeFromContext: true },
      },
    ],
  ],
]

/** The records of a session as they stand in the database. */
const recordsIn = (id: string): readonly Json[] => home.lines(id).map((line) => JSON.parse(line) as Json)

async function rewrite(id: string, how: typeof repair | typeof clean): Promise<string> {
  const found = home.find().found.find(({ target }) => target.path === home.path(id))
  if (found === undefined) throw new Error(`There is no session ${id}.`)
  return must(await rewriteInPlace<Mended>(home.disk(), found, how as Rewrite<Mended>)).replaced.state
}

describe.each([19, 23])('the index that OpenClaw reads, schema %s', (version) => {
  test.each(samples)('%s: it follows a repair, a cleaning and an undo', async (_, records) => {
    for (const how of [repair, clean]) {
      home?.remove()
      home = makeRowHome({ place: memory, version })
      home.add('s', records)
      home.add('other', records)
      const [before, others] = [indexIn(home, 's'), indexIn(home, 'other')]
      expect(before).toEqual(indexOf(records))
      const state = await rewrite('s', how)
      expect(indexIn(home, 's')).toEqual(indexOf(recordsIn('s')))
      if (state === 'replaced') must(await undo(home.disk(), { command: 'undo' }))
      expect([indexIn(home, 's'), indexIn(home, 'other')]).toEqual([before, others])
    }
  })

  test('an index that lagged behind is made anew, with its words', async () => {
    home = makeRowHome({ place: memory, version })
    const records = samples.at(-1)?.[1] ?? []
    home.add('s', records)
    home.open((database) => {
      database.run('UPDATE session_transcript_index_state SET needs_rebuild = 1')
      database.run("DELETE FROM session_transcript_fts WHERE role = 'user'")
    })
    expect(await rewrite('s', clean)).toBe('replaced')
    expect(indexIn(home, 's')).toEqual(indexOf(recordsIn('s')))
  })

  test('an index of records that nobody can read is marked, so that OpenClaw makes it', async () => {
    home = makeRowHome({ place: memory, version })
    home.add('s', [...(samples.at(-1)?.[1] ?? []), '{"type":"message"'])
    expect(await rewrite('s', clean)).toBe('replaced')
    expect(indexIn(home, 's').state[2]).toBe(1)
  })
})

describe('the branch that OpenClaw follows', () => {
  const leaf = (id: string, parent: string | null, targetId: string | null, more: Json = {}): Json =>
    linked(id, parent, 'leaf', { targetId, ...more })
  const [u1, a1, u2] = [user('u1', null, 'one'), answer('a1', 'u1', [text('two')]), user('u2', 'a1', 'three')]

  test.each<readonly [string, readonly Json[], readonly number[] | undefined, string | null]>([
    ['records in a row', [header(), u1, a1, u2], [1, 2, 3], 'u2'],
    ['an older record that is chosen', [u1, a1, u2, leaf('l1', 'u2', 'u1')], [0], 'u1'],
    ['what follows the choice', [u1, a1, u2, leaf('l1', 'u2', 'u1'), user('u3', 'l1', 'x')], [0, 4], 'u3'],
    ['no record chosen', [u1, a1, leaf('l1', 'a1', null)], [], null],
    ['a choice of a record that is not there', [u1, a1, leaf('l1', 'a1', 'gone')], [0, 1], 'a1'],
    ['a parent that is not there', [u1, a1, user('u3', 'gone', 'x')], [0, 1, 2], 'u3'],
    ['a first record whose parent is not there', [user('u3', 'gone', 'x')], [0], 'u3'],
    ['an entry without a parent', [u1, { type: 'custom', id: 'x1' }], [0, 1], 'x1'],
    ['a record beside the way', [u1, linked('x1', 'u1', 'custom', { appendMode: 'side' })], [0], 'x1'],
    [
      'a record of another type, and an entry behind it',
      [u1, linked('x1', 'u1', 'note'), user('u3', 'x1', 'x')],
      [0, 2],
      'u3',
    ],
    [
      'nothing before a reset comes back',
      [u1, a1, linked('z1', 'a1', 'reset'), user('u3', 'u1', 'x')],
      [0, 1, 2, 3],
      'u3',
    ],
    [
      'a choice of what stands before a reset',
      [u1, a1, linked('z1', 'a1', 'reset'), leaf('l1', 'z1', 'u1')],
      [0, 1, 2],
      'z1',
    ],
    [
      'a cycle of parents: all records count',
      [user('u1', 'a1', 'x'), answer('a1', 'u1', []), user('u1', 'a1', 'y')],
      undefined,
      'u1',
    ],
    ['no links at all', [{ type: 'note' }, { message: {} }], undefined, null],
  ])('%s', (_, records, path, parent) => {
    home = makeRowHome({ place: memory })
    expect(branchOf(records)).toEqual({ path, parent })
  })
})

test('a record whose parent was removed: OpenClaw goes on behind its leaf, and no history is cut', async () => {
  const records = [
    header(),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [text('there are two')]),
    user('u2', 'a1', 'delete one'),
    answer('a2', 'u2', [call('c1', 'delete')]),
    result('r1', 'a2', 'c1'),
  ]
  home = makeRowHome({ place: memory })
  home.add('s', records)
  const deny = cleanRewrite({ command: 'clean' }, { deny: { tools: ['delete'] }, isText: false })
  expect(await rewrite('s', deny)).toBe('replaced')
  const seq = home.lines('s').length
  home.open((database) => {
    addRecord(database, 's', seq, user('u3', 'r1', 'go on'))
    addRecord(database, 's', seq + 1, answer('a3', 'u3', [text('done')]))
  })
  const found = home.find().found.find(({ target }) => target.path === home.path('s'))
  const seen = checkRecords(openclaw.inDatabase as Store, home.path('s'), fileOf(recordsIn('s')))
  expect(found).toBeDefined()
  const ids = seen.session.lanes.map(({ turns }) => turns.map((index) => seen.entries[index]?.value.id))
  expect([ids, seen.found]).toEqual([[['u1', 'a1', 'u2', 'u3', 'a3']], []])
  // The records are sound as they are: a repair for any sender writes nothing.
  expect(await rewrite('s', repair)).toBe('unchanged')
})
