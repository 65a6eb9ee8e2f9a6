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

function commasIn(pieces: readonly Uint8Array[]): number {
  let count = 0
  for (const piece of pieces)
    for (let at = piece.indexOf(comma); at >= 0; at = piece.indexOf(comma, at + 1))
      if (++count > heavy.commas) return count
  return count
}

const comma = 44
