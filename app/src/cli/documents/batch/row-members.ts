import { isUtf8 } from 'node:buffer'
import { memberFinder } from '@mortise/core'
import type { MadeState } from '../../../documents/made.ts'
import { memberTexts } from '../../../text/json-scan.ts'
import { locateJsonFault } from '../../input/json-fault.ts'
import { CommandError } from '../../program/failure.ts'
import { readerOption } from '../../program/reader-name.ts'

/** The answer to one row of a batch. */
export interface RowAnswer {
  /** One line of JSON. */
  readonly line: string
  readonly outcome: MadeState | 'failed'
}

/** The task that a row asks for, as the row writes it. */
export type BatchMembers = ReadonlyMap<string, Buffer>

const names = ['id', 'api', 'format', 'policy', 'tail', 'document', 'from', 'fromApi', 'to', 'as', 'model']
const finder = memberFinder(names, readerOption().reader)

/** The members of a row that commands read. */
export function membersOf(bytes: Buffer): BatchMembers {
  if (!isUtf8(bytes)) throw new CommandError('bad-row', 'The row is not UTF-8 text.')
  const spans = finder.find(bytes)
  if (spans === undefined) return membersInFull(bytes.toString('utf8'))
  return new Map([...spans].map(([name, { start, end }]) => [name, bytes.subarray(start, end)]))
}

/** The members of a row that is written in an unusual way, or the reason why it has none. */
function membersInFull(text: string): BatchMembers {
  assertRow(text)
  return new Map([...memberTexts(text)].map(([name, value]) => [name, Buffer.from(value)]))
}

function assertRow(text: string): void {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    const { column, reason } = locateJsonFault(text)
    throw new CommandError('broken-json', `The row is not valid JSON at column ${column}: ${reason}.`)
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new CommandError('bad-row', 'The row is not an object with a `document`.')
}

/** A member of a row that is a word, where it is there. */
export function readWord(row: BatchMembers, name: string): string | undefined {
  const value: unknown = JSON.parse(row.get(name)?.toString('utf8') ?? 'null')
  if (value === null) return undefined
  if (typeof value === 'string') return value
  throw new CommandError('bad-row', `The \`${name}\` of the row is not a string.`)
}

/** A member of a row that is one of a few words, where it is there. */
export function readChoice<Word extends string>(
  row: BatchMembers,
  name: string,
  allowed: readonly Word[],
): Word | undefined {
  const word = readWord(row, name)
  const known = allowed.find((candidate) => candidate === word)
  if (word === undefined || known !== undefined) return known
  const list = allowed.map((candidate) => `\`${candidate}\``).join(', ')
  throw new CommandError('bad-row', `\`${word}\` is no \`${name}\` of a row; it takes one of ${list}.`)
}
