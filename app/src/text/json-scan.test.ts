import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberTexts } from './json-scan.ts'

test('finds members as they are written', () => {
  const text = ' { "id" : "a\\"b\\\\" , "document":{"x":[1.0, "}"]},"n":-1.50e3 ,"t":true}\r'
  expect([...memberTexts(text)]).toEqual([
    ['id', '"a\\"b\\\\"'],
    ['document', '{"x":[1.0, "}"]}'],
    ['n', '-1.50e3'],
    ['t', 'true'],
  ])
})

test('takes the last of equal names, as a parser does', () => {
  expect(memberTexts('{"a":1,"a":2}').get('a')).toBe('2')
})

test('knows a name by what it says, however it is spelled', () => {
  expect([...memberTexts('{"a":1,"\\u0061":12345678901234567890,"\\"":2}')]).toEqual([
    ['a', '12345678901234567890'],
    ['"', '2'],
  ])
})

test('finds none in an empty object', () => {
  expect(memberTexts('{}').size).toBe(0)
})

test('gives back every member of any object', () => {
  const names = fc.string({ unit: fc.constantFrom('a', 'b', '_', ' ', '}', ':') })
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue()), fc.constantFrom(0, 1), (object, indent) => {
      const plain: unknown = JSON.parse(JSON.stringify(object))
      const members = memberTexts(JSON.stringify(object, null, indent))
      expect(Object.fromEntries([...members].map(([name, value]) => [name, JSON.parse(value)]))).toEqual(
        plain,
      )
    }),
  )
})
