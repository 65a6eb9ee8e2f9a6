import { encodeInto, widest } from '../text/utf8.ts'
import type { Tape } from './tape.ts'

/** Holds bytes and writes their tape. It may write a byte after those it is given. */
export interface Scanner {
  /** Room for `size` bytes at least; the first `kept` that it held stay. */
  hold(size: number, kept: number): Uint8Array
  /** Reads the first `length` bytes as one JSON document. */
  scanDocument(length: number): Tape
  /** Reads lines from `start`, each ended by a line feed, the last one by that at `end - 1`. */
  scanLines(start: number, end: number): Tape
}

/** Copies the document and puts a stop byte at its end; that is quicker than to ask for the end. */
export function readDocument(scanner: Scanner, bytes: Uint8Array): Tape {
  scanner.hold(bytes.length + 1, 0).set(bytes)
  const { events, count, pool } = scanner.scanDocument(bytes.length)
  return { events, count, bytes, pool }
}

/** The same for a document in pieces, which are joined where they are read and nowhere else. */
export function readPieces(scanner: Scanner, pieces: readonly Uint8Array[]): Tape {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const room = scanner.hold(length + 1, 0)
  let end = 0
  for (const piece of pieces) {
    room.set(piece, end)
    end += piece.length
  }
  return scanner.scanDocument(length)
}

/** The same for a text: it is encoded where it is read, and no bytes of it are made elsewhere. */
export function readText(scanner: Scanner, text: string): Tape {
  return scanner.scanDocument(encodeInto(text, scanner.hold(text.length * widest + 1, 0)))
}
