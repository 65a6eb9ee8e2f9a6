import { backslash, lowerU, quote } from './characters'
import { isCode } from './escapes'
import { setCareful } from './state'
import { nextStop, places } from './stops'

/** From after the opening quote to the closing one, or 0 where it is no string. */
export function readString(at: usize): usize {
  const stop = nextStop(at)
  return load<u8>(stop) === quote ? stop : readOn(stop)
}

/** Half a character is no fault of a string, though the line needs care. */
function readOn(stop: usize): usize {
  while (load<u8>(stop) === lowerU && isCode(stop)) {
    setCareful(true)
    stop = nextStop(stop + 1)
  }
  return load<u8>(stop) === quote ? stop : 0
}

/** Whether part of a string holds an escape. */
export function hasEscape(at: usize, end: usize): bool {
  while (at < end) {
    const found = i8x16.bitmask(places(v128.load(at), backslash))
    if (found !== 0) return at + (ctz(found) as usize) < end
    at += 16
  }
  return false
}
