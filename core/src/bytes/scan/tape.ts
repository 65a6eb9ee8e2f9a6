/**
 * The events that a reader found, in order, as numbers: `stride` of them for each event.
 *
 * | number | holds |
 * |---|---|
 * | 0 | the kind, flags above it (`kindBits`), and one more than the known word that a string is above those (`wordShift`) |
 * | 1 | the word of the member's name, or -1 in an array and at the top; of a line, how many events follow that are its own |
 * | 2, 3 | the span of the value, a string's without its quotes; of a line, without its line feed; of `close`, its bracket |
 */
export const stride = 4

export const kinds = {
  /** An object of which members are wanted: their events follow, then `close`. */
  object: 0,
  /** An array of whose elements something is wanted: their events follow, then `close`. */
  array: 1,
  close: 2,
  string: 3,
  number: 4,
  true: 5,
  false: 6,
  null: 7,
  /** An object or array that is wanted whole. */
  whole: 8,
  /** An object of which nothing is wanted. */
  emptyObject: 9,
  /** An array of which nothing is wanted. */
  emptyArray: 10,
  /** A line, or the document: comes before its events; flags tell what it is. */
  line: 11,
} as const

export const kindBits = 8
export const wordShift = 16

/** Flags of a string. */
export const stringFlags = {
  /** It holds an escape, and is not `inked`. */
  escaped: 0x100,
  /** It is wanted in its own words. */
  wanted: 0x400,
  /** It is JSON in itself, and only that was asked; one with an escaped code is left for others to look at. */
  json: 0x1000,
  /** Its bytes are in the pool: wanted or `short`, plain ASCII, at most `longestPooled`, and no known word. */
  pooled: 0x800,
  /** It is longer than `short`, not wanted, and surely not blank: its beginning tells. */
  inked: 0x2000,
  /** It is wanted, but of a long one no more than its beginning. */
  head: 0x4000,
} as const

/** A string of at most so many bytes is kept in its own words, wanted or not. */
export const short = 32
export const longestPooled = 128

/** Flags of a line. */
export const lineFlags = {
  /** It is not JSON; no events follow. */
  bad: 0x100,
  /** There is nothing in it but white space; no events follow. */
  blank: 0x200,
  /**
   * It must be read in full: half a character, a wanted member twice, an escape in a name beside wanted members,
   * another member than the wanted in a closed object, or what is wanted lies deeper than `deepest`.
   */
  careful: 0x400,
} as const

/** So many objects and arrays may be open of which something is wanted; what lies deeper comes empty. */
export const deepest = 1024

/** The events of a reader in a stretch of bytes. It is overwritten by the reader's next reading. */
export interface Tape {
  readonly events: Int32Array
  /** How many events there are. */
  readonly count: number
  /** The bytes that spans are about. */
  readonly bytes: Uint8Array
  /** The bytes of all pooled strings, one after the other. */
  readonly pool: Uint8Array
}
