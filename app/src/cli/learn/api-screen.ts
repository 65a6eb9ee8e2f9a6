import { describeLayout, describeLimits, formats, type Rulebook, rulebooks, ruleNames } from '@mortise/core'
import type { Invocation } from '../program/command.ts'
import { printItems, tableLines } from '../screen/catalogue.ts'
import { paragraph } from '../screen/wrap.ts'
import { evidenceLines, rowOf, sentenceLines } from './row-lines.ts'

/** Says what is on record of one API, in each of the formats that know it by this name. */
export function printApi(invocation: Invocation, api: string): number {
  const known = rulebooks.filter(({ name }) => name === api)
  const [format, ...others] = known.map((rulebook) => rulebook.format)
  const isShared = format === undefined || others.length > 0
  const target = { kind: 'catalogue', ...(isShared ? {} : { format }), api }
  const items = known.map(({ layout, rows, ...rest }) => ({
    ...rest,
    rules: Object.keys(rows),
    layout,
    rows,
  }))
  return printItems(invocation, { name: 'apis', target, items }, () =>
    known.flatMap((rulebook, index) => [...(index > 0 ? [''] : []), ...apiLines(invocation, rulebook)]),
  )
}

function apiLines(invocation: Invocation, rulebook: Rulebook): readonly string[] {
  const { name, title, format, layout } = rulebook
  const { paint } = invocation.out.style
  return [
    `${paint('cyan', name)}  ${paint('bold', title)}`,
    `  format: ${format}`,
    paragraph('  chosen: ', chosenBy(rulebook)),
    '',
    ...describeLayout(layout),
    '',
    ...rowLines(invocation, rulebook),
  ]
}

function chosenBy({ name, format, serves }: Rulebook): string {
  const isFirst = formats.some((one) => one.name === format && one.firstParty === name)
  const ways = [
    'by name',
    ...(serves === undefined ? [] : [`for models that match \`${serves}\``]),
    ...(isFirst ? ['where nothing names another API of this format'] : []),
  ]
  return ways.join(', or ')
}

function rowLines(invocation: Invocation, rulebook: Rulebook): readonly string[] {
  const known = ruleNames.flatMap((rule) => {
    const row = rowOf(rulebook, rule)
    return row === undefined ? [] : [[rule, row] as const]
  })
  const cells = known.map(([rule, { severity, evidence }]) => [rule, severity, evidence])
  const limits = known.map(([, row]) => describeLimits(row).map((limit) => paragraph('  ', limit)))
  return [
    ...tableLines(invocation, ['RULE', 'SEVERITY', 'EVIDENCE'], cells, (index) => limits[index] ?? []),
    '',
    ...evidenceLines(known.map(([, { evidence }]) => evidence)),
    ...sentenceLines(invocation, known),
  ]
}
