import { type BytesOptions, scanBytes } from '@mortise/core'
import { isRefused, madeState } from '../../../documents/made.ts'
import { mendBytes } from '../../../documents/mend.ts'
import { CommandError, describeFailure } from '../../program/failure.ts'
import { type Flags, policyNames, tailNames } from '../../program/flags.ts'
import { given } from '../../program/given.ts'
import { optionsOf, type ReadingOptions } from '../../program/options.ts'
import { checkNames } from '../choice.ts'
import { convertRow } from './convert-row.ts'
import { type BatchMembers, membersOf, type RowAnswer, readChoice, readWord } from './row-members.ts'

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
    const options = rowOptions(members, flags)
    checkNames(options)
    return command === 'check' ? checkRow(id, document, options) : repairRow(id, document, options)
  } catch (thrown) {
    const { code, message } = describeFailure(thrown)
    return { line: `{"id":${id},"error":${JSON.stringify({ code, message })}}`, outcome: 'failed' }
  }
}

function checkRow(id: string, document: Buffer, options: BytesOptions): RowAnswer {
  const { found } = scanBytes(document, options)
  return {
    line: `{"id":${id},"found":${JSON.stringify(found)}}`,
    outcome: found.some(isRefused) ? 'faulty' : 'sound',
  }
}

function repairRow(id: string, document: Buffer, options: BytesOptions): RowAnswer {
  const made = mendBytes(document, options)
  const { bytes, report, isChanged } = made
  const { found, left } = report
  const lists = `"found":${JSON.stringify(found)},"left":${JSON.stringify(left)}`
  const printed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  const line = `{"id":${id},"document":${printed},"changed":${isChanged},${lists}}`
  return { line, outcome: madeState(made) }
}

/** The options for a row: its own members over the flags. */
function rowOptions(row: BatchMembers, flags: Flags): ReadingOptions {
  const { format: usual, ...others } = optionsOf(flags).reading
  const api = readWord(row, 'api')
  // A row that names an API of its own is not bound to the format of the flags.
  const format = readWord(row, 'format') ?? (api === undefined ? usual : undefined)
  const policy = readChoice(row, 'policy', policyNames)
  const tail = readChoice(row, 'tail', tailNames)
  return { ...others, ...given({ api, format, policy, tail }) }
}
