import { expect, test } from 'vitest'
import { printInStyle, styleOf } from './json-style.ts'

test.each([
  ['compact', '{"a":[1,{"b":"c"}],"d":{}}'],
  ['compact with a line end', '{"a":1}\n'],
  ['with spaces, as Python prints it', '{"a": [1, {"b": "x, y: z"}], "d": {}}'],
  ['a list with spaces', '[{"a": 1}, {"b": 2}]'],
  ['two spaces', '{\n  "a": [\n    1\n  ]\n}\n'],
  ['four spaces', '{\n    "a": 1\n}'],
  ['tabs', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n'],
  ['no indentation', '{\n"a": [\n1\n]\n}'],
  ['a list', '[\n  {\n    "a": 1\n  }\n]'],
  ['CRLF', '{\r\n  "a": "x\\ny"\r\n}\r\n'],
  ['blank lines around', '\n\n{"a":1}\n\n'],
  ['escapes beyond ASCII', '{"a":"\\u00e9\\ud83d\\ude00"}'],
  ['letters beyond ASCII', '{"a":"é😀"}'],
])('keeps the style: %s', (_, text) => {
  expect(printInStyle(JSON.parse(text), styleOf(text))).toBe(text)
})
