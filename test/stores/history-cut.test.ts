import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { qwen } from '../../app/src/stores/qwen/index.ts'
import * as claudes from './claude-records.ts'
import { fileOf } from './conforms.ts'
import * as neovates from './neovate-records.ts'
import type { Json } from './pi-records.ts'
import * as pis from './pi-records.ts'
import * as qwens from './qwen-records.ts'

/** A session whose last record is a result of `Delete`, and the turns that its agent then appends behind it. */
interface Row {
  readonly store: Store
  readonly path: string
  readonly name: string
  readonly records: readonly Json[]
  readonly appended: readonly Json[]
}

const piLike = (store: Store, path: string): Row => ({
  store,
  path,
  name: 'delete',
  records: [
    pis.header(),
    pis.user('u1', null, 'list the files'),
    pis.answer('a1', 'u1', [pis.text('there are two')]),
    pis.user('u2', 'a1', 'delete one'),
    pis.answer('a2', 'u2', [pis.call('c1', 'delete')]),
    pis.result('r1', 'a2', 'c1'),
  ],
  appended: [pis.user('u3', 'r1', 'go on'), pis.answer('a3', 'u3', [pis.text('done')])],
})

const rows: readonly Row[] = [
  piLike(pi, '/home/me/.pi/agent/sessions/--w--/2026_a562.jsonl'),
  piLike(openclaw, '/home/me/.openclaw/agents/main/sessions/a562.jsonl'),
  {
    store: claudeCode,
    path: '/home/me/.claude/projects/-w/s1.jsonl',
    name: 'Delete',
    records: [
      claudes.user('u1', null, 'list the files'),
      claudes.piece('a1', 'u1', 'm1', claudes.text('there are two')),
      claudes.user('u2', 'a1', 'delete one'),
      claudes.piece('a2', 'u2', 'm2', claudes.call('c1', 'Delete')),
      claudes.result('r1', 'a2', 'c1'),
    ],
    appended: [claudes.user('u3', 'r1', 'go on'), claudes.piece('a3', 'u3', 'm3', claudes.text('done'))],
  },
  {
    store: neovate,
    path: '/home/me/.neovate/projects/w/s1.jsonl',
    name: 'delete',
    records: [
      neovates.user('u1', null, 'list the files'),
      neovates.model('a1', 'u1', [neovates.text('there are two')]),
      neovates.user('u2', 'a1', 'delete one'),
      neovates.model('a2', 'u2', [neovates.call('c1', 'delete')]),
      neovates.tool('r1', 'a2', [neovates.result('c1', 'gone')]),
    ],
    appended: [neovates.user('u3', 'r1', 'go on'), neovates.model('a3', 'u3', [neovates.text('done')])],
  },
]

/** The ids of the turns that are sent. */
function sentIn(store: Store, path: string, bytes: Uint8Array): unknown[] {
  const { session, entries } = checkRecords(store, path, bytes)
  return session.lanes.flatMap(({ turns }) =>
    turns.map((index) => entries[index]?.value.uuid ?? entries[index]?.value.id),
  )
}

const rulesIn = (store: Store, path: string, bytes: Uint8Array): string[] =>
  checkRecords(store, path, bytes).found.map(({ rule }) => rule)

