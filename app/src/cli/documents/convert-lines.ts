import { type Converted, type Finding, type Loss, printPlace } from '@mortise/core'
import { cutText } from '../screen/cut-text.ts'
import { findingLines } from '../screen/findings.ts'
import { type Look, listed } from '../screen/look.ts'

const most = 50
const longestLine = 400

/** Tells what a conversion found in the source, what the target cannot carry, and what is left. */
export function conversionLines({ report, from, to }: Converted, look: Look): readonly string[] {
  const { found, lost, left } = report
  return [
    `${from.format} (${from.api}) to ${to.format} (${to.api})`,
    ...some(found, look, (finding) => foundLine(finding, look)),
    ...some(lost, look, (loss) => lostLine(loss, look)),
    ...findingLines(left, look),
  ]
}

function some<Told>(list: readonly Told[], look: Look, line: (told: Told) => string): readonly string[] {
  const { shown, more } = listed(list, most, look)
  return [
    ...shown.map((told) => cutText(line(told), longestLine, look.cut)),
    ...more.map((text) => `  ${text}`),
  ]
}

function foundLine({ at, rule, message }: Finding, look: Look): string {
  const mark = look.paint('yellow', look.advice)
  return `${mark} ${printPlace(at)}  ${rule}  in the source: ${message.replace(/\.$/, '')}`
}

function lostLine({ at, what, why }: Loss, look: Look): string {
  const mark = look.paint('yellow', look.advice)
  return `${mark} ${printPlace(at)}  lost  ${what}: ${why.replace(/\.$/, '')}`
}
