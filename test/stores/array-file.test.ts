import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { stores } from '../../app/src/stores/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { call, model, result, task, user } from './task-records.ts'

const store = stores.find(({ name }) => name === 'roo') as Store
const path = '/nowhere/tasks/1700000000000/api_conversation_history.json'
const records = [task('list the files'), model([call('t1')]), user([result('t1')]), model('all is done')]
const open = [task('list the files'), model([call('t1')]), model('all is done')]
const mend = (file: string): string =>
  Buffer.from(mendSession(openRecords(store, path, Buffer.from(file))).bytes).toString()
const kindsIn = (file: string): string[] => readRecords(Buffer.from(file), store).torn.map(({ kind }) => kind)
const [first, second] = records.map((record) => JSON.stringify(record)) as [string, string]
const whole = JSON.stringify(records)

describe('what is torn in an array', () => {
  test.each<[name: string, file: string, kinds: readonly string[], count: number]>([
    ['nothing', whole, [], 4],
    ['an empty array', '[]', [], 0],
    ['an empty file', '', [], 0],
    ['white space alone', ' \n', [], 0],
    ['a byte order mark', `\ufeff${whole}`, ['byte-order-mark'], 4],
    ['no end', whole.slice(0, -1), ['unclosed'], 4],
    ['a cut record', whole.slice(0, -20), ['cut'], 3],
    ['zeros at the end', `${whole}\0\0\0`, ['stray'], 4],
    ['zeros in place of the rest', `${whole.slice(0, -20)}\0\0\0\0`, ['cut'], 3],
    ['the rest of a longer file behind the end', `${whole}"}]}]`, ['stray'], 4],
    ['a second array behind the first', `${whole}${whole}`, ['stray'], 4],
    ['a comma too many at the end', `[${first},]`, ['stray'], 1],
    ['a comma too many', `[${first},,${second}]`, ['stray'], 2],
    ['no comma', `[${first}${second}]`, ['glued'], 2],
    ['a record that is none', `[${first},null,7,"x",[${second}],${second}]`, Array(4).fill('stray'), 2],
    ['a raw line break in a string', `[{"role":"user","content":"a\nb","ts":1}]`, ['raw'], 1],
    ['an object', '{"version":2,"messages":[]}', ['stray'], 0],
    ['no JSON at all', 'hello [world] {"role":"user"}', ['stray'], 0],
    ['a bracket that closes nothing', `[${first},}]`, ['cut'], 1],
  ])('%s', (_, file, kinds, count) => {
    expect(kindsIn(file)).toEqual(kinds)
    expect(readRecords(Buffer.from(file), store).entries.length).toBe(count)
  })

  test('K9: the sound records in front are kept as they are', () => {
    for (let length = 1; length < whole.length; length++) {
      const made = JSON.parse(mend(whole.slice(0, length))) as unknown[]
      const kept = readRecords(Buffer.from(whole.slice(0, length)), store).entries.length
      expect(made.slice(0, kept)).toEqual(records.slice(0, kept))
    }
  })

  test('a file of any kind is read in time and never throws', () => {
    const deep = `[${'['.repeat(200_000)}`
    for (const file of [
      deep,
      `[${'{"a":'.repeat(100_000)}`,
      `[${'"'.repeat(200_000)}`,
      `[${','.repeat(100_000)}`,
    ])
      expect(readRecords(Buffer.from(file), store).entries).toEqual([])
    fc.assert(
      fc.property(fc.string(), fc.nat(whole.length), (text, at) => {
        const file = whole.slice(0, at) + text + whole.slice(at)
        const { entries } = readRecords(Buffer.from(file), store)
        for (const { start, end, value, mended } of entries)
          if (mended === undefined)
            expect(JSON.parse(Buffer.from(file).toString('utf8', start, end))).toEqual(value)
      }),
    )
  })
})

describe('what stays keeps its bytes', () => {
  const strange = [
    first,
    '{ "role":"assistant" ,"content":[{"type":"text","text":"\\u00e9\\/"}],"n":1.50E+2 }',
  ]

  test.each<[name: string, gap: string, lead: string, tail: string]>([
    ['on one line', ',', '[', ']'],
    ['a line each', ',\n', '[\n', '\n]\n'],
    ['with CRLF', ' ,\r\n  ', '\r\n[\r\n  ', '\r\n]\r\n\r\n'],
  ])('%s', (_, gap, lead, tail) => {
    const parts = [...strange, JSON.stringify(model([call('t1')]))]
    const file = `${lead}${parts.join(gap)}${tail}`
    const made = mend(file)
    expect(made.startsWith(`${lead}${parts.join(gap)}${gap}{"role":"user"`)).toBe(true)
    expect(made.endsWith(`}${tail}`)).toBe(true)
    expect(JSON.parse(made)).toHaveLength(4)
  })

  test('white space that is everywhere another', () => {
    const file = `[ ${first} ,${strange[1]},\n\n${JSON.stringify(model([call('t1')]))}\t, ${second}]`
    const made = mend(file)
    for (const gap of ['[ {', '} ,{ "role"', '},\n\n{', '}\t, {']) expect(made).toContain(gap)
  })

  test.each([2, 4, '\t'])('a new record is indented as the others are: %j', (indent) => {
    const made = mend(JSON.stringify(open, null, indent))
    expect(made).toBe(JSON.stringify(JSON.parse(made), null, indent))
    expect(JSON.parse(made)).toHaveLength(4)
    expect(checkRecords(store, path, Buffer.from(made)).found).toEqual([])
  })
})
