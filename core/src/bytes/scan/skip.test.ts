import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encode } from '../text/utf8.ts'
import { skipBlanks, skipValue, startOf } from './skip.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isSkipped(text: string): boolean {
  const bytes = encode(text)
  return endOf(bytes) === bytes.length
}

function endOf(bytes: Uint8Array): number {
  try {
    return skipBlanks(bytes, skipValue(bytes, startOf(bytes)))
  } catch {
    return -1
  }
}

describe('skipValue', () => {
  test.each([
    ...['0', '-0', '1.0', '1e5', '1E+5', '1.25e-7', 'true', 'false', 'null', '""', '"\\u00e4"', '[]', '{}'],
    ...[' [ 1 , 2 ] ', '{"a":{"b":[{}]}}', '"\u2028"', '"\u007f"', '"\\ud800"', '[[],[]]', '\r\n\t0'],
    ...['', ' ', '-', '01', '.5', '1.', '1e', '1e+', '+1', 'tru', 'nul', 'True', '"', '"\\', '"\\u12g4"'],
    ...['"\\x"', '"\t"', '"\u0000"', '[', '[1', '[1,', '[1,]', '[,1]', ']', '{', '{"a"', '{"a":', '{"a":1'],
    ...[
      '{"a":1,',
      '{"a":1,}',
      '{a:1}',
      '{"a" 1}',
      '{1:1}',
      '[1}',
      '{"a":1]',
      '1 1',
      '[] []',
      '\u00a01',
      '\f1',
    ],
  ])('agrees with JSON.parse on %j', (text) => {
    expect(isSkipped(text)).toBe(isJson(text))
  })

  test.each(['"', '\\', '\\"', '\\\\', '\u001f', '\n', 'ä', '😀', '\u007f', '!', '#', '[', ']'])(
    'agrees with JSON.parse on long strings with %j anywhere',
    (sign) => {
      for (let at = 0; at < 70; at++) {
        const text = `"${'a'.repeat(at)}${sign}${'z'.repeat(69 - at)}"`
        expect(isSkipped(text), text).toBe(isJson(text))
        // Behind other bytes of the same buffer, as a record stands.
        const record = encode(`["${text}`).subarray(2)
        expect(isSkipped(text)).toBe(endOf(record) === record.length)
      }
    },
  )

  test('agrees with JSON.parse on valid JSON with a letter changed, taken or added', () => {
    const letters = fc.constantFrom(...'{}[]",:\\u0123456789eE+-.tfn \n\t\u0001x', '')
    const change = fc.tuple(fc.nat(), fc.nat(1), letters)
    fc.assert(
      fc.property(fc.json(), fc.array(change, { maxLength: 2 }), (text, changes) => {
        const changed = changes.reduce((before, [number, length, letter]) => {
          const at = number % (before.length + 1)
          return before.slice(0, at) + letter + before.slice(at + length)
        }, text)
        expect(isSkipped(changed), changed).toBe(isJson(changed))
      }),
      { numRuns: 5_000 },
    )
  })
})
