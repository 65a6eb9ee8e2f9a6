import { longestWord, slotMask, slots, spelling, starts } from './state'

/** The word that stands here, or -1. As `hashOf` in `table.ts` of the readers. */
export function findWord(at: usize, end: usize): i32 {
  const length = end - at
  if (length === 0 || length > longestWord) return -1
  const first = load<u8>(at) as u32
  const middle = load<u8>(at + (length >> 1)) as u32
  const last = load<u8>(end - 1) as u32
  let slot = ((length as u32) + first * 5 + middle * 23 + last * 47) & slotMask
  while (true) {
    const word = load<i32>(slots + ((slot << 2) as usize)) - 1
    if (word < 0 || isWord(word, at, length)) return word
    slot = (slot + 1) & slotMask
  }
}

function isWord(word: i32, at: usize, length: usize): bool {
  const entry = starts + ((word << 2) as usize)
  const start = load<u32>(entry) as usize
  if ((load<u32>(entry, 4) as usize) - start !== length) return false
  let letters = spelling + start
  let left = length
  while (left > 16) {
    if (!i8x16.all_true(i8x16.eq(v128.load(at), v128.load(letters)))) return false
    at += 16
    letters += 16
    left -= 16
  }
  const same = i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(letters)))
  const mask = (1 << (left as u32)) - 1
  return (same & mask) === mask
}
