import {
  type BytesOptions,
  type Finding,
  type PolicyName,
  repairBytes,
  scanBytes,
  type Tail,
  type Wanted,
} from '@mortise/core'
import { readerOptions } from '../input/scan-input.ts'
import { CommandError, describeFailure } from '../program/failure.ts'
import { type Flags, policyNames, tailNames } from '../program/flags.ts'
import { isRefused } from '../screen/findings.ts'
import { checkNames } from './choice.ts'
import { convertRow } from './convert-row.ts'
import { type Members, membersOf, type RowAnswer, readChoice, readWord } from './row-members.ts'

/** The commands that answer rows. */
export type BatchCommand = 'check' | 'repair' | 'convert'

/** Answers one row; whatever is wrong with it is the answer, never an exception. */
export function answerRow(command: BatchCommand, bytes: Buffer, flags: Flags): RowAnswer {
  let id = 'null'
  try {
    const members = membersOf(bytes)
    id = members.get('id')?.toString('utf8') ?? 'null'
    const document = members.get('document')
    if (document === undefined) throw new CommandError('bad-row', 'The row has no `document`.')
    if (command === 'convert') return convertRow(id, document, members, flags)
    const wanted = readRow(members, flags)
    checkNames(wanted)
    const options = readerOptions(wanted)
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

/** Reads what a row asks for; what it leaves out the flags decide. */
function readRow(row: Members, flags: Flags): RowWishes {
  const api = readWord(row, 'api')
  // A row that names an API of its own is not bound to the format of the flags.
  const format = readWord(row, 'format') ?? (api === undefined ? flags.format : undefined)
  const policy = readChoice(row, 'policy', policyNames) ?? flags.policy
  const tail = readChoice(row, 'tail', tailNames) ?? flags.tail
  return { api: api ?? flags.api, format, policy, tail }
}
