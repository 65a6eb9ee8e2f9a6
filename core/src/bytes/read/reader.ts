import type { Tape } from '../scan/tape.ts'

export type ReaderName = 'typescript' | 'wasm'

/** Reads bytes as JSON and notes what a table asks for. */
export interface Reader {
  readonly name: ReaderName
  /** Reads one JSON document: a tape with one `line`. */
  readDocument(bytes: Uint8Array): Tape
  /** The same for a document in pieces; the bytes of its tape are there until something else is read. */
  readPieces(pieces: readonly Uint8Array[]): Tape
  /** The same for a text; the bytes of its tape are there until something else is read. */
  readText(text: string): Tape
  /** Starts on JSON Lines. */
  readLines(): LineReader
}

/**
 * Reads JSON Lines, as they come.
 *
 * A line ends at a line feed, whatever is in it, so that a torn one never leaks into the next.
 */
export interface LineReader {
  /** Room for `size` more bytes, after what is still unread; bytes put there need not be copied again. */
  room(size: number): Uint8Array
  /** Takes the first `length` bytes of the room, and reads all lines that are now whole; at the end, the rest too. */
  take(length: number, isEnd: boolean): Tape
  /** The start of the last tape's bytes, counted from the first byte that was taken. */
  readonly base: number
}
