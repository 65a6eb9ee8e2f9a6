import { describe, expect, test } from 'vitest'
import { checkRecords, checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import * as claude from './claude-records.ts'
import { fileOf } from './conforms.ts'
import * as neo from './neovate-records.ts'
import * as records from './pi-records.ts'

type Json = Record<string, unknown>

const { header, user, answer, call, result, text, compaction } = records

const path = '/p/1a2b3c4d.jsonl'

/** A call `c1` that waits, then a result of `c2`, whose call is in the file and not sent. */
const cases: readonly (readonly [name: string, stores: readonly Store[], records: readonly Json[]])[] = [
  [
    'of an answer that failed',
    [pi, openclaw],
    [
      header(),
      user('u1', null, 'list the files'),
      answer('a1', 'u1', [call('c1')]),
      answer('a2', 'a1', [call('c2')], { stopReason: 'error' }),
      result('r2', 'a2', 'c2', 'the real output'),
      user('u2', 'r2', 'go on with it'),
    ],
  ],
  [
    'of an answer that failed, in version 1',
    [pi, openclaw],
    records.inARow([
      header(),
      user('u1', null, 'list the files'),
      answer('a1', 'u1', [call('c1')]),
      answer('a2', 'a1', [call('c2')], { stopReason: 'aborted' }),
      result('r2', 'a2', 'c2', 'the real output'),
      user('u2', 'r2', 'go on with it'),
    ]),
  ],
  [
    'of an answer that was compacted and lacks another result',
    [pi, openclaw],
    [
      header(),
      user('u1', null, 'list the files'),
      answer('a0', 'u1', [call('c2'), call('c3')]),
      user('u2', 'a0', 'are you there?'),
      compaction('k1', 'u2', 'u2'),
      answer('a1', 'k1', [call('c1')]),
      result('r2', 'a1', 'c2', 'the real output'),
      user('u3', 'r2', 'go on with it'),
    ],
  ],
  [
    'of another branch',
    [pi, openclaw],
    [
      header(),
      user('u1', null, 'list the files'),
      answer('a2', 'u1', [call('c2')]),
      answer('a1', 'u1', [call('c1')]),
      result('r2', 'a1', 'c2', 'the real output'),
      user('u2', 'r2', 'go on with it'),
    ],
  ],
  [
    'of another branch',
    [claudeCode],
    [
      claude.user('u1', null, 'list the files'),
      claude.piece('a2', 'u1', 'm2', claude.call('c2')),
      claude.piece('a1', 'u1', 'm1', claude.call('c1')),
      claude.result('r2', 'a1', 'c2', 'the real output'),
      claude.user('u2', 'r2', 'go on with it'),
    ],
  ],
  [
    'of a conversation that was compacted',
    [claudeCode],
    [
      claude.user('u1', null, 'list the files'),
      claude.piece('a2', 'u1', 'm2', claude.call('c2')),
      claude.system('b1', null, 'compact_boundary', { logicalParentUuid: 'a2' }),
      claude.user('u2', 'b1', 'this goes on from before', { isCompactSummary: true }),
      claude.piece('a1', 'u2', 'm1', claude.call('c1')),
      claude.result('r2', 'a1', 'c2', 'the real output'),
      claude.user('u3', 'r2', 'go on with it'),
    ],
  ],
  [
    'of another branch',
    [neovate],
    [
      neo.config(),
      neo.user('u1', null, 'list the files'),
      neo.model('a2', 'u1', [neo.call('c2')]),
      neo.model('a1', 'u1', [neo.call('c1')]),
      neo.tool('r2', 'a1', [neo.result('c2', 'the real output')]),
      neo.user('u2', 'r2', 'go on with it'),
    ],
  ],
]

describe.each(cases)('a result whose call is not sent: %s', (_, stores, values) => {
  const bytes = fileOf(values)

  test.each(stores.map((store) => [store.name, store] as const))('%s: no other call gets it', (_, store) => {
    const { found } = checkRecords(store, path, bytes)
    expect(found.map(({ rule, calls, confidence }) => [rule, calls, confidence])).toEqual([
      ['call-without-result', ['c1'], undefined],
      ['result-without-call', ['c2'], undefined],
    ])
    expect(checkSession(store, path, { read: readFrom(bytes), whole: () => bytes }).found).toEqual(found)
  })

  test.each(stores.map((store) => [store.name, store] as const))('%s: it is kept as text', (_, store) => {
    const { bytes: mended, isSound } = mendSession(openRecords(store, path, bytes))
    expect(isSound).toBe(true)
    const said = JSON.stringify(sentOf(store, mended))
    expect(said).toMatch(/\[tool result kept as text: [^\]]*\bc2\][^"]*the real output/)
    expect(said.match(/the real output/g)).toHaveLength(1)
    expect(mendSession(openRecords(store, path, mended)).bytes).toBe(mended)
  })

  test.each(stores.map((store) => [store.name, store] as const))('%s: under `drop` it goes', (_, store) => {
    const { bytes: mended, isSound } = mendSession(openRecords(store, path, bytes), { policy: 'drop' })
    expect(isSound).toBe(true)
    expect(JSON.stringify(sentOf(store, mended))).not.toContain('the real output')
  })
})

test('one that names a call of no turn at all is still taken for the open one', () => {
  const values = [
    header(),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [call('c1')]),
    result('r2', 'a1', 'c2', 'the real output'),
    answer('a2', 'r2', [text('done with it')]),
  ]
  const { found } = checkRecords(pi, path, fileOf(values))
  expect(found.map(({ rule, confidence }) => [rule, confidence])).toEqual([['result-without-call', 'low']])
})

test.each([
  ['without an id', ''],
  ['with an id of no call', 'c9'],
])('a result %s that stands behind a failed call is not guessed to be that of one before it', (_, id) => {
  const values = [
    header(),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [call('c1')]),
    answer('a2', 'a1', [call('c2')], { stopReason: 'error' }),
    result('r2', 'a2', id, 'the real output'),
    user('u2', 'r2', 'go on with it'),
  ]
  for (const all of [values, records.inARow(values)]) {
    const { found } = checkRecords(pi, path, fileOf(all))
    expect(found.map(({ rule }) => rule)).toEqual(['call-without-result', 'result-without-call'])
    expect(mendSession(openRecords(pi, path, fileOf(all))).isSound).toBe(true)
  }
})

function sentOf(store: Store, bytes: Uint8Array): unknown[] {
  const { entries } = readRecords(bytes, store)
  const { lanes } = store.open(entries, path)
  return (lanes[0]?.turns ?? []).map((index) => entries[index]?.value)
}
