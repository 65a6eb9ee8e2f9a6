import { type ConvertOptions, printJson } from '@mortise/core'
import { convertDocument } from '../../../documents/convert.ts'
import { madeState } from '../../../documents/made.ts'
import { CommandError } from '../../program/failure.ts'
import { conversionKinds, type Flags, policyNames } from '../../program/flags.ts'
import { checkNames } from '../choice.ts'
import { type BatchMembers, type RowAnswer, readChoice, readWord } from './row-members.ts'

/** Converts the document of one row; flags fill in what the row leaves out. */
export function convertRow(id: string, document: Buffer, row: BatchMembers, flags: Flags): RowAnswer {
  const options = optionsOf(row, flags)
  const made = convertDocument(JSON.parse(document.toString('utf8')), options)
  const { lost, found, left } = made.report
  const lists = `"lost":${printJson(lost)},"found":${printJson(found)},"left":${printJson(left)}`
  return { line: `{"id":${id},"document":${printJson(made.document)},${lists}}`, outcome: madeState(made) }
}

function optionsOf(row: BatchMembers, flags: Flags): ConvertOptions {
  const to = readWord(row, 'to') ?? flags.to
  if (to === undefined) throw new CommandError('bad-row', 'The row has no `to`.')
  const from = readWord(row, 'from') ?? flags.from
  const fromApi = readWord(row, 'fromApi')
  const api = readWord(row, 'api') ?? flags.api
  checkNames({ api, format: to })
  checkNames({ api: fromApi, format: from })
  return {
    to,
    from,
    fromApi,
    api,
    as: readChoice(row, 'as', conversionKinds) ?? conversionKinds.find((kind) => kind === flags.as),
    policy: readChoice(row, 'policy', policyNames) ?? flags.policy,
    model: readWord(row, 'model') ?? flags.model,
  }
}
