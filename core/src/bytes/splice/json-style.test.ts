import { describe } from 'vitest'
import { insert, replace, set, table } from '../../../../test/bytes/edits.ts'

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
