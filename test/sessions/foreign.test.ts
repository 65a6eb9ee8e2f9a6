import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignIn, type Readable } from '../../app/src/sessions/find/foreign.ts'
import { shapes } from '../../app/src/sessions/find/foreign-shapes.ts'
import { recogniseIn } from '../../app/src/sessions/find/recognise.ts'
import { stores } from '../../app/src/stores/index.ts'
import { readFrom } from '../../app/src/stores/records/entries.ts'
import { agentSessions, bytesOf } from './all-agents.ts'
import { foreignFiles } from './foreign-files.ts'
import { scribes, talk } from './talks.ts'

const readable = (bytes: Uint8Array): Readable => ({ read: readFrom(bytes), whole: () => bytes })

test.each(foreignFiles)('$name is $what', ({ text, what, path = '/x/agents/main/sessions/s.jsonl' }) => {
  const file = readable(Buffer.from(text, 'latin1'))
  expect(foreignIn(file, path)).toBe(what)
  expect(recogniseIn(stores, file, path)).toEqual({ foreign: what })
})

test('every shape has a file that shows it', () => {
  const shown = new Set(foreignFiles.map(({ what }) => what.replace('a session of ', '')))
  expect(shapes.map(({ agent }) => agent).filter((agent) => !shown.has(agent))).toEqual([])
})

/** Every request on record: of the corpus, each as a document, as its list, and as lines. */
const corpus = ['sound', 'faults'].flatMap((name) =>
  readFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>),
)

const objectsIn = (value: unknown): readonly unknown[] =>
  typeof value !== 'object' || value === null ? [] : [value, ...Object.values(value).flatMap(objectsIn)]

test('no request on record is taken for a session, nor is anything in one', () => {
  expect(corpus.length).toBeGreaterThan(100)
  const taken = corpus.flatMap(objectsIn).flatMap((value) => {
    const forms = Array.isArray(value) ? [JSON.stringify(value), linesOf(value)] : [JSON.stringify(value)]
    return forms.filter((text) => foreignIn(readable(Buffer.from(text))) !== undefined)
  })
  expect(taken).toEqual([])
})

function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

test.each(agentSessions.map(({ agent, file, records }) => [agent, file, records] as const))(
  'a session of %s is none of these',
  (agent, file, records) => {
    const { store, foreign } = recogniseIn(stores, readable(bytesOf(agent, records('/w'))), `/${file}`)
    expect([store?.name, foreign]).toEqual([agent, undefined])
  },
)

test.each(scribes.map((scribe) => [scribe.agent, scribe] as const))(
  'no generated session of %s is',
  (agent, { records }) => {
    fc.assert(
      fc.property(talk, (exchanges) => {
        expect(foreignIn(readable(bytesOf(agent, records(exchanges))))).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  },
)
