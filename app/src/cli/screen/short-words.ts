import { maskSecrets } from '../../text/mask.ts'
import { cutText } from './cut-text.ts'
import type { Style } from './style.ts'

const longest = 160
// Of a text of megabytes nobody needs to look at more.
const enough = 2000

/** Foreign words in one short line; what looks like a key is hidden. */
export function shortWords(text: string, style: Style): string {
  const line = maskSecrets(text.slice(0, enough).replace(/\s+/g, ' ').trim())
  return cutText(line, longest, style.cut)
}
