import { isUtf8 } from 'node:buffer'
import {
  type BytesOptions,
  type Finding,
  memberFinder,
  type PolicyName,
  repairBytes,
  scanBytes,
  type Tail,
  type Wanted,
} from '@mortise/core'
import { checkNames } from './choice.ts'
import { CommandError, describeFailure } from './failure.ts'
import { isRefused } from './findings.ts'
import { type Flags, policyNames, tailNames } from './flags.ts'
import { locateJsonFault } from './json-fault.ts'
import { memberTexts } from './json-scan.ts'
import { readerOption } from './reader-name.ts'
import { optionsOf } from './scan-input.ts'

/** The answer to one row of a batch. */
export interface RowAnswer {
  /** One line of JSON. */
  readonly line: string
  readonly outcome: 'sound' | 'changed' | 'faulty' | 'failed'
}

/** The commands that answer rows. */
export type BatchCommand = 'check' | 'repair'

/** Answers one row; whatever is wrong with it is the answer, never an exception. */
export function answerRow(command: BatchCommand, bytes: Buffer, flags: Flags): RowAnswer {
  let id = 'null'
  try {
    const members = membersOf(bytes)
    id = members.get('id')?.toString('utf8') ?? 'null'
    const wanted = readRow(members, flags)
    const document = members.get('document')
    if (document === undefined) throw new CommandError('bad-row', 'The row has no `document`.')
    checkNames(wanted)
    const options = optionsOf(wanted)
    return command === 'check' ? checkRow(id, document, options) : repairRow(id, document, options)
  } catch (thrown) {
    const { code, message } = describeFailure(thrown)
    return { line: `{"id":${id},"error":${JSON.stringify({ code, message })}}`, outcome: 'failed' }
  }
}

interface RowWishes extends Wanted {
  readonly policy: PolicyName | undefined
  readonly tail: Tail | undefined
}

function checkRow(id: string, document: Buffer, options: BytesOptions): RowAnswer {
  const { found } = scanBytes(document, options)
  return { line: `{"id":${id},"found":${JSON.stringify(found)}}`, outcome: outcomeOf(found, false) }
}

function repairRow(id: string, document: Buffer, options: BytesOptions): RowAnswer {
  const { bytes, report } = repairBytes(document, options)
  const { found, left, plan } = report
  const isChanged = plan.edits.length > 0
  const lists = `"found":${JSON.stringify(found)},"left":${JSON.stringify(left)}`
  const printed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const line = `{"id":${id},"document":${printed},"changed":${isChanged},${lists}}`
  return { line, outcome: outcomeOf(left, isChanged) }
}

function outcomeOf(standing: readonly Finding[], isChanged: boolean): RowAnswer['outcome'] {
  if (standing.some(isRefused)) return 'faulty'
  return isChanged ? 'changed' : 'sound'
}

/** What a row is read for, as it is written. */
type Members = ReadonlyMap<string, Buffer>

const finder = memberFinder(['id', 'api', 'format', 'policy', 'tail', 'document'], readerOption().reader)

function membersOf(bytes: Buffer): Members {
  if (!isUtf8(bytes)) throw new CommandError('bad-row', 'The row is not UTF-8 text.')
  const spans = finder.find(bytes)
  if (spans === undefined) return membersInFull(bytes.toString('utf8'))
  return new Map([...spans].map(([name, { start, end }]) => [name, bytes.subarray(start, end)]))
}

/** The members of a row that is written in an unusual way, or the reason why it has none. */
function membersInFull(text: string): Members {
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

/** Reads what a row asks for; what it leaves out the flags decide. */
function readRow(row: Members, flags: Flags): RowWishes {
  const api = readWord(row, 'api')
  // A row that names an API of its own is not bound to the format of the flags.
  const format = readWord(row, 'format') ?? (api === undefined ? flags.format : undefined)
  const policy = readChoice(row, 'policy', policyNames) ?? flags.policy
  const tail = readChoice(row, 'tail', tailNames) ?? flags.tail
  return { api: api ?? flags.api, format, policy, tail }
}

function readWord(row: Members, name: string): string | undefined {
  const value: unknown = JSON.parse(row.get(name)?.toString('utf8') ?? 'null')
  if (value === null) return undefined
  if (typeof value === 'string') return value
  throw new CommandError('bad-row', `The \`${name}\` of the row is not a string.`)
}

function readChoice<Word extends string>(
  row: Members,
  name: string,
  allowed: readonly Word[],
): Word | undefined {
  const word = readWord(row, name)
  const known = allowed.find((candidate) => candidate === word)
  if (word === undefined || known !== undefined) return known
  const list = allowed.map((candidate) => `\`${candidate}\``).join(', ')
  throw new CommandError('bad-row', `\`${word}\` is no \`${name}\` of a row; it takes one of ${list}.`)
}
