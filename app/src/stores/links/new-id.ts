import { createHash } from 'node:crypto'
import type { Links } from '../contract/store.ts'

/** An id that follows from what it is made for, so that the same damage mends to the same bytes. */
export function newId(shape: Links['shape'], seed: string, isTaken: (id: string) => boolean): string {
  for (let count = 0; ; count++) {
    const digits = createHash('sha256').update(`${seed}\n${count}`).digest('hex')
    const id = shape === 'uuid' ? uuidOf(digits) : digits.slice(0, 8)
    if (!isTaken(id)) return id
  }
}

/** A UUID of the kind that is made from other data. */
function uuidOf(digits: string): string {
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
  ]
  return [...parts, digits.slice(20, 32)].join('-')
}
