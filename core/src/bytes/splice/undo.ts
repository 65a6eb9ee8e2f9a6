import { isObject } from '../../model/json.ts'
import { checkBytes } from '../../model/option-checks.ts'
import { MortiseError, type Outcome } from '../../model/outcome.ts'
import { fromBase64, toBase64 } from '../text/base64.ts'
import { digestOf } from './digest.ts'
import { applySplices, type Splice } from './splices.ts'

/** The splices that restore the bytes as they were before a plan, as plain JSON. */
export interface Undo {
  /** Digest of the bytes that it fits, and of those that it restores. */
  readonly fits: string
  readonly makes: string
  readonly splices: readonly UndoSplice[]
}

/** Puts bytes, in base64, back in the place of those from `start` to `end`. */
export interface UndoSplice {
  readonly start: number
  readonly end: number
  readonly insert: string
}

/** The splices that undo these splices. */
export function undoOf(before: Uint8Array, after: Uint8Array, splices: readonly Splice[]): Undo {
  let shift = 0
  const back = splices.map(({ start, end, insert }): UndoSplice => {
    const from = start + shift
    shift += insert.length - (end - start)
    return { start: from, end: from + insert.length, insert: toBase64(before.subarray(start, end)) }
  })
  const fits = digestOf(after)
  return { fits, makes: before === after ? fits : digestOf(before), splices: back }
}

/** Restores bytes as they were, byte for byte; bytes that have changed since are refused. */
export function applyUndo(bytes: Uint8Array, undo: Undo): Outcome<Uint8Array> {
  checkBytes('applyUndo', bytes)
  if (!isUndo(undo)) return refused('The undo itself is damaged.')
  if (digestOf(bytes) !== undo.fits) return refused('The bytes are not those that the undo was made for.')
  const splices = readSplices(bytes, undo)
  const restored = splices && applySplices(bytes, splices)
  if (restored === undefined || digestOf(restored) !== undo.makes)
    return refused('The undo itself is damaged.')
  return { ok: true, value: restored }
}

/** Whether it has the members of an undo: it may have been stored for long. */
function isUndo(undo: unknown): boolean {
  if (!isObject(undo) || !Array.isArray(undo.splices)) return false
  return undo.splices.every((splice) => isObject(splice) && typeof splice.insert === 'string')
}

/** The splices of an undo, which may have been stored for long; undefined where they cannot be applied. */
function readSplices(bytes: Uint8Array, undo: Undo): Splice[] | undefined {
  const splices: Splice[] = []
  let last = 0
  for (const { start, end, insert } of undo.splices) {
    const removed = fromBase64(insert)
    const isInOrder = Number.isInteger(start) && Number.isInteger(end) && start >= last && end >= start
    if (removed === undefined || !isInOrder || end > bytes.length) return undefined
    splices.push({ start, end, insert: removed })
    last = end
  }
  return splices
}

function refused(message: string): Outcome<Uint8Array> {
  return { ok: false, error: new MortiseError('stale-undo', message) }
}
