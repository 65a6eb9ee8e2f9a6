/** Which characters an id may have, by their code; undefined where any will do. */
export type Alphabet = Uint8Array | undefined

/** The characters that a pattern allows, where it is the same for every position. */
export function alphabetOf(pattern: string): Uint8Array {
  const test = new RegExp(pattern)
  // Nine at a time suits a pattern of fixed length as well as one of any length.
  return Uint8Array.from({ length: 128 }, (_, code) =>
    test.test(String.fromCharCode(code).repeat(9)) ? 1 : 0,
  )
}

const smallest = 1024
const largestKept = 1 << 17
const lastStamp = 0x7fffffff

/**
 * Remembers ids by two hashes, in tables that are used again and never hold on to a string.
 *
 * It may take two ids for one (once in some 10¹⁸ pairs): it serves to suspect, not to judge.
 */
export class IdTable {
  readonly #alphabet: Alphabet
  #first = new Int32Array(smallest)
  #second = new Int32Array(smallest)
  #stamps = new Int32Array(smallest)
  #stamp = 1
  #count = 0

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet
  }

  /** Forgets all ids. */
  clear(): void {
    this.#count = 0
    this.#stamp++
    if (this.#stamps.length > largestKept || this.#stamp === lastStamp) this.#resize(smallest)
  }

  /** Remembers an id; false where it has a character that it may not have, or was there before. */
  add(id: string): boolean {
    let first = 0x811c9dc5 | 0
    let second = id.length
    const alphabet = this.#alphabet
    for (let index = 0; index < id.length; index++) {
      const code = id.charCodeAt(index)
      if (alphabet !== undefined && (code > 127 || alphabet[code] === 0)) return false
      first = Math.imul(first ^ code, 0x01000193)
      second = (Math.imul(second, 31) + code) | 0
    }
    if (this.#count * 2 >= this.#stamps.length) this.#grow()
    return this.#place(first, second)
  }

  #place(first: number, second: number): boolean {
    const mask = this.#stamps.length - 1
    const stamps = this.#stamps
    let slot = (first ^ (first >>> 15)) & mask
    while (stamps[slot] === this.#stamp) {
      if (this.#first[slot] === first && this.#second[slot] === second) return false
      slot = (slot + 1) & mask
    }
    stamps[slot] = this.#stamp
    this.#first[slot] = first
    this.#second[slot] = second
    this.#count++
    return true
  }

  #grow(): void {
    const [first, second, stamps, stamp] = [this.#first, this.#second, this.#stamps, this.#stamp]
    this.#resize(stamps.length * 2)
    this.#count = 0
    for (let slot = 0; slot < stamps.length; slot++) {
      if (stamps[slot] === stamp) this.#place(first[slot] as number, second[slot] as number)
    }
  }

  #resize(length: number): void {
    if (this.#stamp === lastStamp) this.#stamp = 1
    this.#first = new Int32Array(length)
    this.#second = new Int32Array(length)
    this.#stamps = new Int32Array(length)
  }
}
