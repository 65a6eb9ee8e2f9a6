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
    read<Broken>(`${format}/fixtures/broken/${rule}`).map((row) => ({
      ...row,
      format,
      rule,
      policy: row.policy ?? 'keep',
      tail: row.tail ?? 'closed',
    })),
  )
}

/** The sound conversations of a format. */
export function soundOf(format: string): Sound[] {
  return read<Sound>(`${format}/fixtures/sound`).map((row) => ({ ...row, tail: row.tail ?? 'closed' }))
}

function read<Row>(folder: string): (Row & { readonly file: string })[] {
  return namesIn(folder).map((name) => {
    const file = `${folder}/${name}`
    return { file, ...(JSON.parse(readFileSync(`${formatsFolder}${file}`, 'utf8')) as Row) }
  })
}

function namesIn(folder: string): string[] {
  const path = `${formatsFolder}${folder}`
  return existsSync(path) ? readdirSync(path).sort() : []
}
