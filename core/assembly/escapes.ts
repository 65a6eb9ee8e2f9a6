import { backslash, lowerB, lowerF, lowerR, lowerT, lowerU, slash } from './characters'

/** `001b`, as it lies in memory: what colours a terminal. */
const colour: u32 = 0x62313030

/** Where the second half of a character must be escaped, after its first: the address of its `u`. */
let awaited: usize = 0

/** Before other bytes are looked over, in the same place. */
export function forgetHalves(): void {
  awaited = 0
}

/** Those of these bytes, each after a backslash, that make no escape, or one that is half a character. */
export function stoppingEscapes(block: usize, bits: u64): u64 {
  let stopping: u64 = 0
  while (bits !== 0) {
    const at = block + (ctz(bits) as usize)
    if (!(load<u8>(at) === lowerU ? isCharacter(at) : isLetter(load<u8>(at)))) stopping |= bits & -bits
    bits &= bits - 1
  }
  return stopping
}

/** Whether each of these bytes may come after a backslash. */
export function areEscapes(block: usize, bits: u64): bool {
  while (bits !== 0) {
    const at = block + (ctz(bits) as usize)
    if (!(load<u8>(at) === lowerU ? isCode(at) : isLetter(load<u8>(at)))) return false
    bits &= bits - 1
  }
  return true
}

/** Whether four digits follow the `u`. */
export function isCode(at: usize): bool {
  return load<u32>(at, 1) === colour || hexadecimal(at + 1) >= 0
}

/** All but `n`, which is looked for apart. */
function isLetter(byte: u8): bool {
  return byte === lowerT || byte === lowerR || byte === slash || byte === lowerB || byte === lowerF
}

/** Whether the digits after the `u` name a character, or both halves of one in a row. */
function isCharacter(at: usize): bool {
  if (load<u32>(at, 1) === colour) return true
  const code = hexadecimal(at + 1)
  if (code < 0) return false
  if ((code & 0xf800) !== 0xd800) return true
  if (code >= 0xdc00) return at === awaited
  const isFollowed = load<u8>(at, 5) === backslash && load<u8>(at, 6) === lowerU
  if (!isFollowed || (hexadecimal(at + 7) & 0xfc00) !== 0xdc00) return false
  awaited = at + 6
  return true
}

/** The number that four hexadecimal digits make, or less than 0. */
function hexadecimal(at: usize): i32 {
  return (digit(at) << 12) | (digit(at + 1) << 8) | (digit(at + 2) << 4) | digit(at + 3)
}

function digit(at: usize): i32 {
  const byte = load<u8>(at) as i32
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
