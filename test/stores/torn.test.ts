import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { mendTorn } from '../../app/src/stores/mend/mend-torn.ts'
import { lookOver, readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import type { TornKind } from '../../app/src/stores/records/torn.ts'
import { aside, piece, text, user } from './claude-records.ts'

const [a, b, c] = [
  user('a', null, 'first'),
  piece('b', 'a', 'm1', text('second {"x":[1]} }{ end')),
  user('c', 'b', 'third ü'),
].map((record) => JSON.stringify(record)) as [string, string, string]

const zeros = '\0'.repeat(9)
const cutString = b.slice(0, b.indexOf('second') + 3)
const cutValue = b.slice(0, b.indexOf('"message":') + '"message":'.length)
const cutKey = b.slice(0, b.indexOf('"message"') + 4)
const cutObject = b.slice(0, b.indexOf('"uuid"') - 1)
const rawBreak = JSON.stringify(user('b', 'a', 'two|lines|')).replaceAll('|', '\n')
const rawTab = JSON.stringify(user('b', 'a', 'a|tab')).replaceAll('|', '\t')

/** What stands in a file, which records are read from it, and what is torn, by kind and line. */
type Row = readonly [
  name: string,
  file: string | Buffer,
  ids: string,
  torn: readonly (readonly [TornKind, number])[],
]

const rows: readonly Row[] = [
  ['nothing', '', '', []],
  ['blank lines', `\n\n${a}\n \n${b}\n`, 'ab', []],
  ['no last line break', `${a}\n${b}`, 'ab', []],
  ['line breaks of another system', `${a}\r\n${b}\r\n`, 'ab', []],
  ['a mark of the byte order', `\ufeff${a}\n${b}\n`, 'ab', [['byte-order-mark', 1]]],
  ['line separators in a string', `${a}\n${b.replace('end', 'e\u2028n\u2029d')}\n`, 'ab', []],
  ['zeros at the end', `${a}\n${b}\n${zeros}`, 'ab', [['zeros', 3]]],
  ['zeros on a line of their own', `${a}\n${zeros}\n${b}\n`, 'ab', [['zeros', 2]]],
  ['zeros, then a record', `${a}\n${zeros}${b}\n${c}\n`, 'abc', [['zeros', 2]]],
  ['a record, then zeros', `${a}\n${b}${zeros}\n${c}\n`, 'abc', [['zeros', 2]]],
  [
    'zeros inside a record',
    `${a}\n${cutString}${zeros}${b.slice(-40)}\n${c}\n`,
    'ac',
    [
      ['cut', 2],
      ['zeros', 2],
      ['stray', 2],
    ],
  ],
  [
    'zeros before the rest of a record and another',
    `${zeros}"x":{"y":1}}${a}\n`,
    'a',
    [
      ['zeros', 1],
      ['stray', 1],
    ],
  ],
  [
    'zeros, then what stood inside a record',
    `${zeros}{"uuid":"x"},"uuid":"y"}\n${a}\n`,
    'a',
    [
      ['zeros', 1],
      ['stray', 1],
    ],
  ],
  ['two records on one line', `${a}${b}\n${c}\n`, 'abc', [['glued', 1]]],
  [
    'three records on one line',
    `${a}${b} ${c}\n`,
    'abc',
    [
      ['glued', 1],
      ['glued', 1],
    ],
  ],
  ['cut in a string at the end', `${a}\n${cutString}`, 'a', [['cut', 2]]],
  ['cut in a string, then a line', `${a}\n${cutString}\n${c}\n`, 'ac', [['cut', 2]]],
  ['cut in a string, then a record', `${a}\n${cutString}${c}\n`, 'ac', [['cut', 2]]],
  ['cut in a name, then a record', `${a}\n${cutKey}${c}\n`, 'ac', [['cut', 2]]],
  ['cut before a value, then a record', `${a}\n${cutValue}${c}\n`, 'ac', [['cut', 2]]],
  ['cut before a value, then a line', `${a}\n${cutValue}\n${c}\n`, 'ac', [['cut', 2]]],
  [
    'cut before a value, then two records',
    `${a}\n${cutValue}${b}${c}\n`,
    'abc',
    [
      ['cut', 2],
      ['glued', 2],
    ],
  ],
  ['cut after a message: that is no record', `${a}\n${cutObject}\n${c}\n`, 'ac', [['cut', 2]]],
  [
    'cut twice on one line',
    `${cutString}${cutKey}${c}\n`,
    'c',
    [
      ['cut', 1],
      ['cut', 1],
    ],
  ],
  ['cut in an escape', `${a}\n{"type":"user","t":"x\\${c}\n`, 'ac', [['cut', 2]]],
  ['cut in a longer escape', `${a}\n{"type":"user","t":"x\\u00${c}\n`, 'ac', [['cut', 2]]],
  ['cut in a number', `${a}\n{"type":"user","t":12${c}\n`, 'ac', [['cut', 2]]],
  [
    'cut in a character',
    Buffer.concat([Buffer.from(`${a}\n{"t":"ü`).subarray(0, -1), Buffer.from(`${c}\n`)]),
    'ac',
    [['cut', 2]],
  ],
  [
    'half a character in a whole record',
    Buffer.from(`${a}\n${b.replace('end', 'e\u00ff')}\n`, 'latin1'),
    'ab',
    [],
  ],
  ['raw line breaks', `${a}\n${rawBreak}\n${c}\n`, 'abc', [['raw', 2]]],
  ['a raw tab', `${a}\n${rawTab}\n${c}\n`, 'abc', [['raw', 2]]],
  [
    'printed over several lines',
    `${a}\n${JSON.stringify(JSON.parse(b), null, 2)}\n${c}\n`,
    'abc',
    [['raw', 2]],
  ],
  [
    'words before and after',
    `hello\n${a}\nworld`,
    'a',
    [
      ['stray', 1],
      ['stray', 3],
    ],
  ],
  ['words after a record', `${a} and so on\n${b}\n`, 'ab', [['stray', 1]]],
  [
    'JSON that is no object',
    `null\n${a}\n[1]\n"x"\n`,
    'a',
    [
      ['stray', 1],
      ['stray', 3],
      ['stray', 4],
    ],
  ],
  ['an object that JSON has no word for', `${a}\n{"t":+1}\n${b}\n`, 'ab', [['stray', 2]]],
  ['the rest of a record', `${b.slice(50)}\n${c}\n`, 'c', [['stray', 1]]],
]

describe('torn files', () => {
  test.each(rows)('%s', (_, file, ids, torn) => {
    const bytes = Buffer.from(file)
    const records = readRecords(bytes, claudeCode)
    expect(records.entries.map(({ value }) => value.uuid).join('')).toBe(ids)
    expect(records.torn.map(({ kind, line }) => [kind, line])).toEqual(torn)
    const { bytes: mended } = mendTorn(openRecords(claudeCode, '', bytes))
    const again = readRecords(mended, claudeCode)
    expect(again.torn).toEqual([])
    expect(again.entries.map(({ value }) => value.uuid).join('')).toBe(ids)
    if (torn.length === 0) expect(mended).toBe(bytes)
  })

  test.each(rows)('a look sees whether it is torn: %s', (_, file, ids, torn) => {
    const seen = lookOver(readFrom(Buffer.from(file)), claudeCode)
    if (torn.length > 0) expect(seen).toBeUndefined()
    // A look may be in doubt where reading is not.
    else expect(seen?.map(({ value }) => value.uuid).join('') ?? ids).toBe(ids)
  })

  test('of a file whose size is known, nothing is read behind it', () => {
    const [one, two] = ['a', 'b'].map((id) => `${JSON.stringify({ uuid: id, type: 'user' })}\n`) as [
      string,
      string,
    ]
    const file = Buffer.from(one + two)
    const bytes = readFrom(file)
    let last = 0
    const read: typeof bytes = (into, position) => {
      last = Math.max(last, position + into.length)
      return bytes(into, position)
    }
    const idsTo = (size?: number): string | undefined =>
      lookOver(read, claudeCode, size)
        ?.map(({ value }) => value.uuid)
        .join('')
    expect([idsTo(one.length), last]).toEqual(['a', one.length])
    expect([idsTo(file.length), last]).toEqual(['ab', file.length])
    expect(idsTo(file.length + 9), 'it has become shorter').toBe('ab')
    expect(idsTo(file.length - 3), 'it was found half written').toBeUndefined()
    expect(idsTo()).toBe('ab')
  })

  test('raw line breaks are kept as what they stand for', () => {
    const { entries } = readRecords(Buffer.from(`${rawBreak}\n`), claudeCode)
    expect(entries[0]?.value.message).toEqual({ role: 'user', content: 'two\nlines\n' })
  })

  test('stretches and records cover the file, white space aside', () => {
    for (const [, file] of rows) {
      const bytes = Buffer.from(file)
      const { entries, torn } = readRecords(bytes, claudeCode)
      const rest = Buffer.from(bytes)
      for (const { start, end } of [...entries, ...torn]) rest.fill(32, start, end)
      expect(rest.toString('utf8').replace('\ufeff', '').trim()).toBe('')
    }
  })
})

describe('the parents of what was torn', () => {
  const d = JSON.stringify(user('d', 'c', 'fourth'))

  test.each([
    ['the record before takes its place', `${a}\n${cutString}\n${c}\n`, [null, 'a']],
    [
      'also for those that follow later',
      `${a}\n${cutString}\n${c}\n${d}\n${c.replace('"c"', '"e"')}\n`,
      [null, 'a', 'c', 'a'],
    ],
    [
      'they follow the same one, whatever else was torn in between',
      `${a}\n${cutString}\n${c}\n${cutString}\n${c.replace('"c"', '"e"')}\n`,
      [null, 'a', 'a'],
    ],
    [
      'one of another conversation does not',
      `${a}\n${JSON.stringify(aside(user('x', null, 'aside')))}\n${cutString}\n${c}\n`,
      [null, null, 'a'],
    ],
    ['there is none before', `${a.slice(0, 60)}\n${b}\n${c}\n`, [null, 'b']],
    ['a parent that was never there is left alone', `${a}\n${d}\n`, [null, 'c']],
  ])('%s', (_, file, parents) => {
    const bytes = Buffer.from(file)
    const { bytes: mended } = mendTorn(openRecords(claudeCode, '', bytes))
    const { entries } = readRecords(mended, claudeCode)
    expect(entries.map(({ value }) => value.parentUuid)).toEqual(parents)
  })
})

describe('time', () => {
  const size = 1_600_000

  test.each([
    ['one string', `{"type":"user","t":"${'x'.repeat(size)}`],
    ['objects in objects', '{"a":'.repeat(size / 5)],
    ['starts of records', '{"'.repeat(size / 2)],
    ['records that are cut', '{"a":"b{"a":"b'.repeat(size / 14)],
    ['records that are glued', '{"a":1}'.repeat(size / 7)],
    ['closed and opened', '}{"'.repeat(size / 3)],
    [
      'records in the place of values',
      '{"a":{"uuid":"x","parentUuid":null,"isSidechain":false}\n'.repeat(size / 56),
    ],
    ['zeros', '\0'.repeat(size)],
    ['raw line breaks', `{"a":"${'\n'.repeat(size)}"}`],
  ])('is linear, or it would take hours: %s', { timeout: 60_000 }, (_, line) => {
    const { entries, torn } = readRecords(Buffer.from(line), claudeCode)
    expect(entries.length + torn.length).toBeGreaterThan(0)
  })
})
