/** The letters and digits of a text, and where each stands in it. */
export interface CompactText {
  readonly letters: string
  readonly at: readonly number[]
}

const escaped = /\\+(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|[nrtbf])?/y
const isWordLetter = /[\p{L}\p{N}]/u

/**
 * Keeps the letters and digits of a text, in lower case.
 *
 * Quotes, backticks, escapes, white space and the breaks of lines differ from relay to relay; letters do not.
 */
export function compact(text: string): CompactText {
  const letters: string[] = []
  const at: number[] = []
  const keep = (letter: string, index: number): void => {
    if (!isKept(letter)) return
    letters.push(letter.length === letter.toLowerCase().length ? letter.toLowerCase() : letter)
    at.push(index)
  }
  for (let index = 0; index < text.length; index++) {
    const letter = text.charAt(index)
    if (letter !== '\\') {
      keep(letter, index)
      continue
    }
    escaped.lastIndex = index
    const [whole = letter, wide, narrow] = escaped.exec(text) ?? []
    const code = wide ?? narrow
    if (code !== undefined) keep(String.fromCharCode(Number.parseInt(code, 16)), index)
    index += whole.length - 1
  }
  return { letters: letters.join(''), at }
}

function isKept(letter: string): boolean {
  const code = letter.charCodeAt(0)
  if (code > 127) return isWordLetter.test(letter)
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123)
}

/** Undoes escapes of any depth: `\\\"` and `\"` are a quote, `\n` is a space. */
export function withoutEscapes(text: string): string {
  return text.replace(/\\+(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([nrtbf]))?/g, (_, wide, narrow, space) => {
    const code: string | undefined = wide ?? narrow
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return space === undefined ? '' : ' '
  })
}
