import type { Range } from '../model/format.ts'

/** Ranges in order, joined where they touch. */
export function joined(given: readonly Range[]): Range[] {
  const ranges: { start: number; end: number }[] = []
  for (const { start, end } of [...given].sort((left, right) => left.start - right.start)) {
    const last = ranges[ranges.length - 1]
    if (last === undefined || last.end < start) ranges.push({ start, end })
    else last.end = Math.max(last.end, end)
  }
  return ranges
}
