import type { Deny } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { clean, path, shape, wordsOf } from './clean-shape.ts'
import { fileOf } from './conforms.ts'
import {
  answer,
  call,
  compaction,
  header,
  inARow,
  type Json,
  linked,
  mirror,
  result,
  text,
  thinking,
  user,
} from './pi-records.ts'

const exec: Deny = { tools: ['exec'] }
const all: Deny = { tools: ['*'] }

const read = (id: string, parent: string, answered: string): Json =>
  result(id, parent, answered, 'the file', { toolName: 'read' })

const start: readonly Json[] = [header(), user('u1', null, 'list the files')]
const h = 'a562eea8-0000-4000-8000-000000000000'

/** Two tools in one answer, then one of them alone. */
const plain: readonly Json[] = [
  ...start,
  answer('a1', 'u1', [thinking('hm'), text('let me see'), call('c1'), call('c2', 'read')]),
  result('r1', 'a1', 'c1'),
  read('r2', 'r1', 'c2'),
  answer('a2', 'r2', [thinking('well'), call('c3')]),
  result('r3', 'a2', 'c3'),
  answer('a3', 'r3', [text('all done')]),
]

describe('O6: one tool goes, the others of the same answer stay', () => {
  test.each([openclaw, pi])('$name', (store) => {
    const cleaned = clean(store, plain, exec)
    expect(shape(store, cleaned)).toEqual([
      h,
      'u1: list the files',
      'a1 on u1: reasoning, let me see, call c2',
      'r2 on a1: result c2',
      'a3 on r2: all done',
    ])
    expect(cleaned.census).toMatchObject({ calls: 2, results: 2, tools: new Map([['exec', 4]]) })
  })

  test('what nothing happens to keeps its bytes', () => {
    const lines = wordsOf(clean(openclaw, plain, exec)).split('\n')
    const kept = [plain[0], plain[1]].map((record) => JSON.stringify(record))
    expect(lines.slice(0, 2)).toEqual(kept)
  })

  test('an answer that has no call left does not say that it ended on one', () => {
    expect(wordsOf(clean(openclaw, plain, all))).not.toContain('"stopReason":"toolUse"')
    expect(wordsOf(clean(openclaw, plain, exec))).toContain('"stopReason":"toolUse"')
  })
})

const names: readonly (readonly [said: string, pattern: string, removed: number])[] = [
  ['a name', 'exec', 4],
  ['large letters, and white space', ' EXEC ', 4],
  ['an alias', 'bash', 4],
  ['a star alone', ' * ', 6],
  ['two stars', '**', 6],
  ['a star at the end', 'ex*', 4],
  ['a star inside', 'e*c', 4],
  ['a star that would have to stand twice for one letter', 'exe*xec', 0],
  ['a group', 'group:runtime', 4],
  ['another group', 'group:fs', 2],
  ['another name', 'execute', 0],
  ['a name that is a part of it', 'exe', 0],
]

describe('patterns', () => {
  test.each(names)('%s: `%s` takes %i', (_, pattern, removed) => {
    const { census, isClean } = clean(openclaw, plain, { tools: [pattern] })
    expect([census.calls + census.results, isClean]).toEqual([removed, true])
  })

  test('what is denied stays denied where it is allowed too; what is not allowed is denied', () => {
    const { census } = clean(openclaw, plain, { tools: ['exec'], allow: ['exec', 'read'] })
    expect(census.calls).toBe(2)
    expect(clean(openclaw, plain, { tools: [], allow: ['exec'] }).census.calls).toBe(1)
    expect(clean(openclaw, plain, { tools: [], allow: [] }).census.calls).toBe(0)
  })

  test('a group that nobody knows', () => {
    expect(() => clean(openclaw, plain, { tools: ['group:plugins'] })).toThrow(
      'There is no group of tools `group:plugins` here.',
    )
  })
})

/** A session with every trap: ways that were left, a compaction, failed answers, notes, labels. */
const tree: readonly Json[] = [
  ...start,
  answer('a1', 'u1', [text('first'), call('c1')]),
  result('r1', 'a1', 'c1'),
  linked('l1', 'r1', 'label', { targetId: 'r1', label: 'here' }),
  // A way that was left, with a call of its own and one that was never answered.
  user('b1', 'l1', 'left question'),
  answer('b2', 'b1', [text('left answer'), call('c2')]),
  result('b3', 'b2', 'c2'),
  answer('b4', 'b3', [call('c3')]),
  // The way that is gone on with.
  answer('f1', 'l1', [call('c4')], { stopReason: 'aborted' }),
  user('u2', 'f1', 'once more'),
  answer('a2', 'u2', [call('c5')]),
  mirror('d1', 'a2', 'it was sent'),
  result('r2', 'd1', 'c5'),
  answer('a3', 'r2', [call('c6')]),
  result('r3', 'a3', 'c6'),
  compaction('k1', 'r3', 'a3'),
  linked('n1', 'k1', 'branch_summary', { fromId: 'b4', summary: 'the other way' }),
  answer('a4', 'n1', [text('so it is'), call('c7')]),
  result('r4', 'a4', 'c7'),
]

