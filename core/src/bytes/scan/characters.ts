/** The bytes that JSON is built of. */
export const character = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  upperE: 0x45,
  openArray: 0x5b,
  backslash: 0x5c,
  closeArray: 0x5d,
  lowerE: 0x65,
  lowerF: 0x66,
  lowerN: 0x6e,
  lowerT: 0x74,
  lowerU: 0x75,
  openObject: 0x7b,
  closeObject: 0x7d,
  delete: 0x7f,
} as const

/** The value of each byte as a hexadecimal digit, or 16. */
export const hexadecimal: Uint8Array = hexadecimalValues()

function hexadecimalValues(): Uint8Array {
  const table = new Uint8Array(256).fill(16)
  for (let value = 0; value < 16; value++) {
    table[value.toString(16).charCodeAt(0)] = value
    table[value.toString(16).toUpperCase().charCodeAt(0)] = value
  }
  return table
}
