import type { Plan } from '@mortise/core'
import { expect, test } from 'vitest'
import { editLines } from './edit-lines.ts'
import { styleOf } from './style.ts'

type Edit = Plan['edits'][number]

const piped = styleOf({}, {}, false)
const terminal = styleOf({ isTTY: true, columns: 80 }, {}, false)

const why = 'a-rule'
const beside = 'end'
const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)

test.each<[string, readonly Edit[], readonly string[]]>([
  [
    'an insert',
    [{ do: 'insert', at: ['messages', 2], value: { a: 1 }, why, beside }],
    ['+ messages.2  {"a":1}'],
  ],
  [
    'a remove',
    [{ do: 'remove', at: ['messages', 2], value: [true, null], why, beside }],
    ['- messages.2  [true,null]'],
  ],
  ['a replace', [{ do: 'replace', at: ['a'], from: 'x\n y', value: 'z', why }], ['- a  "x y"', '+ a  "z"']],
  ['a set', [{ do: 'set', at: ['a', 'b'], value: 1.5, index: 0, why }], ['+ a.b  1.5']],
  ['an unset', [{ do: 'unset', at: ['a', 'b'], value: {}, index: 0, why }], ['- a.b  {}']],
  [
    'at one place, first what goes',
    [
      { do: 'insert', at: ['a', 0], value: 'new', why, beside },
      { do: 'remove', at: ['a', 0], value: 'old', why, beside },
    ],
    ['- a.0  "old"', '+ a.0  "new"'],
  ],
  [
    'a key is hidden',
    [{ do: 'unset', at: ['a'], value: { api_key: 'AbCd1234EfGh5678' }, index: 0, why }],
    ['- a  {"api_key":"***"}'],
  ],
])('%s', (_, edits, lines) => {
  expect(editLines({ edits, found: [] }, piped)).toEqual(lines.map((line) => `  ${line}`))
})

test.each<[string, unknown]>([
  ['long', 'x'.repeat(1e6)],
  ['wide', Array.from({ length: 1e5 }, (_, at) => at)],
  ['deep', deep],
])('of a %s value, the beginning', (_, value) => {
  const [line = ''] = editLines({ edits: [{ do: 'set', at: ['a'], value, index: 0, why }], found: [] }, piped)
  expect(line).toMatch(/^ {2}\+ a {2}.{160}…$/)
})

test('on a terminal a long list is cut, and says how to see the rest; elsewhere it is whole', () => {
  const edits = Array.from(
    { length: 15 },
    (_, at): Edit => ({ do: 'set', at: [at], value: at, index: 0, why }),
  )
  expect(editLines({ edits, found: [] }, terminal).slice(-2)).toEqual([
    '  + 11  11',
    '  and 3 more: add --json to see them',
  ])
  expect(editLines({ edits, found: [] }, piped)).toHaveLength(15)
})
