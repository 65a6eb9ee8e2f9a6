import { backslash, del, lowerU, quote, slash, space } from './characters'

/** Whether part of a string surely holds a character that is not white space. As in `ink.ts` of the readers. */
export function hasInk(at: usize, end: usize): bool {
  while (at < end) {
    const byte = load<u8>(at)
    if (byte === backslash) {
      const escaped = load<u8>(at, 1)
      if (escaped === quote || escaped === backslash || escaped === slash) return true
      at += escaped === lowerU ? 6 : 2
    } else {
      if (byte < del ? byte > space : isWideInk(byte, load<u8>(at, 1))) return true
      at++
    }
  }
  return false
}

/** Whether a character beyond ASCII starts here, in a part of Unicode that holds no white space. */
function isWideInk(lead: u8, next: u8): bool {
  if (lead === 0xe2) return next > 0x81
  if (lead === 0xe3) return next > 0x80
  return (lead > 0xc2 && lead < 0xe1) || (lead > 0xe3 && lead < 0xee) || lead > 0xef
}
