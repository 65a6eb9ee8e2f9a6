import { expect, test } from 'vitest'
import { comparePlaces, type Place, printPlace } from './place.ts'

test.each<[Place, string]>([
  [[], '(document)'],
  [['messages', 5, 'content', 0], 'messages.5.content.0'],
  [[3], '3'],
])('%j is printed as %s', (place, printed) => {
  expect(printPlace(place)).toBe(printed)
})

test('places are ordered as a reader meets them', () => {
  const ordered: Place[] = [
    [],
    ['messages'],
    ['messages', 0],
    ['messages', 0, 'content'],
    ['messages', 0, 'content', 2],
    ['messages', 0, 'content', 10],
    ['messages', 0, 'role'],
    ['messages', 2],
    ['messages', 10],
    ['system'],
  ]
  for (const [left, first] of ordered.entries()) {
    for (const [right, second] of ordered.entries())
      expect(Math.sign(comparePlaces(first, second))).toBe(Math.sign(left - right))
  }
})

test('names are ordered by code units, not by a locale', () => {
  const names = ['ä', 'b', 'a', 'B', 'Z']
  const sorted = names.map((name): Place => [name]).sort(comparePlaces)
  expect(sorted.map(printPlace)).toEqual(['B', 'Z', 'a', 'b', 'ä'])
})
