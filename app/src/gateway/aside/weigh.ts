/**
 * How long a look at a body may take in the loop, beside all other requests.
 *
 * `light`: the look and a repair · `heavy`: the look alone, a repair is done aside · `huge`: both are done aside.
 */
export type Weight = 'light' | 'heavy' | 'huge'

/**
 * The most of each weight that takes less than 50 ms, measured on shapes that cost the most for their size.
 *
 * A comma stands for a part: a turn may be as short as `0,`. Those inside of strings count too, since finding the ends
 * of strings would take longer than the look.
 */
const light = { bytes: 1 << 19, commas: 3_000 }
const heavy = { bytes: 8 << 20, commas: 50_000 }
/** Below this size, counting commas is not worth it. */
const smallest = 1 << 12

/** Weighs a body by its size and its parts. */
export function weightOf(pieces: readonly Uint8Array[]): Weight {
  const size = sizeOf(pieces)
  if (size <= smallest) return 'light'
  if (size > heavy.bytes) return 'huge'
  const commas = commasIn(pieces)
  if (commas > heavy.commas) return 'huge'
  return size > light.bytes || commas > light.commas ? 'heavy' : 'light'
}

/** The bytes of a body. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

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

function commasIn(pieces: readonly Uint8Array[]): number {
  let count = 0
  for (const piece of pieces)
    for (let at = piece.indexOf(comma); at >= 0; at = piece.indexOf(comma, at + 1))
      if (++count > heavy.commas) return count
  return count
}

const [quote, comma, bracket, backslash, brace] = [34, 44, 91, 92, 123]
