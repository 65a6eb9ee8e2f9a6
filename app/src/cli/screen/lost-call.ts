import { type Finding, type Format, type Part, readTranscript } from '@mortise/core'
import { partWords } from '../../sessions/view/turn-lines.ts'
import { cutText } from './cut-text.ts'
import { maskSecrets } from './mask.ts'
import type { Style } from './style.ts'

const longest = 160
// Of a text of megabytes nobody needs to look at more.
const enough = 2000

/** Foreign words in one short line; what looks like a key is hidden. */
export function shortWords(text: string, style: Style): string {
  const line = maskSecrets(text.slice(0, enough).replace(/\s+/g, ' ').trim())
  return cutText(line, longest, style.cut)
}

/** The call, or else the result, that a finding is about, in one line; undefined where no message holds it. */
export function lostCall(
  { calls }: Finding,
  messages: Iterable<unknown>,
  format: Format,
  style: Style,
): string | undefined {
  const [id] = calls
  if (id === undefined) return undefined
  for (const message of messages) {
    const parts = readTranscript([message], format).turns.flatMap((turn) => turn.parts)
    const part = parts.find((each) => isOf(each, id))
    if (part !== undefined) return shortWords(partWords(part, format).replace(` (\`${id}\`)`, ''), style)
  }
  return undefined
}

function isOf(part: Part, id: string): boolean {
  return (part.kind === 'call' || part.kind === 'result') && part.id === id
}
