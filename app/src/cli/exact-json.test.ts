import { expect, test } from 'vitest'
import { parseExactly, restoreNumbers } from './exact-json.ts'

const roundTrip = (text: string): string => {
  const exact = parseExactly(text)
  return restoreNumbers(JSON.stringify(exact?.value), exact?.mark)
}

test.each([
  '{"id":1234567890123456789,"n":-0,"x":[1.0,1e3,2.50,1E+2,0.1]}',
  '[12345678901234567890]',
  '{"quoted":"12345678901234567890 \\" 1.0","\\\\":1.0}',
  '1.0',
  '{"mark":"\uE000number:5","n":1.0}',
])('%s is printed as it was', (text) => {
  expect(roundTrip(text)).toBe(text)
})

test('marks nothing where every number survives', () => {
  expect(parseExactly('{"a":[1,-2.5,0],"b":"1.0"}')).toBeUndefined()
})

test('restores numbers that were printed once more inside a string', () => {
  const exact = parseExactly('{"n":[1.0,-20000000000000000000]}')
  const printed = restoreNumbers(JSON.stringify({ arguments: JSON.stringify(exact?.value) }), exact?.mark)
  expect(printed).toBe('{"arguments":"{\\"n\\":[1.0,-20000000000000000000]}"}')
})
