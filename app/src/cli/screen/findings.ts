import { type Finding, printPlace } from '@mortise/core'
import { copingWords } from '../../answers/words.ts'
import { isRefused } from '../../documents/made.ts'
import type { SessionFinding } from '../../stores/contract/coping.ts'
import { cutText } from './cut-text.ts'
import { shortener } from './short-ids.ts'
import { listed, type Style } from './style.ts'

const most = 50
const longestLine = 400

/** Sets findings for a screen: one line each, with the API's own words below. */
export function findingLines(found: readonly SessionFinding[], style: Style): readonly string[] {
  return setLines<SessionFinding>(found, style, (finding, say) => {
    const line = isRefused(finding)
      ? oneLine(finding, style.paint('red', style.bad), '', say, style)
      : oneLine(finding, style.paint('yellow', style.advice), 'advice: ', say, style)
    if (finding.copes !== undefined)
      return [line, `  ${style.paint('dim', `its agent ${copingWords(finding.copes)}`)}`]
    if (finding.says === undefined) return [line]
    return [line, `  ${style.paint('dim', `the API says: ${say(finding.says)}`)}`]
  })
}

/** Sets findings that are mended: one line each. */
export function mendedLines(found: readonly Finding[], style: Style): readonly string[] {
  const sign = style.paint('green', style.good)
  return setLines(found, style, (finding, say) => [oneLine(finding, sign, 'mended: ', say, style)])
}

type Say = (text: string) => string

function setLines<Found extends Finding>(
  found: readonly Found[],
  style: Style,
  set: (finding: Found, say: Say) => readonly string[],
): readonly string[] {
  const { shown, more } = listed(found, most, style)
  const shorten = shortener(idsOf(shown), style.cut)
  const say: Say = (text) => cutLine(shorten(text), style)
  return [...shown.flatMap((finding) => set(finding, say)), ...more.map((line) => `  ${line}`)]
}

function oneLine(finding: Finding, sign: string, word: string, say: Say, style: Style): string {
  const place = style.paint('bold', say(placeOf(finding)))
  const message = say(finding.message.replace(/\.$/, ''))
  const doubt = finding.confidence === 'low' ? ' (not certain)' : ''
  return `${sign} ${place}  ${style.paint('cyan', finding.rule)}  ${word}${message}${doubt}`
}

/** Where it is: in a file of records, first the record as people count, then the place in it. */
function placeOf({ at, record }: Finding): string {
  if (record === undefined) return printPlace(at)
  return at.length > 1 ? `${record} ${printPlace(at.slice(1))}` : record
}

function* idsOf(found: readonly Finding[]): Generator<string> {
  for (const finding of found) yield* finding.calls
}

function cutLine(text: string, style: Style): string {
  return cutText(text, longestLine, style.cut)
}
