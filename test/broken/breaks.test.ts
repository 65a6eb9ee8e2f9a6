import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { breaks } from './breaks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

test.each(breaks)('$law: each text that is changed stands once in its file', ({ changes }) => {
  expect(changes.filter(({ file, from }) => read(file).split(from).length !== 2)).toEqual([])
})

/** The words of what a file of laws expects. */
function expected(file: string): string[] {
  return [...read(file).matchAll(/expect\([^\n]*, '([^'\n]+)'\)/g)].map(([, words = '']) => words)
}

/** The names of the tests in a file. */
function tested(file: string): string[] {
  return [...read(file).matchAll(/\btest(?:\.each\([^)]*\))?\(\s*'([^'\n]+)'/g)].map(([, name = '']) => name)
}

const unbroken: readonly string[] = [
  // A frozen document throws where it is written to, before anybody compares it.
  'the input is untouched',
  // No change of one line is known that breaks these: another check refuses the change before.
  'no valid block goes as bound',
  'what is plain is sound',
  'every parent that was there is there, and what records name is too',
]

test('each law is broken once', () => {
  const files = readdirSync(`${root}test/laws`).map((name) => `test/laws/${name}`)
  const laws = [
    ...files.filter((file) => !file.endsWith('.test.ts')).flatMap(expected),
    ...['test/stores/conforms.ts', 'test/stores/compacts.ts'].flatMap(tested),
  ]
  const isBroken = (law: string): boolean => breaks.some(({ law: broken }) => law.startsWith(broken))
  expect(laws.length).toBeGreaterThan(40)
  expect(laws.filter((law) => !isBroken(law) && !unbroken.includes(law))).toEqual([])
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  expect(tests.filter((file) => breaks.every((row) => row.tests !== file))).toEqual([])
})
