import { isObject, type Json } from './lines.ts'

/**
 * How Kimi Code 2.1 reads its log, written from its source (appendLogStore, wire/repair): the records before the first
 * line that is none. Half a line at the end is dropped; all that follows a broken line in the middle is lost.
 */
export function readByKimi(bytes: Uint8Array): { readonly records: readonly Json[]; readonly lost: number } {
  const lines = Buffer.from(bytes).toString().split('\n')
  const records: Json[] = []
  for (const [index, line] of lines.entries()) {
    if (line.replace(/\r$/, '') === '') continue
    try {
      const record: unknown = JSON.parse(line)
      if (isObject(record)) records.push(record)
    } catch {
      return { records, lost: lines.slice(index + 1).filter((other) => other !== '').length }
    }
  }
  return { records, lost: 0 }
}
