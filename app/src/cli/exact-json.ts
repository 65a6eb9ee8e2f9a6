import { endOfString } from './json-scan.ts'

/** A JSON value in which numbers that JavaScript cannot hold stand as strings with a mark before them. */
export interface ExactJson {
  readonly value: unknown
  readonly mark: string
}

/**
 * Parses valid JSON so that printing it gives back each number as it was written.
 *
 * A conversation carries ids such as 1234567890123456789 in arguments; `JSON.parse` would round them.
 * Returns undefined where every number survives as it is.
 */
export function parseExactly(text: string): ExactJson | undefined {
  const mark = unusedMark(text)
  const marked = markNumbers(text, mark)
  return marked === undefined ? undefined : { value: JSON.parse(marked), mark }
}

/** Puts the numbers back into printed JSON, also where it was printed once more inside a string. */
export function restoreNumbers(printed: string, mark: string | undefined): string {
  if (mark === undefined) return printed
  return printed.replace(new RegExp(`\\\\*"${mark}([-+.0-9eE]+)\\\\*"`, 'g'), '$1')
}

function unusedMark(text: string): string {
  let mark = '\uE000number:'
  while (text.includes(mark)) mark = `\uE000${mark}`
  return mark
}

function markNumbers(text: string, mark: string): string | undefined {
  const pieces: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at) - 1
    if (code !== 0x2d && (code < 0x30 || code > 0x39)) continue
    const end = endOfNumber(text, at)
    const number = text.slice(at, end)
    if (String(Number(number)) !== number) {
      pieces.push(text.slice(from, at), `"${mark}${number}"`)
      from = end
    }
    at = end - 1
  }
  return from === 0 ? undefined : `${pieces.join('')}${text.slice(from)}`
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && '0123456789.eE+-'.includes(text.charAt(at))) at++
  return at
}
