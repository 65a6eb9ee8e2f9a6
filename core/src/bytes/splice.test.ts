import { describe, expect, test } from 'vitest'
import type { Edit } from '../model/edit.ts'
import { markOf } from '../model/mark.ts'
import type { Place } from '../model/place.ts'
import { applyBytes } from './splice.ts'
import { encode } from './utf8.ts'

const why = 'test'
const insert = (at: Place, value: unknown, beside?: unknown): Edit => ({
  do: 'insert',
  at,
  value,
  beside: markOf(beside),
  why,
})
const remove = (at: Place, value: unknown): Edit => ({ do: 'remove', at, value, beside: '', why })
const replace = (at: Place, from: unknown, value: unknown): Edit => ({ do: 'replace', at, from, value, why })
const set = (at: Place, value: unknown, index: number): Edit => ({ do: 'set', at, value, index, why })
const unset = (at: Place, value: unknown, index = 0): Edit => ({ do: 'unset', at, value, index, why })

function spliced(text: string, edits: readonly Edit[]): string {
  const outcome = applyBytes(encode(text), { edits })
  return outcome.ok ? Buffer.from(outcome.value).toString() : outcome.error.code
}

type Row = readonly [name: string, before: string, edits: readonly Edit[], after: string]

function table(rows: readonly Row[]): void {
  test.each(rows)('%s', (_, before, edits, after) => {
    expect(spliced(before, edits)).toBe(after)
  })
}

describe('elements come and go', () => {
  table([
    ['at the head', '[1,2]', [insert([0], 0, 1)], '[0,1,2]'],
    ['between', '[1, 2]', [insert([1], 0, 2)], '[1, 0, 2]'],
    ['at the end', '[1 ,2 ]', [insert([2], 0)], '[1 ,2 ,0 ]'],
    ['into nothing', '[ ]', [insert([0], 0), insert([0], 1)], '[0,1]'],
    ['beside one', '{"a": [1]}', [insert(['a', 1], 0)], '{"a": [1, 0]}'],
    ['out of the head', '[1, 2, 3]', [remove([0], 1)], '[2, 3]'],
    ['out of the middle', '[1, 2, 3]', [remove([1], 2)], '[1, 3]'],
    ['out of the end', '[1, 2, 3 ]', [remove([2], 3)], '[1, 2 ]'],
    ['all out', '[ 1, 2 ]', [remove([0], 1), remove([1], 2)], '[]'],
    ['all out, others in', '[ 1, 2 ]', [remove([0], 1), insert([1], 3, 2), remove([1], 2)], '[ 3 ]'],
    ['out and in at a gap', '[1,2,3,4]', [remove([1], 2), insert([2], [], 3), remove([2], 3)], '[1,[],4]'],
    ['beside one that changes', '[1,2]', [insert([1], 0, 2), replace([1], 2, 3)], '[1,0,3]'],
    ['behind one that changes', '[1,[]]', [insert([1, 0], 2), insert([2], 3)], '[1,[2],3]'],
  ])
})

describe('members come and go', () => {
  table([
    ['at the end', '{"a":1}', [set(['b'], 2, 1)], '{"a":1,"b":2}'],
    ['at the head', '{"a" : 1}', [set(['b'], 2, 0)], '{"b" : 2, "a" : 1}'],
    ['into nothing', '{}', [set(['b'], 2, 0), set(['a'], 1, 1)], '{"b":2,"a":1}'],
    ['out', '{"a": 1, "b": 2, "c": 3}', [unset(['b'], 2)], '{"a": 1, "c": 3}'],
    ['out where a name is given twice', '{"a":1,"b":2,"a":3}', [unset(['a'], 3)], '{"b":2}'],
    ['behind a name given twice', '{"a":1,"b":2,"a":3}', [set(['c'], 0, 1)], '{"a":1,"c":0,"b":2,"a":3}'],
    ['among names that are numbers', '{"b":1,"7":2}', [set(['a'], 0, 1)], '{"a":0,"b":1,"7":2}'],
    ['before names that are numbers', '{"b":1,"7":2}', [set(['a'], 0, 0)], '{"a":0,"b":1,"7":2}'],
    [
      'in any order',
      '{"a":{"b":1,"c":2},"d":3}',
      [replace(['a', 'c'], 2, 0), unset(['d'], 3), unset(['a', 'b'], 1)],
      '{"a":{"c":0}}',
    ],
    ['under a number', '{"b":1}', [set([7], 0, 0)], '{"7":0,"b":1}'],
    ['under an escaped name', '{"\\u0061":1}', [replace(['a'], 1, 2)], '{"\\u0061":2}'],
    ['under the last of two', '{"a":1,"a":2}', [replace(['a'], 2, 3)], '{"a":1,"a":3}'],
    ['under a name of objects', '{"__proto__":1}', [replace(['__proto__'], 1, 2)], '{"__proto__":2}'],
    ['under no name', '{"":{}}', [set(['', ''], 1, 0)], '{"":{"":1}}'],
  ])
})