describe('O2: after it there is no call or result in any branch, and every parent is there', () => {
  test('ways that were left, compacted history, failed answers, notes', () => {
    const cleaned = clean(openclaw, tree, all)
    expect(cleaned.isClean).toBe(true)
    expect(shape(openclaw, cleaned)).toEqual([
      h,
      'u1: list the files',
      'a1 on u1: first',
      'l1 on a1',
      'b1 on l1: left question',
      'b2 on b1: left answer',
      'u2 on l1: once more',
      'd1 on u2: it was sent',
      'k1 on d1: other',
      'n1 on k1: other',
      'a4 on n1: so it is',
    ])
    const { census } = cleaned
    expect([census.calls, census.results]).toEqual([7, 5])
    const values = readRecords(cleaned.bytes, openclaw).entries.map(({ value }) => value)
    expect(values.find(({ id }) => id === 'l1')).toMatchObject({ targetId: 'a1' })
    expect(values.find(({ id }) => id === 'n1')).toMatchObject({ fromId: 'b2' })
    // Nothing of what was kept is left: the next record of the way is the first one now.
    expect(values.find(({ id }) => id === 'k1')).toMatchObject({ firstKeptEntryId: 'k1' })
  })

  test('what a compaction keeps is still kept', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [text('kept words'), call('c1')]),
      result('r1', 'a1', 'c1'),
      user('u2', 'r1', 'go on'),
      compaction('k1', 'u2', 'r1'),
      answer('a2', 'k1', [text('so it is')]),
    ]
    const cleaned = clean(openclaw, records, all)
    const kept = readRecords(cleaned.bytes, openclaw).entries.find(({ value }) => value.id === 'k1')
    expect(kept?.value).toMatchObject({ firstKeptEntryId: 'u2' })
    const { entries } = readRecords(cleaned.bytes, openclaw)
    const [lane] = openclaw.open(entries, path).lanes
    expect(lane?.turns.map((index) => entries[index]?.value.id)).toEqual(['k1', 'u2', 'a2'])
  })

  test('the last record goes, and what it hung on is the leaf, not the way that was left', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [text('first')]),
      user('b1', 'a1', 'left question'),
      answer('a2', 'a1', [call('c1')]),
      result('r1', 'a2', 'c1'),
    ]
    expect(shape(openclaw, clean(openclaw, records, all))).toEqual([
      h,
      'u1: list the files',
      'b1 on a1: left question',
      'a1 on u1: first',
    ])
  })

  test('results without an id, of an unknown id, twice, and a call without a name', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [text('first'), call('c1'), { ...call('c2'), name: '' }]),
      result('r1', 'a1', 'c1'),
      result('r2', 'r1', 'c1', 'once more'),
      result('r3', 'r2', ''),
      result('r4', 'r3', 'c9'),
    ]
    expect(shape(openclaw, clean(openclaw, records, all))).toEqual([
      h,
      'u1: list the files',
      'a1 on u1: first',
    ])
  })

  test('O12: version 1, where records stand in a row', () => {
    const rows = inARow(plain)
    const cleaned = clean(openclaw, rows, exec)
    expect([cleaned.isClean, cleaned.census.calls, cleaned.census.results]).toEqual([true, 2, 2])
    expect(readRecords(cleaned.bytes, openclaw).entries).toHaveLength(rows.length - 3)
  })

  const broken = '{"type":"mess'
  test.each<readonly [name: string, at: number, bytes: string]>([
    ['a record that breaks off', 4, `${broken}\n`],
    ['one with the next record behind it on the same line', 4, broken],
    ['one before a record that goes', 3, broken],
    ['one before an answer that goes', 5, `${broken}\n`],
    ['zeros', 4, '\0\0\0\0\n'],
    ['words', 6, 'this is no record\n'],
    ['a second header', 4, `${JSON.stringify(header({ id: 'other' }))}\n`],
    ['a tail without an end', 8, broken],
  ])('what cannot be read stays byte for byte: %s', (_, at, bytes) => {
    const torn = Buffer.concat([fileOf(plain.slice(0, at)), Buffer.from(bytes), fileOf(plain.slice(at))])
    const cleaned = cleanSession(openRecords(openclaw, path, torn), { deny: exec })
    expect(cleaned.isClean).toBe(true)
    expect(shape(openclaw, cleaned)).toEqual(shape(openclaw, clean(openclaw, plain, exec)))
    expect(wordsOf(cleaned)).toContain(bytes.trimEnd())
    const lines = wordsOf(clean(openclaw, plain, exec)).split('\n')
    expect(lines.filter((line) => !wordsOf(cleaned).includes(line))).toEqual([])
    expect(cleaned.changes.filter(({ why }) => why.includes('unreadable'))).toEqual([])
  })

  test('of two records on one line, one goes and the other stays', () => {
    const lines = plain.map((record) => JSON.stringify(record))
    const glued = Buffer.from(`${lines.slice(0, 4).join('\n')}${lines.slice(4).join('\n')}\n`)
    const cleaned = cleanSession(openRecords(openclaw, path, glued), { deny: exec })
    expect(cleaned.isClean).toBe(true)
    expect(shape(openclaw, cleaned)).toEqual(shape(openclaw, clean(openclaw, plain, exec)))
  })

  test('a torn file without such a call is left as it is', () => {
    const torn = Buffer.concat([fileOf(plain), Buffer.from('{"type":"mess')])
    expect(cleanSession(openRecords(openclaw, path, torn), { deny: { tools: ['nothing'] } }).bytes).toBe(torn)
  })

  test('a session of a newer version is left alone', () => {
    const newer = [header({ version: 9 }), ...plain.slice(1)]
    const cleaned = clean(openclaw, newer, exec)
    expect([cleaned.isClean, wordsOf(cleaned)]).toEqual([false, wordsOf({ bytes: fileOf(newer) })])
  })
})

