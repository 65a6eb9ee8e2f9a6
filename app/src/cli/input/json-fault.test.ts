import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateJsonFault } from './json-fault.ts'

test.each([
  ['{"a":1', '1:7', 'the text ends too early'],
  ['[', '1:2', 'the text ends too early'],
  ['{\n  "a": 1\n  "b": 2\n}', '3:3', 'a comma or the closing bracket is missing'],
  ['{"a" 1}', '1:6', 'a colon is missing'],
  ['{"a":}', '1:6', 'a value is missing'],
  ['[1,]', '1:4', 'a value is missing'],
  ['[,1]', '1:2', 'a value or `]` is missing'],
  ['{a:1}', '1:2', 'a name in double quotes or `}` is missing'],
  ['{"a":1,}', '1:8', 'a name in double quotes is missing'],
  ['["a\nb"]', '1:4', 'a string is not closed or holds a wrong character'],
  ['["\\x"]', '1:3', 'a string is not closed or holds a wrong character'],
  ['["abc', '1:6', 'a string is not closed or holds a wrong character'],
  ['{"a":1}\n{"a":2}', '2:1', 'more text follows the end of the JSON value'],
  ['[01]', '1:3', 'a comma or the closing bracket is missing'],
  ['[1}', '1:3', 'a comma or the closing bracket is missing'],
  ['hello', '1:1', 'a value is missing'],
  ['[nul]', '1:2', 'a value or `]` is missing'],
])('%j is broken at %s: %s', (text, place, reason) => {
  const fault = locateJsonFault(text)
  expect(`${fault.line}:${fault.column}`).toBe(place)
  expect(fault.reason).toBe(reason)
})

test('knows a second value, as in JSON Lines', () => {
  expect(locateJsonFault('{}\n{}').isSecondValue).toBe(true)
  expect(locateJsonFault('{}{').isSecondValue).toBe(true)
  expect(locateJsonFault('{"a":[}').isSecondValue).toBe(false)
})

test('is not hurt by depth', () => {
  expect(locateJsonFault('['.repeat(1_000_000)).column).toBe(1_000_001)
})

test('reads valid JSON to its end', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2), (text, indent) => {
      const pretty = JSON.stringify(JSON.parse(text), null, indent)
      const { line, column, isSecondValue } = locateJsonFault(pretty)
      expect(isSecondValue).toBe(true)
      expect([line, column]).toEqual([
        pretty.split('\n').length,
        (pretty.split('\n').at(-1) ?? '').length + 1,
      ])
    }),
  )
})

test('stops where the built-in parser does, or at the start of that word', () => {
  const letters = fc.constantFrom('', ',', '"', '}', ']', ':', '\\', 'x')
  fc.assert(
    fc.property(fc.json(), fc.nat(), letters, (text, place, letter) => {
      const cut = place % (text.length + 1)
      const damaged = `${text.slice(0, cut)}${letter}${text.slice(cut + 1)}`
      const stop = parserStop(damaged)
      if (stop === undefined) return
      const at = locateJsonFault(damaged).column - 1
      expect(at).toBeLessThanOrEqual(stop)
      expect(damaged.slice(at, stop)).toMatch(/^(?:\\(?:u[\da-fA-F]*)?|[-\w.+]*)$/)
    }),
    { numRuns: 2000 },
  )
})

/** Where the built-in parser stops, if it does and says where. */
function parserStop(text: string): number | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    return position === undefined ? undefined : Number(position)
  }
}
