import { type Fingerprint, fingerprint, isSame } from '../bytes.ts'
import type { Concluded } from '../conclude.ts'
import type { Disk } from '../disk.ts'
import { quietly } from '../failure.ts'
import type { Ending, OperationIntent } from '../operation.ts'
import { bytesOfRows, rowsOf } from './image.ts'
import { readRows } from './reader.ts'
import { type RowPlace, refuseRowDetour } from './shelf.ts'

/** Decides by the rows of a session what became of an operation on it, and writes it down. */
export function concludeRows(
  disk: Disk,
  operation: Omit<OperationIntent, 'type'>,
  place: RowPlace,
): Concluded {
  refuseRowDetour(disk, operation.path)
  const { before, after, op } = operation
  const image = imageOf(disk, place)
  const isDone = holds(image, after)
  const ending: Ending = {
    type: 'ending',
    op,
    time: new Date(disk.now()).toISOString(),
    result: isDone ? 'done' : 'failed',
    isRecovered: true,
  }
  const isWritten = quietly(() => disk.journal.end(ending))
  return { isDone, isBefore: !isDone && holds(image, before), isWritten }
}

/** The rows of a session as bytes. */
function imageOf(disk: Disk, { database, tables, id }: RowPlace): Uint8Array {
  return readRows(disk, database, (open) => bytesOfRows(rowsOf(open, tables.layoutOf(open, id), id)))
}

/** Whether an image is the one that a fingerprint is of, or grew from it: rows that come later are lines at its end. */
export function holds(image: Uint8Array, print: Fingerprint | null): boolean {
  return print !== null && isSame(fingerprint([image.subarray(0, print.size)]), print)
}
