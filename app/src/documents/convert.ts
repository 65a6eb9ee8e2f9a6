import { type Converted, type ConvertOptions, convert } from '@mortise/core'
import { isRefused, type MadeFacts } from './made.ts'

/** A converted document; it counts as changed if it had to be mended on the way. */
export interface ConvertedDocument extends Converted, MadeFacts {}

/** Writes a document of one format as another. */
export function convertDocument(document: unknown, options: ConvertOptions): ConvertedDocument {
  const made = convert(document, options)
  const { plans, left } = made.report
  return {
    ...made,
    isChanged: plans.some(({ edits }) => edits.length > 0),
    isSound: !left.some(isRefused),
  }
}
