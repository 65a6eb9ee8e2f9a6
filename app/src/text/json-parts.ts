/**
 * The most commas and brackets of JSON that is parsed or examined, which takes up to 6 KB for each of them.
 *
 * No model reads or writes more: each is a token at least, and models read a million or two.
 */
export const mostParts = 500_000

/** Whether JSON has more than so many commas and opened brackets outside of strings. */
export function hasMoreParts(bytes: Uint8Array, most: number): boolean {
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at = endOfString(bytes, at)
      if (at < 0) return false
    } else if ((byte === comma || byte === bracket || byte === brace) && ++parts > most) return true
  }
  return false
}

/** The place of the quote that ends a string; -1 where it has no end. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start
  do at = bytes.indexOf(quote, at + 1)
  while (at >= 0 && isEscaped(bytes, at))
  return at
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1
  while (bytes[before] === backslash) before--
  return (at - before) % 2 === 0
}

const [quote, comma, bracket, backslash, brace] = [34, 44, 91, 92, 123]
