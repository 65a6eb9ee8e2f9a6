import { expect, test } from 'vitest'
import { fill } from './catalogue.ts'
import { pairing } from './pairing.ts'

test.each<[string, Record<string, string | undefined>, string]>([
  ['`{id}` {name} has no result.', { id: 'a', name: 'read' }, '`a` read has no result.'],
  ['`{id}` {name} has no result.', { id: 'a' }, '`a` has no result.'],
  ['`{id}` {name} has no result.', { id: 'a', name: '' }, '`a` has no result.'],
  ['messages.{i}.content.{j}: no', { i: '1', j: '0' }, 'messages.1.content.0: no'],
  ['{name} is called', {}, 'is called'],
  ['called {name}', { name: undefined }, 'called'],
  ['no values', { id: 'a' }, 'no values'],
  ['{id}{id}', { id: 'a' }, 'aa'],
  ['{id}', { id: '{name}', name: 'x' }, '{name}'],
  ['{id}', { id: '$&' }, '$&'],
  ['', {}, ''],
])('%j is filled', (template, values, expected) => {
  expect(fill(template, (name) => values[name])).toBe(expected)
  expect(
    fill(template, (name) => values[name]),
    'the second time as the first',
  ).toBe(expected)
})

test.each(Object.entries(pairing))('%s is said in whole sentences', (_, text) => {
  for (const sentence of typeof text === 'string' ? [text] : Object.values(text))
    expect(sentence).toMatch(/^[A-Z`].*[.]$/)
})
