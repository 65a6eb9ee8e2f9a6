import { isObject } from '../../model/json.ts'
import { isReader } from '../../model/option-checks.ts'
import { badOption } from '../../model/options.ts'
import type { Picks } from '../../model/picks.ts'
import type { ReaderName } from '../read/reader.ts'
import type { LineState } from './sketch.ts'
import { sketcherFor } from './sketcher.ts'

/** One line, as far as it was picked. */
export interface SketchedLine {
  /** `careful`: it is JSON, but must be read in full. */
  readonly state: LineState
  /** Its start and end, counted from the first byte that was taken. */
  readonly start: number
  readonly end: number
  /** The picked members of a valid line; undefined of any other. */
  readonly value: unknown
}

/** Looks over JSON Lines of any size. */
export interface LineSketcher {
  /** Room for `size` bytes more; bytes that are put there need not be copied again. */
  room(size: number): Uint8Array
  /** Takes the first `length` bytes of the room, and hands on each line that is now whole; at the end, the rest. */
  take(length: number, isEnd: boolean, each: (line: SketchedLine) => void): void
}

/** Looks over JSON Lines for what a pick asks for. */
export function lineSketcher(pick: Picks, reader?: ReaderName): LineSketcher {
  if (!isObject(pick)) throw badOption('`lineSketcher` takes a pick, an object.')
  if (reader !== undefined) isReader(reader, 'reader')
  const sketcher = sketcherFor(pick, reader)
  const lines = sketcher.readLines()
  return {
    room: (size) => lines.room(size),
    take(length, isEnd, each) {
      const sketch = sketcher.lines(lines.take(length, isEnd))
      while (sketch.next()) {
        const { state } = sketch
        const [start, end] = [lines.base + sketch.start, lines.base + sketch.end]
        each({ state, start, end, value: state === 'fine' ? sketch.value() : undefined })
      }
    },
  }
}
