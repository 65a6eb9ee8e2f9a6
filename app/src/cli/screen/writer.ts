import { once } from 'node:events'
import type { Writable } from 'node:stream'

const fullAt = 1 << 16

/** Collects lines into larger writes, and waits where the reader is slower. */
export interface LineWriter {
  /** Takes a line; returns a promise where the caller must wait before the next one. */
  add(line: string): Promise<void> | undefined
  flush(): Promise<void> | undefined
}

/** Makes a writer of lines to a stream. */
export function lineWriter(stream: Writable): LineWriter {
  let held = ''
  const flush = (): Promise<void> | undefined => {
    const text = held
    held = ''
    if (text === '' || stream.write(text)) return undefined
    return once(stream, 'drain').then(() => undefined)
  }
  const add = (line: string): Promise<void> | undefined => {
    held += `${line}\n`
    return held.length < fullAt ? undefined : flush()
  }
  return { add, flush }
}
