import { readFileSync } from 'node:fs'
import type { Tail } from '@mortise/core'

/** One conversation on record, and what its API says of it. */
export interface Row {
  readonly id: string
  readonly api: string
  readonly tail: Tail
  readonly document: unknown
  /** The API's own words, where they are on record. */
  readonly says?: string
  /** The rules that the API refuses it by; empty for a sound conversation. */
  readonly expected: readonly string[]
  readonly advice: readonly string[]
}

/** Every row, of the files with faults and without. */
export const rows: readonly Row[] = ['faults.jsonl', 'sound.jsonl'].flatMap(readRows)

/** The names that a rule may have. */
export const names: readonly string[] = Object.keys(JSON.parse(readText('names.json')))

function readRows(name: string): Row[] {
  const lines = readText(name).split('\n')
  return lines.filter((line) => line !== '').map(readRow)
}

function readText(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}

function readRow(line: string): Row {
  const row = JSON.parse(line) as Pick<Row, 'id' | 'api' | 'document'> & Partial<Row>
  return { tail: 'closed', expected: [], advice: [], ...row }
}