describe('O13: modes', () => {
  test('text: calls and results become the words of the user, in their order', () => {
    expect(shape(openclaw, clean(openclaw, plain.slice(0, 6), exec, true)).slice(2)).toEqual([
      'a1 on u1: reasoning, let me see, call c2',
      'r2 on a1: result c2',
      '141a9142 on r2: [tool call kept as text: exec c1]\n{"command":"ls -l"}',
      'e73dcabf on 141a9142: [tool result kept as text: exec c1]\na b c',
      // The record of an answer that goes has its own words, and no others.
      'a2 on e73dcabf: [tool call kept as text: exec c3]\n{"command":"ls -l"}',
    ])
  })

  test('text: each record has its own words, and one that says nothing any more goes', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [call('c1'), call('c2')]),
      result('r1', 'a1', 'c1'),
      result('r2', 'r1', 'c2'),
      answer('f1', 'r2', [call('c3')], { stopReason: 'aborted' }),
      user('u2', 'f1', 'go on'),
    ]
    const [, , ...rest] = shape(openclaw, clean(openclaw, records, exec, true))
    const made = rest[1]?.split(' ')[0]
    expect(rest.map((line) => line.split('\n')[0])).toEqual([
      'a1 on u1: [tool call kept as text: exec c1]',
      `${made} on a1: [tool call kept as text: exec c2]`,
      `r1 on ${made}: [tool result kept as text: exec c1]`,
      'r2 on r1: [tool result kept as text: exec c2]',
      'u2 on r2: go on',
    ])
  })

  test('text: labels, summaries and compactions name the words of the record that they named', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [text('let me see'), call('c1'), call('c2', 'read')]),
      result('r1', 'a1', 'c1'),
      read('r2', 'r1', 'c2'),
      answer('a2', 'r2', [call('c3')]),
      result('r3', 'a2', 'c3'),
      linked('l1', 'r3', 'label', { targetId: 'r1', label: 'the first' }),
      linked('l2', 'l1', 'label', { targetId: 'a2', label: 'the second' }),
      linked('l3', 'l2', 'label', { targetId: 'r3', label: 'its result' }),
      compaction('k1', 'l3', 'a2'),
      user('u2', 'k1', 'go on'),
    ]
    const cleaned = clean(openclaw, records, exec, true)
    const values = readRecords(cleaned.bytes, openclaw).entries.map(({ value }) => value)
    const named = (id: string, member: string): string => {
      const target = values.find((value) => value.id === id)?.[member]
      return JSON.stringify(values.find((value) => value.id === target))
    }
    expect(named('l1', 'targetId')).toContain('tool result kept as text: exec c1')
    expect(named('l2', 'targetId')).toContain('tool call kept as text: exec c3')
    expect(named('l3', 'targetId')).toContain('tool result kept as text: exec c3')
    expect(named('k1', 'firstKeptEntryId')).toContain('tool call kept as text')
  })

  test('keep-completed: only calls without a result go', () => {
    const records = [...plain, user('u9', 'a3', 'more'), answer('a9', 'u9', [text('I look'), call('c9')])]
    const cleaned = clean(openclaw, records, { ...exec, keep: 'completed' })
    expect(shape(openclaw, cleaned)).toEqual([
      ...shape(openclaw, { bytes: fileOf(plain) }),
      'u9 on a3: more',
      'a9 on u9: I look',
    ])
    expect([cleaned.census.calls, cleaned.census.results]).toEqual([1, 0])
  })

  test('keep-completed: a call that is answered on another way stays', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [text('first'), call('c1')]),
      result('r1', 'a1', 'c1'),
      user('u2', 'a1', 'instead of that'),
      answer('a2', 'u2', [text('I look'), call('c2')]),
    ]
    expect(shape(openclaw, clean(openclaw, records, { ...exec, keep: 'completed' })).slice(2)).toEqual([
      'a1 on u1: first, call c1',
      'r1 on a1: result c1',
      'u2 on a1: instead of that',
      'a2 on u2: I look',
    ])
  })

  test('keep-completed: what only stands in for a result completes nothing', () => {
    const standIn = { details: { openclawSyntheticMissingToolResult: true } }
    const records = [
      ...start,
      answer('a1', 'u1', [text('first'), call('c1')]),
      result('r1', 'a1', 'c1', 'lost', standIn),
      user('u2', 'r1', 'go on'),
    ]
    expect(shape(openclaw, clean(openclaw, records, { ...exec, keep: 'completed' })).slice(2)).toEqual([
      'a1 on u1: first',
      'u2 on a1: go on',
    ])
  })
})

