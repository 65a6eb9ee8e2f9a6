import { expect, test } from 'vitest'
import { closest } from './closest.ts'

const names = ['check', 'repair', 'rules', 'apis', 'formats', 'demo']

test.each([
  ['chekc', 'check'],
  ['repiar', 'repair'],
  ['api', 'apis'],
  ['form', 'formats'],
  ['help', undefined],
  ['x', undefined],
  ['', undefined],
  ['constructor', undefined],
])('`%s` most likely means %s', (word, name) => {
  expect(closest(word, names)).toBe(name)
})