const turn = { role: 'user', content: [{ type: 'text', text: 'go' }] }
const indented = `{
  "model": "m",
  "messages": [
    {
      "role": "user"
    }
  ]
}
`
const inserted = `{
  "model": "m",
  "messages": [
    {
      "role": "user"
    },
    {
      "role": "user",
      "content": [
        {
          "type": "text",
          "text": "go"
        }
      ]
    }
  ]
}
`
const tabs = (text: string): string => text.replaceAll('  ', '\t')
const lines = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`

describe('what comes looks like what is there', () => {
  table([
    ['indented', indented, [insert(['messages', 1], turn)], inserted],
    ['indented by tabs', tabs(indented), [insert(['messages', 1], turn)], tabs(inserted)],
    ['with CRLF and a byte order mark', lines(indented), [insert(['messages', 1], turn)], lines(inserted)],
    [
      'indented, into an empty list',
      '{\n "a": [],\n "b": 1\n}',
      [insert(['a', 0], { c: 1 })],
      '{\n "a": [\n  {\n   "c": 1\n  }\n ],\n "b": 1\n}',
    ],
    [
      'indented, as a new member',
      '{\n    "a": 1\n}',
      [set(['b'], { c: [1] }, 1)],
      '{\n    "a": 1,\n    "b": {\n        "c": [\n            1\n        ]\n    }\n}',
    ],
    [
      'indented by more than elsewhere',
      '{"a": [\n    1\n]}',
      [insert(['a', 1], { b: 1 })],
      '{"a": [\n    1,\n    {\n        "b": 1\n    }\n]}',
    ],
    [
      'as the first one, where the neighbour tells nothing',
      '[\n  {"a": 1},\n  2\n]',
      [insert([2], { b: [3] })],
      '[\n  {"a": 1},\n  2,\n  {"b": [3]}\n]',
    ],
    [
      'as what was there, on a line of its own',
      '[\n  {"a": 1},\n  2\n]',
      [replace([0], { a: 1 }, { b: [3] })],
      '[\n  {"b": [3]},\n  2\n]',
    ],
    ['broken without an indent', '[\n1,\n2\n]', [insert([1], [0], 2)], '[\n1,\n[\n0\n],\n2\n]'],
    [
      'one record a line',
      '[\n  {"role": "user", "content": "a"},\n  {"role": "user"}\n]',
      [replace([0, 'content'], 'a', turn.content), insert([1], { b: [1, 2] }, { role: 'user' })],
      '[\n  {"role": "user", "content": [{"type": "text", "text": "go"}]},\n  {"b": [1, 2]},\n  {"role": "user"}\n]',
    ],
    [
      'broken inside, in the place of what was',
      '{"a": [\n    {"b": 1},\n    {"c": 2}\n]}',
      [replace(['a'], [{ b: 1 }, { c: 2 }], { d: 3 })],
      '{"a": {\n  "d": 3\n}}',
    ],
    [
      'in the place of the whole',
      '{\n\t"a": 1\n}\n',
      [replace([], { a: 1 }, [{ b: 2 }])],
      '[\n\t{\n\t\t"b": 2\n\t}\n]\n',
    ],
    ['spaced', '{"a": 1, "b": [2]}', [replace(['b', 0], 2, { c: [3, 4] })], '{"a": 1, "b": [{"c": [3, 4]}]}'],
    ['compact', '{"a":1,"b":[2]}\n', [replace(['b', 0], 2, { c: [3, 4] })], '{"a":1,"b":[{"c":[3,4]}]}\n'],
    [
      'spaced behind colons only',
      '{"a": 1,"b": 2}',
      [replace(['b'], 2, { c: [3, 4] })],
      '{"a": 1,"b": {"c": [3,4]}}',
    ],
    ['commas first', '[ 1\n, 2\n, 3 ]', [insert([2], 0, 3)], '[ 1\n, 2\n, 0\n, 3 ]'],
    ['commas first, an object', '[ 1\n, 2 ]', [insert([2], { a: 1 })], '[ 1\n, 2\n, {"a":1} ]'],
    ['in ASCII', '["\\u00e4"]', [insert([1], { ö: '😀' })], '["\\u00e4",{"\\u00f6":"\\ud83d\\ude00"}]'],
    ['in ASCII, as a name', '{"a":"\\u00e4"}', [set(['ö'], 1, 1)], '{"a":"\\u00e4","\\u00f6":1}'],
    ['in ASCII that escapes nothing', '["\\\\u00e4"]', [insert([1], 'ö')], '["\\\\u00e4","ö"]'],
    ['in UTF-8 with escapes', '["\\u00e4ß"]', [insert([1], 'ö')], '["\\u00e4ß","ö"]'],
    ['half a character', '["ß"]', [insert([1], '\ud800')], '["ß","\\ud800"]'],
  ])
})

const exact = '{"id":1234567890123456789, "n":1.0,"s":"\\u0061\\/"}'
const value: unknown = JSON.parse(exact)
const big = '1234567890123456789'
const near = '1234567890123456788'

describe('what moves keeps its bytes', () => {
  table([
    ['within a list', `[${exact},2]`, [remove([0], value), insert([2], value)], `[2,${exact}]`],
    [
      'into another object',
      `[${exact},2]`,
      [remove([0], value), replace([1], 2, { a: value })],
      `[{"a":${exact}}]`,
    ],
    [
      'though some of it changes',
      '[{"id":"a","input":{"n":1e2, "m":[1.0]},"at":1.50},2]',
      [
        remove([0], { id: 'a', input: { n: 100, m: [1] }, at: 1.5 }),
        insert([2], { id: 'b', input: { n: 100, m: [1] }, at: 1.5 }),
      ],
      '[2,{"id":"b","input":{"n":1e2, "m":[1.0]},"at":1.50}]',
    ],
    [
      'a string that becomes a list',
      '{"content": "\\u0061\\/"}',
      [replace(['content'], 'a/', [{ type: 'text', text: 'a/' }, 'a/'])],
      '{"content": [{"type": "text", "text": "\\u0061\\/"}, "\\u0061\\/"]}',
    ],
    [
      'a value that is wrapped between others that come',
      '[1.0]',
      [insert([0], 0, 1), replace([0], 1, { a: [1] }), insert([1], 2)],
      '[0,{"a":[1.0]},2]',
    ],
    [
      'a member under another name',
      '{"a":[1.0],"b":2}',
      [unset(['a'], [1]), set(['c'], [1], 1)],
      '{"b":2,"c":[1.0]}',
    ],
    [
      'beside one that says nearly the same',
      `[{"id":"a","n":${big}},{"id":"b","n":${near}},0]`,
      [
        remove([0], { id: 'a', n: Number(big) }),
        remove([1], { id: 'b', n: Number(big) }),
        insert([3], { id: 'c', n: Number(big) }),
        insert([3], { id: 'a', n: Number(big) }),
      ],
      `[0,{"id":"c","n":${near}},{"id":"a","n":${big}}]`,
    ],
    [
      'but not the order of its members, where that changes',
      '[{"a":1.0,"b":2},0]',
      [remove([0], { a: 1, b: 2 }), insert([2], { b: 2, a: 1 })],
      '[0,{"b":2,"a":1.0}]',
    ],
    [
      'but no number under another name',
      '[{"a":1.0},0]',
      [remove([0], { a: 1 }), insert([2], { b: 1, a: 1, c: 2 })],
      '[0,{"b":1,"a":1.0,"c":2}]',
    ],
    [
      'in lines of its own',
      '{\n  "a": {"b": 1.0,\n    "c": 2},\n  "d": [\n      0\n  ]\n}',
      [unset(['a'], { b: 1, c: 2 }), insert(['d', 1], { b: 1, c: 2 })],
      '{\n  "d": [\n      0,\n      {"b": 1.0,\n    "c": 2}\n  ]\n}',
    ],
    [
      'a name given twice',
      '[{"a":1,"a":2.0},0]',
      [remove([0], { a: 2 }), insert([2], { a: 2 })],
      '[0,{"a":1,"a":2.0}]',
    ],
    [
      'at another indent',
      '{\n  "a": {\n    "b": {\n      "c": 1.0\n    }\n  },\n  "d": []\n}',
      [unset(['a', 'b'], { c: 1 }), insert(['d', 0], { b: { c: 1 } })],
      '{\n  "a": {},\n  "d": [\n    {\n      "b": {\n        "c": 1.0\n      }\n    }\n  ]\n}',
    ],
  ])
})

describe('refused', () => {
  const document = '{"list":["a","b","c"],"member":{"first":1,"second":2},"text":"x"}'
  const stale: [string, Edit[]][] = [
    ['beside another element', [insert(['list', 1], 0, 'x')]],
    ['beyond the end', [insert(['list', 4], 0)]],
    ['before the start', [insert(['list', -1], 0)]],
    ['between two positions', [insert(['list', 0.5], 0)]],
    ['into what is no list', [insert(['member', 0], 0)]],
    ['into a string', [insert(['text', 0], 0)]],
    ['of another element', [remove(['list', 1], 'a')]],
    ['of an element that is not there', [remove(['list', 3], undefined)]],
    ['of one element twice', [remove(['list', 1], 'b'), remove(['list', 1], 'b')]],
    ['of an element before an insert there', [remove(['list', 1], 'b'), insert(['list', 1], 0, 'b')]],
    [
      'of an element that changes before an insert there',
      [replace(['list', 1], 'b', 0), insert(['list', 1], 0, 'b')],
    ],
    ['of an element that changes and goes', [replace(['list', 1], 'b', 0), remove(['list', 1], 'b')]],
    ['of a member as of an element', [remove(['member', 'first'], 1)]],
    ['of an element as of a member', [unset(['list', 0], 'a')]],
    ['of another value', [replace(['member', 'first'], 2, 0)]],
    ['of a member that is not there', [replace(['member', 'third'], undefined, 0)]],
    ['of the whole, which is another', [replace([], {}, 0)]],
    ['of the whole, without saying what', [remove([], JSON.parse(document))]],
    ['of a member that is there already', [set(['member', 'first'], 0, 0)]],
    ['of a member with another value', [unset(['member', 'first'], 2)]],
    ['of a member that went', [unset(['member', 'third'], 1)]],
    ['inside a string', [replace(['list', 0, 'x'], 'a', 0)]],
    ['inside nothing', [replace(['nowhere', 'x'], 'a', 0)]],
    ['by name in a list', [replace(['list', 'first'], 'a', 0)]],
    ['by a position as a name', [replace(['list', '0'], 'a', 0)]],
    ['out of order', [remove(['list', 2], 'c'), remove(['list', 0], 'a')]],
    ['inside what is replaced', [replace(['list'], ['a', 'b', 'c'], 0), replace(['list', 0], 'a', 0)]],
    ['around what is replaced', [replace(['list', 0], 'a', 0), replace(['list'], ['a', 'b', 'c'], 0)]],
    ['of one member twice', [replace(['text'], 'x', 0), replace(['text'], 'x', 0)]],
  ]
  test.each(stale)('a stale plan: a change %s', (_, edits) => {
    expect(spliced(document, edits)).toBe('stale-plan')
  })

  test('a change inside the first of two members with the same name', () => {
    expect(spliced('{"a":{"b":1},"a":{}}', [replace(['a', 'b'], 1, 2)])).toBe('stale-plan')
    expect(spliced('{"a":{"b":1},"a":2}', [set(['a', 'c'], 1, 1)])).toBe('stale-plan')
  })

  test('says where a plan does not fit', () => {
    const outcome = applyBytes(encode(document), { edits: [remove(['list', 1], 'x')] })
    expect(outcome.ok ? '' : outcome.error.message).toBe(
      'The plan does not fit this document: it differs at list.1.',
    )
  })

  test.each([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1}}', 7],
    ['{"a":1,}', 7],
    ['{"a":1,"b":[1,{"c":"\n"}]}', 20],
    ['{"a":1,"b":01}', 12],
    ['{"a":1,"b":"\\x"}', 13],
  ])('bytes that are no JSON: %j', (text, at) => {
    const outcome = applyBytes(encode(text), { edits: [replace(['a'], 1, 2)] })
    expect(outcome.ok ? '' : outcome.error.message).toBe(`The bytes are not valid JSON at offset ${at}.`)
  })
})

describe('size', () => {
  test('an empty plan gives the same buffer', () => {
    const bytes = encode('{')
    const outcome = applyBytes(bytes, { edits: [] })
    expect(outcome.ok && outcome.value).toBe(bytes)
  })

  test('nesting of 100,000 levels, beside the place and around it', () => {
    const depth = 100_000
    const deep = `${'['.repeat(depth)}1.0${']'.repeat(depth)}`
    expect(spliced(`[${deep},2]`, [replace([1], 2, 3)])).toBe(`[${deep},3]`)
    const path = new Array<number>(depth).fill(0)
    expect(spliced(deep, [replace(path, 1, 2)])).toBe(deep.replace('1.0', '2'))
    const moved: unknown = JSON.parse(deep)
    expect(spliced(`[\n ${deep},\n 2\n]`, [remove([0], moved), insert([2], moved)])).toBe(
      `[\n 2,\n ${deep}\n]`,
    )
    expect(spliced('[\n 2\n]', [insert([1], moved)]).length).toBeLessThan(3 * deep.length)
  })

  test('half a character at a depth of 100,000 levels', () => {
    const [open, close] = ['['.repeat(100_000), ']'.repeat(100_000)]
    const [before, after] = [`${open}"\\ud800"${close}`, `${open}"\\ufffd"${close}`]
    expect(spliced(before, [replace([], JSON.parse(before), JSON.parse(after))])).toBe(after)
  })

  test('many elements and many edits', () => {
    const count = 20_000
    const list = Array.from({ length: count }, (_, index) => index)
    const edits = list.flatMap((index) => [insert([index], [index], index), remove([index], index)])
    expect(spliced(JSON.stringify(list), edits)).toBe(JSON.stringify(list.map((index) => [index])))
  })
})
