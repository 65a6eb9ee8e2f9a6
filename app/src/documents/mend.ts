import {
  type BytesOptions,
  type RepairedBytes,
  type RepairedLines,
  type RepairLinesOptions,
  repairBytes,
  repairLines,
} from '@mortise/core'
import { isRefused, type MadeDocument } from './made.ts'

/** A mended document. */
export interface MendedDocument extends RepairedBytes, MadeDocument {}

/** Mends a document in bytes. */
export function mendBytes(bytes: Uint8Array, options: BytesOptions): MendedDocument {
  const mended = repairBytes(bytes, options)
  const { plan, left } = mended.report
  return { ...mended, isChanged: plan.edits.length > 0, isSound: !left.some(isRefused) }
}

/** A mended conversation in lines. */
export interface MendedLines extends RepairedLines, MadeDocument {}

/** Mends a conversation that is written down line by line. */
export function mendLines(bytes: Uint8Array, options: RepairLinesOptions): MendedLines {
  const mended = repairLines(bytes, options)
  return { ...mended, isChanged: mended.edits > 0, isSound: !mended.left.some(isRefused) }
}