describe.each(rows)('$store.name: appended behind a record that cleaning removed', (row) => {
  const { store, path, name, records, appended } = row
  const cleaned = cleanSession(openRecords(store, path, fileOf(records)), { deny: { tools: [name] } }).bytes
  const bytes = Buffer.concat([cleaned, fileOf(appended)])

  test('the agent sends nothing from before, and that is found', () => {
    expect(sentIn(store, path, cleaned)).toEqual(['u1', 'a1', 'u2'])
    expect(sentIn(store, path, bytes)).toEqual(['u3', 'a3'])
    expect(checkRecords(store, path, bytes).found).toMatchObject([
      { rule: 'history-cut', severity: 'advice', record: expect.stringContaining('u3') },
    ])
  })

  test('named by the user, it is tied to the record before, and all is sent again', () => {
    const {
      bytes: mended,
      changes,
      isSound,
    } = mendSession(openRecords(store, path, bytes), { mendsCoped: true })
    expect([isSound, changes.map(({ do: act, why }) => [act, why])]).toEqual([
      true,
      [['relink', ['history-cut']]],
    ])
    expect(sentIn(store, path, mended)).toEqual(['u1', 'a1', 'u2', 'u3', 'a3'])
    expect(rulesIn(store, path, mended)).toEqual([])
    expect(mendSession(openRecords(store, path, mended), { mendsCoped: true }).bytes).toBe(mended)
  })

  test('it is left alone where nobody named it', () => {
    expect(mendSession(openRecords(store, path, bytes)).bytes).toBe(bytes)
  })

  test('another cleaning leaves it as it is, and is clean', () => {
    const called = JSON.stringify([...records.slice(-2)])
      .replaceAll('"c1"', '"c2"')
      .replaceAll('"r1"', '"r9"')
      .replaceAll('"u2"', '"a3"')
      .replaceAll('"a2"', '"a9"')
    const gone = Buffer.concat([bytes, fileOf(JSON.parse(called) as Json[])])
    const again = cleanSession(openRecords(store, path, gone), { deny: { tools: [name] } })
    expect([again.isClean, Buffer.compare(again.bytes, bytes)]).toEqual([true, 0])
  })

  test('two cuts are tied at once', () => {
    const isFirstAnswer = ({ uuid, id }: Json): boolean => uuid === 'a1' || id === 'a1'
    const kept = records.slice(0, -2).filter((record) => !isFirstAnswer(record))
    const twice = fileOf([...kept, ...appended])
    expect(rulesIn(store, path, twice)).toEqual(['history-cut', 'history-cut'])
    const { bytes: mended } = mendSession(openRecords(store, path, twice), { mendsCoped: true })
    expect(sentIn(store, path, mended)).toEqual(['u1', 'u2', 'u3', 'a3'])
  })
})

describe('no history is cut', () => {
  const path = '/home/me/.claude/projects/-w/s1.jsonl'

  test('where no record stands before', () => {
    const records = [
      claudes.user('u1', 'gone', 'go on'),
      claudes.piece('a1', 'u1', 'm1', claudes.text('yes')),
    ]
    expect(rulesIn(claudeCode, path, fileOf(records))).toEqual(['parent-missing'])
  })

  test('where a record of another conversation stands before', () => {
    const records = [
      claudes.aside(claudes.user('x1', null, 'look for it')),
      claudes.user('u1', 'gone', 'go on'),
    ]
    expect(rulesIn(claudeCode, path, fileOf(records))).toEqual(['parent-missing'])
  })

  test('where the record is on a branch that was left', () => {
    const records = [
      claudes.user('u1', null, 'list the files'),
      claudes.user('u2', 'gone', 'go on'),
      claudes.user('u3', 'u1', 'another way'),
    ]
    expect(rulesIn(claudeCode, path, fileOf(records))).toEqual(['parent-missing'])
  })

  test('by what stands before a compaction', () => {
    const records = [
      claudes.user('u1', null, 'list the files'),
      claudes.user('u2', 'gone', 'go on'),
      claudes.system('b1', 'u2', 'compact_boundary'),
      claudes.user('u3', 'b1', 'all that was said'),
    ]
    expect(rulesIn(claudeCode, path, fileOf(records))).toEqual(['parent-missing'])
  })

  test('in Qwen Code, which ties such a record itself, but for a rewind', () => {
    const records = [
      qwens.user('u1', null, 'list the files'),
      qwens.user('u2', 'gone', 'go on'),
      qwens.linked('w1', 'lost', 'system', { subtype: 'rewind' }),
      qwens.user('u3', 'w1', 'another way'),
    ]
    const where = '/home/me/.qwen/projects/-w/chats/b1c2d3e4-0000-4000-8000-000000000001.jsonl'
    expect(sentIn(qwen, where, fileOf(records.slice(0, 2)))).toEqual(['u1', 'u2'])
    expect(rulesIn(qwen, where, fileOf(records.slice(0, 2)))).toEqual([])
    expect(rulesIn(qwen, where, fileOf(records))).toEqual(['parent-missing'])
  })
})

test('a cleaning that takes every record before a cut is clean: the parent was missing before', () => {
  const path = '/home/me/.claude/projects/-w/s1.jsonl'
  const records = [
    claudes.piece('a1', null, 'm1', claudes.call('c1', 'Delete')),
    claudes.result('r1', 'a1', 'c1'),
    claudes.user('u3', 'gone', 'go on'),
    claudes.piece('a3', 'u3', 'm3', claudes.text('done')),
  ]
  const bytes = fileOf(records)
  expect(rulesIn(claudeCode, path, bytes)).toEqual(['history-cut'])
  const { isClean, bytes: cleaned } = cleanSession(openRecords(claudeCode, path, bytes), {
    deny: { tools: ['Delete'] },
  })
  expect([isClean, rulesIn(claudeCode, path, cleaned)]).toEqual([true, ['parent-missing']])
})
