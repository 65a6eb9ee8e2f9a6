import { type Converted, type Finding, type Loss, printPlace } from '@mortise/core'
import { cutText } from '../screen/cut-text.ts'
import { findingLines } from '../screen/findings.ts'
import { listed, type Style } from '../screen/style.ts'

const most = 50
const longestLine = 400

/** Tells what a conversion found in the source, what the target cannot carry, and what is left. */
export function conversionLines({ report, from, to }: Converted, style: Style): readonly string[] {
  const { found, lost, left } = report
  return [
    `${from.format} (${from.api}) to ${to.format} (${to.api})`,
    ...some(found, style, (finding) => foundLine(finding, style)),
    ...some(lost, style, (loss) => lostLine(loss, style)),
    ...findingLines(left, style),
  ]
}

function some<Told>(list: readonly Told[], style: Style, line: (told: Told) => string): readonly string[] {
  const { shown, more } = listed(list, most, style)
  return [
    ...shown.map((told) => cutText(line(told), longestLine, style.cut)),
    ...more.map((text) => `  ${text}`),
  ]
}

function foundLine({ at, rule, message }: Finding, style: Style): string {
  const sign = style.paint('yellow', style.advice)
  return `${sign} ${printPlace(at)}  ${rule}  in the source: ${message.replace(/\.$/, '')}`
}

function lostLine({ at, what, why }: Loss, style: Style): string {
  const sign = style.paint('yellow', style.advice)
  return `${sign} ${printPlace(at)}  lost  ${what}: ${why.replace(/\.$/, '')}`
}
