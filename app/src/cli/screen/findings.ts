import { type Finding, printPlace } from '@mortise/core'
import { cutText } from './cut-text.ts'
import { type Look, listed } from './look.ts'
import { shortener } from './short-ids.ts'

const most = 50
const longestLine = 400

/** Sets findings for a screen: one line each, with the API's own words below. */
export function findingLines(found: readonly Finding[], look: Look): readonly string[] {
  return setLines(found, look, (finding, say) => {
    const line = isRefused(finding)
      ? oneLine(finding, look.paint('red', look.bad), '', say, look)
      : oneLine(finding, look.paint('yellow', look.advice), 'advice: ', say, look)
    if (finding.says === undefined) return [line]
    return [line, `  ${look.paint('dim', `the API says: ${say(finding.says)}`)}`]
  })
}

/** Sets findings that are mended: one line each. */
export function mendedLines(found: readonly Finding[], look: Look): readonly string[] {
  const mark = look.paint('green', look.good)
  return setLines(found, look, (finding, say) => [oneLine(finding, mark, 'mended: ', say, look)])
}

/** Whether the API would refuse the document for it. */
export function isRefused(finding: Finding): boolean {
  return finding.severity === 'refused'
}

type Say = (text: string) => string

function setLines(
  found: readonly Finding[],
  look: Look,
  set: (finding: Finding, say: Say) => readonly string[],
): readonly string[] {
  const { shown, more } = listed(found, most, look)
  const shorten = shortener(idsOf(shown), look.cut)
  const say: Say = (text) => cutLine(shorten(text), look)
  return [...shown.flatMap((finding) => set(finding, say)), ...more.map((line) => `  ${line}`)]
}

function oneLine(finding: Finding, mark: string, word: string, say: Say, look: Look): string {
  const place = look.paint('bold', say(placeOf(finding)))
  const message = say(finding.message.replace(/\.$/, ''))
  const doubt = finding.confidence === 'low' ? ' (not certain)' : ''
  return `${mark} ${place}  ${look.paint('cyan', finding.rule)}  ${word}${message}${doubt}`
}

/** Where it is: in a file of records, first the record as people count, then the place in it. */
function placeOf({ at, record }: Finding): string {
  if (record === undefined) return printPlace(at)
  return at.length > 1 ? `${record} ${printPlace(at.slice(1))}` : record
}

function* idsOf(found: readonly Finding[]): Generator<string> {
  for (const finding of found) yield* finding.calls
}

function cutLine(text: string, look: Look): string {
  return cutText(text, longestLine, look.cut)
}
