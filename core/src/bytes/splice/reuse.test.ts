import { describe } from 'vitest'
import { insert, remove, replace, set, table, unset } from '../../../../test/bytes/edits.ts'

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
      'with a number that is too large for one',
      '[{"n":1E400,"m":-1.0E+999},2]',
      [
        remove([0], { n: Number.POSITIVE_INFINITY, m: Number.NEGATIVE_INFINITY }),
        insert([2], { n: Number.POSITIVE_INFINITY, m: Number.NEGATIVE_INFINITY }),
      ],
      '[2,{"n":1E400,"m":-1.0E+999}]',
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
