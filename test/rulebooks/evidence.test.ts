import { readFileSync } from 'node:fs'
import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8')
const lines = page.split('\n').filter((line) => /^\| [a-z-]+ +\| \d{4}-/.test(line))
const checked = new Map(
  lines.map((line) => cellsOf(line)).map(([api = '', date = '', against = '']) => [api, { date, against }]),
)
const apis = rulebooks.map(({ name }) => name).filter((name) => name !== 'everywhere')

test.each(apis)('%s says when it was checked last, and against what', (api) => {
  const { date, against } = checked.get(api) ?? { date: '', against: '' }
  expect(date).toMatch(/^2026-\d\d-\d\d$/)
  expect(against).toMatch(/[\w.-]+[/.][\w.-]+/)
})

test('no other API is there', () => {
  expect([...checked.keys()].filter((api) => !apis.includes(api))).toEqual([])
})

type Sources = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
const listed = JSON.parse(
  readFileSync(new URL('../../docs/sources.json', import.meta.url), 'utf8'),
) as Sources
const books = rulebooks.filter(({ name }) => name !== 'everywhere')

test('each row of a rulebook says how good its evidence is', () => {
  const grades = ['live', 'quoted', 'source', 'docs', 'reported']
  const strangers = rulebooks.flatMap(({ name, rows }) =>
    Object.entries(rows).flatMap(([rule, { evidence }]) =>
      grades.includes(evidence) ? [] : [`${name}: ${rule}`],
    ),
  )
  expect(strangers).toEqual([])
})

test.each(books)('each row of $name has a source, and nothing else has', ({ name, rows }) => {
  expect(Object.keys(listed[name] ?? {}).sort()).toEqual(Object.keys(rows).sort())
  const bare = Object.entries(listed[name] ?? {}).filter(
    ([, sources]) => sources.length === 0 || new Set(sources).size < sources.length,
  )
  expect(bare).toEqual([])
})

const forms = [
  /^[\w.-]+\/[\w.-]+#\d+$/,
  /^[\w.-]+\/[\w.-]+:[\w./-]+\.\w+$/,
  /^https:\/\/[\w.-]+\/\S+$/,
  /^as [a-z-]+$/,
]

test('a source is an address, or another API whose row has one', () => {
  const wrong = books.flatMap(({ name, rows }) =>
    Object.keys(rows).flatMap((rule) =>
      (listed[name]?.[rule] ?? [])
        .filter((source) => !isSource(source, rule))
        .map((one) => `${name}, ${rule}: ${one}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('rows that stand by their likeness to another API are no more than these', () => {
  const alike = books.flatMap(({ name, rows }) =>
    Object.entries(rows).filter(
      ([rule, { severity }]) => severity === 'refused' && listed[name]?.[rule]?.[0]?.startsWith('as '),
    ),
  )
  expect(alike).toHaveLength(45)
})

test('the sources of an API’s sentences are those of its rows', () => {
  const missing = sentences.flatMap((sentence) =>
    'sources' in sentence
      ? sentence.by.flatMap(([names, rules]) =>
          names.flatMap((name) => rules.flatMap((rule) => unlisted(name, rule, sentence.sources))),
        )
      : [],
  )
  expect(missing, 'add them to docs/sources.json').toEqual([])
})

function isSource(source: string, rule: string): boolean {
  if (!forms.some((form) => form.test(source))) return false
  const other = source.startsWith('as ') ? listed[source.slice(3)]?.[rule] : []
  return other?.every((one) => !one.startsWith('as ')) === true
}

function unlisted(name: string, rule: string, sources: readonly string[]): string[] {
  const known = listed[name]?.[rule]
  if (known === undefined) return []
  return sources.filter((source) => !known.includes(source)).map((source) => `${name}, ${rule}: ${source}`)
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}
