import { expect, test } from 'vitest'
import { hasInk } from './ink.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const sees = (text: string): boolean => hasInk(bytesOf(text), 0, bytesOf(text).length)

test.each(['x', '  x', '\\n\\tx', '\\"', '\\\\', '\\/', '\\u0020x', 'é', '日', '─', '✓', '😀', '  \u3042'])(
  'there is ink in %j',
  (text) => {
    expect(sees(text)).toBe(true)
  },
)

test.each(['', '   ', '\\n\\r\\t', '\\u0020', '\\u3000', '\\b\\f', '\u3000', '\u2003\u2028'])(
  'there may be none in %j',
  (text) => {
    expect(sees(text)).toBe(false)
  },
)

test('white space is never taken for ink', () => {
  for (let code = 0; code < 0x10000; code++) {
    const letter = String.fromCharCode(code)
    if (letter.trim() === '' && code >= 0x20) expect(sees(letter), code.toString(16)).toBe(false)
  }
})
