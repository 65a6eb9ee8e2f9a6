import { isUtf8 } from 'node:buffer'
import { type Choice, type Finding, type PolicyName, scan, type Tail, type Wanted } from '@mortise/core'
import { choose } from './choice.ts'
import { restoreNumbers } from './exact-json.ts'
import { CommandError, describeFailure } from './failure.ts'
import { isRefused } from './findings.ts'
import { type Flags, policyNames, tailNames } from './flags.ts'
import { locateJsonFault } from './json-fault.ts'
import { memberTexts } from './json-scan.ts'
import { mend } from './mend.ts'

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
    const text = decode(bytes)
    const row = parseRow(text)
    const members = memberTexts(text)
    id = members.get('id') ?? JSON.stringify(row.id ?? null)
    const wanted = readRow(row, flags)
    const choice = choose(row.document, wanted)
    const documentText = members.get('document') ?? JSON.stringify(row.document)
    const task: Task = { id, document: row.document, text: documentText, choice, wanted }
    return command === 'check' ? checkRow(task) : repairRow(task)
  } catch (thrown) {
    const { code, message } = describeFailure(thrown)
    return { line: `{"id":${id},"error":${JSON.stringify({ code, message })}}`, outcome: 'failed' }
  }
}

interface Task {
  readonly id: string
  readonly document: unknown
  readonly text: string
  readonly choice: Choice
  readonly wanted: RowWishes
}

interface RowWishes extends Wanted {
  readonly policy: PolicyName | undefined
  readonly tail: Tail | undefined
}

function checkRow({ id, document, choice, wanted }: Task): RowAnswer {
  const found = scan(document, choice.rulebook, wanted.tail === undefined ? {} : { tail: wanted.tail })
  return { line: `{"id":${id},"found":${JSON.stringify(found)}}`, outcome: outcomeOf(found, false) }
}

function repairRow({ id, document, text, choice, wanted }: Task): RowAnswer {
  const mended = mend(document, text, { ...wanted, rulebook: choice.rulebook })
  const { found, left } = mended.report
  const printed = mended.isChanged ? restoreNumbers(JSON.stringify(mended.value), mended.mark) : text
  const lists = `"found":${JSON.stringify(found)},"left":${JSON.stringify(left)}`
  const line = `{"id":${id},"document":${printed},"changed":${mended.isChanged},${lists}}`
  return { line, outcome: outcomeOf(left, mended.isChanged) }
}

function outcomeOf(standing: readonly Finding[], isChanged: boolean): RowAnswer['outcome'] {
  if (standing.some(isRefused)) return 'faulty'
  return isChanged ? 'changed' : 'sound'
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CommandError('bad-row', 'The row is not UTF-8 text.')
  return bytes.toString('utf8')
}

function parseRow(text: string): Readonly<Record<string, unknown>> {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    const { column, reason } = locateJsonFault(text)
    throw new CommandError('broken-json', `The row is not valid JSON at column ${column}: ${reason}.`)
  }
  if (typeof row === 'object' && row !== null && !Array.isArray(row))
    return row as Readonly<Record<string, unknown>>
  throw new CommandError('bad-row', 'The row is not an object with a `document`.')
}

/** Reads what a row asks for; what it leaves out the flags decide. */
function readRow(row: Readonly<Record<string, unknown>>, flags: Flags): RowWishes {
  if (row.document === undefined) throw new CommandError('bad-row', 'The row has no `document`.')
  const api = readWord(row, 'api')
  // A row that names an API of its own is not bound to the format of the flags.
  const format = readWord(row, 'format') ?? (api === undefined ? flags.format : undefined)
  const policy = readChoice(row, 'policy', policyNames) ?? flags.policy
  const tail = readChoice(row, 'tail', tailNames) ?? flags.tail
  return { api: api ?? flags.api, format, policy, tail }
}

function readWord(row: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = row[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw new CommandError('bad-row', `The \`${name}\` of the row is not a string.`)
}

function readChoice<Word extends string>(
  row: Readonly<Record<string, unknown>>,
  name: string,
  allowed: readonly Word[],
): Word | undefined {
  const word = readWord(row, name)
  const known = allowed.find((candidate) => candidate === word)
  if (word === undefined || known !== undefined) return known
  const list = allowed.map((candidate) => `\`${candidate}\``).join(', ')
  throw new CommandError('bad-row', `\`${word}\` is no \`${name}\` of a row; it takes one of ${list}.`)
}
