import { expect } from 'vitest'
import type { Reader } from '../../core/src/bytes/read/reader.ts'
import { stride, type Tape } from '../../core/src/bytes/scan/tape.ts'
import { Draw, damagedJson } from './damaged-json.ts'
import { agreement, linesOf, makers, pick, readInChunks, table } from './readers.ts'
import { referenceDocument, referenceLines } from './reference.ts'

/** Asserts that all readers find in damaged JSON what `JSON.parse` does, and write the same tape. */
export function readersAgree(count: number, seed: number): void {
  const readers = makers.map(([, make]) => make(table))
  const draw = new Draw(seed)
  for (let index = 0; index < count; index++) {
    const bytes = damagedJson(draw)
    const fault = faultOf(readers, bytes, draw)
    if (fault !== undefined) expect.fail(`${fault}: ${JSON.stringify(Buffer.from(bytes).toString('latin1'))}`)
  }
}

function faultOf(readers: readonly Reader[], bytes: Uint8Array, draw: Draw): string | undefined {
  const document = [referenceDocument(bytes, pick)]
  const lines = referenceLines(bytes, pick)
  const cuts = Array.from({ length: draw.below(4) }, () => draw.below(bytes.length + 1)).sort((a, b) => a - b)
  let first: string | undefined
  for (const reader of readers) {
    const tape = reader.readDocument(bytes)
    const fault = agreement(linesOf(tape), document) ?? agreement(readInChunks(reader, bytes, cuts), lines)
    if (fault !== undefined) return `${reader.name} with cuts ${cuts}: ${fault}`
    const print = printOf(tape)
    first ??= print
    if (print !== first) return `the tapes differ: ${first} and ${print}`
  }
  return undefined
}

function printOf({ events, count, pool }: Tape): string {
  return `${events.subarray(0, count * stride).join()} ${pool.join()}`
}
