import { dirname } from 'node:path'
import type { Machine } from './around.ts'
import { syncFolder } from './durable.ts'
import { quietly } from './failure.ts'
import { once } from './once.ts'
import type { FileReading } from './reading.ts'
import { refuseWriters, writersLeft } from './swap.ts'

/**
 * The wait after many swaps: one sync of each folder, and one look for those who still have an old file open.
 *
 * The folders are synced at once; a failure is told to each file that it concerns, when that file asks.
 */
export function sharedWait(
  around: Machine,
  readings: readonly FileReading[],
): (reading: FileReading) => void {
  const folders = new Set(readings.map(({ target }) => dirname(target.path)))
  const syncs = new Map([...folders].map((folder) => [folder, once(() => syncFolder(around.files, folder))]))
  for (const sync of syncs.values()) quietly(sync)
  const left = once(() => writersLeft(around, readings))
  return (reading) => {
    syncs.get(dirname(reading.target.path))?.()
    refuseWriters(reading, left())
  }
}
