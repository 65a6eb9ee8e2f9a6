import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { call, type Json, piece, result, system, text, user } from './claude-records.ts'
import { clean, path } from './clean-shape.ts'
import { conforms, fileOf } from './conforms.ts'
import { sentByClaudeCode } from './loaders/claude-code.ts'

const before = [
  user('u1', null, 'list the files'),
  piece('a1', 'u1', 'm1', text('none are there')),
  user('u2', 'a1', 'look once more'),
  piece('a2', 'u2', 'm2', call('t1')),
  result('r2', 'a2', 't1'),
  piece('a3', 'r2', 'm3', text('done with it')),
]
const after = [
  user('c1', 'b1', 'This session is being continued', { isCompactSummary: true }),
  user('u4', 'c1', 'and now?'),
  piece('a4', 'u4', 'm4', text('let us go on')),
]

const ends = (headUuid: string, tailUuid: string, anchorUuid = 'c1'): Json => ({
  preservedSegment: { headUuid, anchorUuid, tailUuid },
})
const listed = (uuids: readonly string[], anchorUuid = 'c1'): Json => ({
  ...ends(uuids[0] ?? '', uuids.at(-1) ?? '', anchorUuid),
  preservedMessages: { anchorUuid, uuids, allUuids: uuids },
})
const boundary = (compactMetadata: Json): Json =>
  system('b1', null, 'compact_boundary', { logicalParentUuid: 'a3', compactMetadata })
const session = (metadata: Json): readonly Json[] => [...before, boundary(metadata), ...after]

const preserved = ['u2', 'a2', 'r2', 'a3']

function turnsOf(records: readonly Json[]): unknown {
  const { session: opened, entries } = checkRecords(claudeCode, path, fileOf(records))
  return opened.lanes.map(({ turns }) => turns.map((index) => entries[index]?.value.uuid).join(' ')).join()
}

const metadataIn = (bytes: Uint8Array): unknown =>
  readRecords(bytes, claudeCode).entries.find(({ value }) => value.type === 'system')?.value.compactMetadata

describe('turns that a compaction preserves', () => {
  test.each<readonly [string, readonly Json[], string]>([
    ['listed', session(listed(preserved)), 'c1 u2 a2 r2 a3 u4 a4'],
    ['named by their ends', session(ends('u2', 'a3')), 'c1 u2 a2 r2 a3 u4 a4'],
    ['before the summary', session(listed(preserved, 'b1')), 'u2 a2 r2 a3 c1 u4 a4'],
    ['a list without those between', session(listed(['u2', 'a3'])), 'c1 u2 a3 u4 a4'],
    ['one that is not in the file', session(listed(['u2', 'x9'])), 'c1 u4 a4'],
    ['ends that are not on one way', session(ends('x9', 'a3')), 'c1 u4 a4'],
    ['a summary that is preserved', session(listed(['u2', 'c1'])), 'c1 u4 a4'],
    ['an anchor that follows them', session(listed(['c1'], 'a4')), 'c1 u4 a4'],
    ['one named twice', session(listed(['u2', 'u2'])), 'c1 u4 a4'],
    ['no ids', session({ preservedMessages: { anchorUuid: 'c1', uuids: [1, null] } }), 'c1 u4 a4'],
    [
      'of an earlier compaction',
      [
        ...session(listed(preserved)),
        system('b2', null, 'compact_boundary', { compactMetadata: { trigger: 'auto' } }),
        user('c2', 'b2', 'It goes on'),
      ],
      'c2',
    ],
  ])('%s', (_, records, turns) => {
    expect(turnsOf(records)).toBe(turns)
    expect(checkRecords(claudeCode, path, fileOf(records)).found).toEqual([])
  })

  test('a call whose result came after the compaction is answered', () => {
    const records = [
      ...before.slice(0, 4),
      boundary(listed(['u2', 'a2'])),
      after[0] as Json,
      result('r2', 'c1', 't1'),
      piece('a4', 'r2', 'm4', text('let us go on')),
    ]
    expect(turnsOf(records)).toBe('c1 u2 a2 r2 a4')
    expect(checkRecords(claudeCode, path, fileOf(records)).found).toEqual([])
  })

  test.each([
    ['listed', listed(preserved), listed(['u2', 'a3'])],
    ['named by their ends', ends('a2', 'r2'), {}],
    ['first and last', listed(['a2', 'r2', 'a3']), listed(['a3'])],
  ])('cleaned: the boundary names those that are left (%s)', (_, metadata, left) => {
    const { bytes } = clean(claudeCode, session(metadata), { tools: ['Bash'] })
    expect(metadataIn(bytes)).toEqual(left)
    const said = JSON.stringify(sentByClaudeCode(bytes))
    expect(said).not.toContain('list the files')
    expect(said).not.toContain('t1')
  })

  test.each([
    ['listed', listed(['u2', 'a2', 'a3'])],
    ['named by their ends', ends('u2', 'a3')],
  ])('mended: what comes between them is loaded (%s)', (_, metadata) => {
    const open = session(metadata).filter(({ uuid }) => uuid !== 'r2')
    const records = open.map((record) => (record.uuid === 'a3' ? { ...record, parentUuid: 'a2' } : record))
    const { bytes, left } = mendSession(openRecords(claudeCode, path, fileOf(records)))
    expect(left).toEqual([])
    const sent = sentByClaudeCode(bytes)
    expect(sent.map(({ content }) => (content as Json[]).map(({ type }) => type).join())).toEqual([
      'text,text',
      'tool_use',
      'tool_result',
      'text',
      'text',
      'text',
    ])
  })
})

conforms(claudeCode, [
  { name: 'preserved turns', path, records: session(listed(preserved)), found: [] },
  {
    name: 'an open call among preserved turns',
    path,
    records: session(listed(['u2', 'a2', 'a3']))
      .filter(({ uuid }) => uuid !== 'r2')
      .map((record) => (record.uuid === 'a3' ? { ...record, parentUuid: 'a2' } : record)),
    found: [['call-without-result', 4]],
  },
])
