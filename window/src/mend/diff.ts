/** A stretch of two texts: in both, only in the later one, or only in the earlier one. */
export interface DiffStretch {
  readonly sign: ' ' | '+' | '-'
  readonly text: string
}

/** The difference of two texts: what they begin and end with alike, and what lies between. */
export function diffOf(before: string, after: string): readonly DiffStretch[] {
  if (before === after) return [{ sign: ' ', text: before }]
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const all: readonly DiffStretch[] = [
    { sign: ' ', text: before.slice(0, start) },
    { sign: '-', text: before.slice(start, before.length - end) },
    { sign: '+', text: after.slice(start, after.length - end) },
    { sign: ' ', text: end === 0 ? '' : before.slice(-end) },
  ]
  return all.filter(({ text }) => text !== '')
}