describe('what was wrong before stays as it was', () => {
  test('a call of another tool without a result is for `repair`', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [call('c1'), call('c2', 'read')]),
      result('r1', 'a1', 'c1'),
      user('u2', 'r1', 'go on'),
    ]
    expect(shape(openclaw, clean(openclaw, records, exec)).slice(2)).toEqual([
      'a1 on u1: call c2',
      'u2 on a1: go on',
    ])
  })
})

describe('a cleaning of everything leaves a conversation that is sound', () => {
  test('O9: the results of an aborted answer go with its calls, and none is made up', () => {
    const records = [
      header(),
      user('u1', null, 'go'),
      answer('a1', 'u1', [text('I begin'), call('c1')], { stopReason: 'aborted' }),
      result('r1', 'a1', 'c1'),
      user('u2', 'r1', 'go on'),
    ]
    const cleaned = clean(openclaw, records, all)
    expect(shape(openclaw, cleaned)).toEqual([
      expect.anything(),
      'u1: go',
      'a1 on u1: I begin',
      'u2 on a1: go on',
    ])
    expect(cleaned.isClean).toBe(true)
  })

  test('O10: results without an id or of unknown calls, half calls and calls without arguments go', () => {
    const records = [
      header(),
      user('u1', null, 'go'),
      answer('a1', 'u1', [
        text('so'),
        { type: 'toolCall', id: 'c1', name: 'exec' },
        call('c2', 'exec', { partialJson: '{"co' }),
      ]),
      result('r1', 'a1', ''),
      result('r2', 'r1', 'nobody'),
      answer('a2', 'r2', [text('done')]),
    ]
    const cleaned = clean(openclaw, records, all)
    expect(shape(openclaw, cleaned)).toEqual([expect.anything(), 'u1: go', 'a1 on u1: so', 'a2 on a1: done'])
    expect([cleaned.census.calls, cleaned.census.results]).toEqual([2, 2])
  })

  test('O11: a compaction that kept from a record that goes keeps from the next one that stays', () => {
    const records = [
      header(),
      user('u1', null, 'go'),
      answer('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'c1'),
      answer('a2', 'r1', [text('done')]),
      compaction('k1', 'a2', 'a1'),
      user('u2', 'k1', 'more'),
    ]
    const cleaned = clean(openclaw, records, all)
    const kept = wordsOf(cleaned)
      .split('\n')
      .find((line) => line.includes('"compaction"'))
    expect(JSON.parse(kept ?? '{}')).toMatchObject({ id: 'k1', parentId: 'a2', firstKeptEntryId: 'a2' })
  })
})
