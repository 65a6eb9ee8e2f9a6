import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { apis, sentences, unproven } from './sources.ts'

const books = rulebooks.filter(({ name }) => name !== 'everywhere')

test.each(books)('$name says when it was checked last, and against what', ({ name }) => {
  expect(apis[name]?.checked).toMatch(/^2026-\d\d-\d\d$/)
  expect(apis[name]?.against).toMatch(/[\w.-]+[/.][\w.-]+/)
})

test('no other API is there', () => {
  const names = books.map(({ name }) => name)
  expect(Object.keys(apis).filter((api) => !names.includes(api))).toEqual([])
})

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
  const listed = apis[name]?.rows ?? {}
  expect(Object.keys(listed).sort()).toEqual(Object.keys(rows).sort())
  const bare = Object.entries(listed).filter(
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
      (apis[name]?.rows[rule] ?? [])
        .filter((source) => !isSource(source, rule))
        .map((one) => `${name}, ${rule}: ${one}`),
    ),
  )
  expect(wrong).toEqual([])
})

test('rows that stand by their likeness to another API are no more than these', () => {
  const alike = books.flatMap(({ name, rows }) =>
    Object.entries(rows).filter(
      ([rule, { severity }]) => severity === 'refused' && apis[name]?.rows[rule]?.[0]?.startsWith('as '),
    ),
  )
  expect(alike).toHaveLength(unproven.refusedRowsByLikeness)
})

test('the sources of an API’s sentences are those of its rows', () => {
  const missing = sentences.flatMap((sentence) =>
    'sources' in sentence
      ? sentence.by.flatMap(({ apis: names, rules }) =>
          names.flatMap((name) => rules.flatMap((rule) => unlisted(name, rule, sentence.sources))),
        )
      : [],
  )
  expect(missing, 'add them to docs/sources.json').toEqual([])
})

function isSource(source: string, rule: string): boolean {
  if (!forms.some((form) => form.test(source))) return false
  const other = source.startsWith('as ') ? apis[source.slice(3)]?.rows[rule] : []
  return other?.every((one) => !one.startsWith('as ')) === true
}

function unlisted(name: string, rule: string, sources: readonly string[]): string[] {
  const known = apis[name]?.rows[rule]
  if (known === undefined) return []
  return sources.filter((source) => !known.includes(source)).map((source) => `${name}, ${rule}: ${source}`)
}
