import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, isWellFormed, nonEmpty, printJson, sameJson, toWellFormed } from './json.ts'

/** An object that holds itself. */
const ring = (text: string): { text: string; self?: unknown } => {
  const made: { text: string; self?: unknown } = { text }
  made.self = [made]
  return made
}

const nest = (value: unknown, depth: number): unknown => {
  let inner = value
  for (let level = 0; level < depth; level++) inner = level % 2 === 0 ? [inner] : { inner }
  return inner
}

test.each<[unknown, boolean, string | undefined]>([
  [{}, true, undefined],
  [[], false, undefined],
  [null, false, undefined],
  ['', false, undefined],
  ['a', false, 'a'],
  [7, false, undefined],
  [undefined, false, undefined],
])('%j: is it an object, is it a string that says something', (value, object, text) => {
  expect(isObject(value)).toBe(object)
  expect(nonEmpty(value)).toBe(text)
})

describe('sameJson', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [{ a: undefined }, { a: 1 }, false],
    [{ a: undefined, b: 1 }, { a: 1, b: undefined }, false],
    [1, 1, true],
    [1, '1', false],
    [null, undefined, false],
    [null, {}, false],
    [[], {}, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, undefined], false],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: undefined }, {}, true],
    [{ a: { b: [null] } }, { a: { b: [null] } }, true],
    [{ a: { b: [null] } }, { a: { b: [0] } }, false],
    [{ toString: 1 }, {}, false],
    [{}, JSON.parse('{"__proto__":1}'), false],
    [Number.NaN, Number.NaN, true],
  ])('%j and %j: %s', (left, right, expected) => {
    expect(sameJson(left, right)).toBe(expected)
    expect(sameJson(right, left)).toBe(expected)
  })

  test('agrees with a comparison by printing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        expect(sameJson(left, structuredClone(left))).toBe(true)
        if (JSON.stringify(left) === JSON.stringify(right)) expect(sameJson(left, right)).toBe(true)
      }),
    )
  })

  test('goes as deep as a document does', () => {
    expect(sameJson(nest('a', 100_000), nest('a', 100_000))).toBe(true)
    expect(sameJson(nest('a', 100_000), nest('b', 100_000))).toBe(false)
  })
})

describe('well-formed text', () => {
  test.each<[unknown, unknown]>([
    ['fine', 'fine'],
    ['😀', '😀'],
    ['\ud83d', '\ufffd'],
    ['\ude00\ud83d', '\ufffd\ufffd'],
    [
      ['a', { b: 'cut \ud83d' }],
      ['a', { b: 'cut \ufffd' }],
    ],
    [{ '\ud83d': 1 }, { '\ufffd': 1 }],
    [null, null],
    [7, 7],
    [undefined, undefined],
  ])('%j becomes %j', (given, expected) => {
    expect(isWellFormed(given)).toBe(
      Object.is(given, expected) || JSON.stringify(given) === JSON.stringify(expected),
    )
    expect(toWellFormed(given)).toEqual(expected)
    expect(isWellFormed(toWellFormed(given))).toBe(true)
  })

  test('what is fine keeps its identity', () => {
    const value = { fine: [{}] }
    expect(toWellFormed(value)).toBe(value)
  })

  test('is looked for as deep as a document goes', () => {
    expect(isWellFormed(nest('a', 100_000))).toBe(true)
    expect(isWellFormed(nest('\ud83d', 100_000))).toBe(false)
  })
})

describe('what is no JSON', () => {
  test('a ring is looked through once', () => {
    expect(isWellFormed(ring('a'))).toBe(true)
    expect(isWellFormed(ring('\ud83d'))).toBe(false)
  })

  test('rings are compared', () => {
    const larger = ring('a')
    larger.self = [{ text: 'a', self: [larger] }]
    expect(sameJson(ring('a'), ring('a'))).toBe(true)
    expect(sameJson(ring('a'), larger)).toBe(true)
    expect(sameJson(ring('a'), ring('b'))).toBe(false)
  })

  test('a ring stays one when its texts are cleaned', () => {
    expect(toWellFormed(ring('\ud83d'))).toEqual(ring('\ufffd'))
  })

  test.each<[string, unknown, string]>([
    ['a ring is cut where it closes', ring('a'), '{"text":"a","self":["[circular]"]}'],
    [
      'what stands twice is no ring',
      [ring('a').text, ...Array(2).fill({ n: 1n })],
      '["a",{"n":"1"},{"n":"1"}]',
    ],
    ['an integer of any size is its digits', { n: 2n ** 64n }, '{"n":"18446744073709551616"}'],
    [
      'what cannot print itself is printed by its members',
      {
        a: {
          toJSON: () => {
            throw new Error()
          },
        },
      },
      '{"a":{"toJSON":null}}',
    ],
  ])('%s', (_, value, text) => {
    expect(printJson(value)).toBe(text)
  })
})

describe('printJson', () => {
  test('prints what the built-in printer does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(printJson(value)).toBe(JSON.stringify(value))
      }),
    )
    expect(printJson(undefined)).toBe('null')
  })

  test('passes over what is undefined, however deep it prints', () => {
    const text = printJson({ a: undefined, b: nest(1, 100_000), c: [undefined] })
    expect(text.slice(0, 14)).toBe('{"b":{"inner":')
    expect(text.slice(-12)).toBe(',"c":[null]}')
  })

  test('goes as deep and as wide as a document does', () => {
    const wide = Array.from({ length: 400_000 }, () => 'a')
    const text = printJson(nest({ a: [1, wide], b: '"' }, 100_000))
    expect(text.slice(0, 20)).toBe('{"inner":[{"inner":[')
    expect(sameJson(JSON.parse(text), nest({ a: [1, wide], b: '"' }, 100_000))).toBe(true)
  })
})

test('what comes twice without being a ring is printed twice, however the rest has to be printed', () => {
  const twice = { deep: [] }
  const value = { large: 10n, nothing: null, again: null, twice, both: [twice, twice] }
  expect(JSON.parse(printJson(value))).toEqual({ ...value, large: '10' })
})
