import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PolicyName, Tail } from '@mortise/core'

/** A conversation that breaks a rule, and what becomes of it. */
export interface Broken {
  readonly file: string
  readonly format: string
  readonly rule: string
  readonly name: string
  readonly api: string
  readonly policy: PolicyName
  readonly tail: Tail
  readonly broken: unknown
  /** Every finding, refused or advice, in order: its rule and its place. */
  readonly found: readonly (readonly [rule: string, at: string])[]
  readonly fixed: unknown
}

/** A conversation that nothing is wrong with. */
export interface Sound {
  readonly file: string
  readonly format: string
  readonly name: string
  readonly api: string
  readonly tail: Tail
  readonly document: unknown
}

const formatsFolder = fileURLToPath(new URL('../../core/src/formats/', import.meta.url))

/** The rules that a format has a folder for. */
export function rulesWithFixtures(format: string): string[] {
  return namesIn(`${format}/fixtures/broken`)
}

/** The broken conversations of a format, rule by rule. */
export function brokenOf(format: string): Broken[] {
  return rulesWithFixtures(format).flatMap((rule) =>
    read<Broken>(`${format}/fixtures/broken/${rule}`).map((row) => completed(row, format, rule)),
  )
}

function completed(row: Broken, format: string, rule: string): Broken {
  return { ...row, format, rule, policy: row.policy ?? 'keep', tail: row.tail ?? 'closed' }
}

/** The sound conversations of a format. */
export function soundOf(format: string): Sound[] {
  return read<Sound>(`${format}/fixtures/sound`).map((row) => ({
    ...row,
    format,
    tail: row.tail ?? 'closed',
  }))
}

/** The rows of a table beside this file, a line each. */
export function linesOf<Row>(file: string): Row[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}

/** A broken conversation by its format, rule and number. */
export function fixtureNamed(path: string): Broken {
  const [format = '', rule = '', number] = path.split('/')
  return completed(readOne(`${format}/fixtures/broken/${rule}/${number}.json`), format, rule)
}

function read<Row>(folder: string): (Row & { readonly file: string })[] {
  return namesIn(folder).map((name) => readOne<Row>(`${folder}/${name}`))
}

function readOne<Row>(file: string): Row & { readonly file: string } {
  return { file, ...(JSON.parse(readFileSync(`${formatsFolder}${file}`, 'utf8')) as Row) }
}

function namesIn(folder: string): string[] {
  const path = `${formatsFolder}${folder}`
  return existsSync(path) ? readdirSync(path).sort() : []
}
