import { type Finding, printPlace } from '@mortise/core'

/** So many findings are named in a header. */
const named = 8

/** `2;call-without-result@messages.1.content.1,result-without-call@messages.4.content.0`, at most 8 of them named. */
export function foundHeader(findings: readonly Finding[]): string {
  const places = findings.slice(0, named).map(({ rule, at }) => `${rule}@${safe(printPlace(at))}`)
  const more = findings.length > named ? `,+${findings.length - named}` : ''
  return `${findings.length};${places.join(',')}${more}`
}

/** `web_search,computer`: the tools of a request that do not reach the upstream, at most 8 of them named. */
export function lostToolsHeader(tools: readonly string[]): string {
  const more = tools.length > named ? `,+${tools.length - named}` : ''
  return `${tools.slice(0, named).map(safe).join(',')}${more}`
}

/** A place comes out of a request: in a header it has no character that could mean something there. */
function safe(place: string): string {
  return place
    .slice(0, 200)
    .replace(/[^\w.[\]-]/gu, (letter) =>
      [...Buffer.from(letter)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    )
}

/** The mended faults for a line of the log: each rule with its ids. */
export function mendedWords(findings: readonly Finding[]): string {
  const words = findings.slice(0, named).map(({ rule, at, calls }) => {
    const ids = calls.length === 0 ? '' : ` (${calls.slice(0, 3).join(', ').slice(0, 200)})`
    return `${rule}${ids} at ${printPlace(at).slice(0, 200)}`
  })
  const more = findings.length > named ? ` and ${findings.length - named} more` : ''
  return `${words.join(', ')}${more}`
}
