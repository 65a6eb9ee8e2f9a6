import type { Part, Turn } from './transcript.ts'

/** Whether a part is of a kind that is not known here. */
export function isStrange(part: Part): boolean {
  return part.kind === 'other' && part.isStrange === true
}

/** The ids that parts of unknown kinds name, all turns together. */
export function strangeIds(turns: readonly Turn[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { parts } of turns)
    for (const part of parts) if (part.kind === 'other') for (const id of part.ids ?? []) ids.add(id)
  return ids
}
