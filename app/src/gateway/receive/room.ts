import { totalmem } from 'node:os'
import type { Visit } from './visit.ts'

/** The memory that bodies may take, all of them together. */
export interface Room {
  /** The bytes that are taken. */
  readonly taken: number
  /** A part of it for one request, which is free again when the request is over. */
  hold(visit: Pick<Visit, 'onOver'>, limit: number | undefined): Holding
}

/** The bytes that one request takes. */
export interface Holding {
  /** Takes more bytes; gives whether there was room. */
  take(bytes: number): boolean
  /** Takes more bytes, also if there is no room: they are there already. */
  add(bytes: number): void
  /** Gives all bytes back. */
  free(): void
}

/** An empty room. Its limit is that of each request, since a config may change. */
export function openRoom(): Room {
  let taken = 0
  // Asked once: to know the memory of a container, Node reads a file.
  const quarter = quarterOfMemory()
  return {
    get taken() {
      return taken
    },
    hold(visit, limit = quarter) {
      let held = 0
      let isOver = false
      const add = (bytes: number): void => {
        if (isOver) return
        held += bytes
        taken += bytes
      }
      const free = (): void => {
        taken -= held
        held = 0
      }
      visit.onOver(() => {
        isOver = true
        free()
      })
      return {
        take(bytes) {
          if (taken + bytes > limit) return false
          add(bytes)
          return true
        },
        add,
        free,
      }
    },
  }
}

/** A quarter of the memory that this process may have: of the machine, or of the container that it is in. */
function quarterOfMemory(): number {
  const allowed = process.constrainedMemory()
  return Math.floor((allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()) / 4)
}
