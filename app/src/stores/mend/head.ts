import type { Entry, Store } from '../contract/store.ts'
import { readRecords } from '../records/entries.ts'

/** Puts the header at the start of a file: the one that stands elsewhere in it, else a new one. */
export function behindHeader(bytes: Uint8Array, store: Store, path: string): Uint8Array {
  const { entries } = readRecords(bytes, store)
  const own = entries.find(({ value }) => store.isHeader?.(value) === true)
  const head =
    own === undefined
      ? Buffer.from(JSON.stringify(store.header?.(entries, path)))
      : bytes.subarray(own.start, own.end)
  return Buffer.concat([head, lineBreak, ...(own === undefined ? [bytes] : withoutLine(bytes, own))])
}

const lineBreak = Buffer.from('\n')

function withoutLine(bytes: Uint8Array, { start, end }: Entry): readonly Uint8Array[] {
  const next = bytes.indexOf(10, end)
  return [bytes.subarray(0, start), bytes.subarray(next < 0 ? bytes.length : next + 1)]
}
