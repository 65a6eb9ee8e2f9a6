import { isUtf8 } from 'node:buffer'
import type { Cell, CellImage } from '../../disk/index.ts'

/** A whole number as a cell. */
export function integer(value: bigint): CellImage {
  return { type: 'integer', value }
}

/** A text as a cell. */
export function textCell(text: string | Uint8Array): CellImage {
  return { type: 'text', value: typeof text === 'string' ? Buffer.from(text) : text }
}

/** The text in a cell; undefined where it holds none. */
export function wordsIn(cell: CellImage | undefined): string | undefined {
  const bytes = bytesIn(cell)
  return bytes !== undefined && isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined
}

/** The bytes of the text in a cell; undefined where it holds none. */
export function bytesIn(cell: CellImage | undefined): Uint8Array | undefined {
  return cell?.type === 'text' ? (cell.value as Uint8Array) : undefined
}

/** The number in a cell of an answer; 0 where it holds none that is finite. */
export function numberOf(cell: Cell | undefined): number {
  const number = typeof cell === 'bigint' || typeof cell === 'number' ? Number(cell) : 0
  return Number.isFinite(number) ? number : 0
}
