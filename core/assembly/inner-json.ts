import { backslash, lowerB, lowerF, lowerN, lowerR, lowerT, lowerU } from './characters'
import { limitEscaped } from './escaped'
import { isCareful, isLine, setCareful, setLine } from './state'
import { first, noteStops, stops, useStops } from './stops'
import { readOver, skipBlank } from './syntax'
import { poolEnd } from './tape'

/**
 * Whether a string, from after its opening quote to its closing one, is JSON in itself, and holds no escaped code.
 *
 * It is written out behind the pool, where there is room for all that the source holds and a bit of each byte, and read there.
 */
export function isInnerJson(at: usize, end: usize): bool {
  const wasLine = isLine
  const wasCareful = isCareful
  setLine(false)
  const isWhole = isWholeInside(at, end) || isWholeOutside(at, end)
  setLine(wasLine)
  // What is escaped twice is no character of the string itself.
  setCareful(wasCareful)
  return isWhole
}

function isWholeInside(at: usize, end: usize): bool {
  limitEscaped(end)
  const close = readOver<u16>(skipBlank(at))
  return close !== 0 && skipBlank(close) === end
}

function isWholeOutside(at: usize, end: usize): bool {
  const last = writeOut(at, end)
  if (last === 0) return false
  const outerFirst = first
  const outerStops = stops
  noteStops(poolEnd, last, last + 64)
  const close = readOver<u8>(skipBlank(poolEnd))
  useStops(outerFirst, outerStops)
  return close !== 0 && skipBlank(close) === last
}

/** Writes a string without its escapes; gives where it ends, or 0. */
function writeOut(at: usize, end: usize): usize {
  let place = poolEnd
  while (at < end) {
    const chunk = v128.load(at)
    v128.store(place, chunk)
    const escapes = i8x16.bitmask(i8x16.eq(chunk, i8x16.splat(backslash as i8)))
    const length = min<usize>(escapes === 0 ? 16 : (ctz(escapes) as usize), end - at)
    at += length
    place += length
    if (at >= end) break
    if (escapes === 0) continue
    const letter = load<u8>(at, 1)
    if (letter === lowerU) return 0
    store<u8>(place, meaningOf(letter))
    place++
    at += 2
  }
  store<u8>(place, 0)
  return place
}

/** The byte that an escape stands for. */
function meaningOf(letter: u8): u8 {
  if (letter === lowerN) return 10
  if (letter === lowerT) return 9
  if (letter === lowerR) return 13
  if (letter === lowerB) return 8
  return letter === lowerF ? 12 : letter
}
