import { readFileSync } from 'node:fs'
import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8')
const lines = page.split('\n').filter((line) => /^\| [a-z-]+ +\| \d{4}-/.test(line))
const checked = new Map(
  lines.map((line) => cellsOf(line)).map(([api = '', date = '', against = '']) => [api, { date, against }]),
)
const apis = rulebooks.map(({ name }) => name).filter((name) => name !== 'everywhere')

test.each(apis)('%s says when it was checked last, and against what', (api) => {
  const { date, against } = checked.get(api) ?? { date: '', against: '' }
  expect(date).toMatch(/^2026-\d\d-\d\d$/)
  // The source of each row that has no sentence of its own.
  expect(against).toMatch(/[\w.-]+[/.][\w.-]+/)
})

test('no other API is there', () => {
  expect([...checked.keys()].filter((api) => !apis.includes(api))).toEqual([])
})

test('each row of a rulebook says how good its evidence is, and what is quoted or recorded is on record somewhere', () => {
  const grades = ['live', 'quoted', 'source', 'docs', 'reported']
  const strangers = rulebooks.flatMap(({ name, rows }) =>
    Object.entries(rows).flatMap(([rule, { evidence }]) =>
      grades.includes(evidence) && (name === 'everywhere' || checked.has(name)) ? [] : [`${name}: ${rule}`],
    ),
  )
  expect(strangers).toEqual([])
})

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
