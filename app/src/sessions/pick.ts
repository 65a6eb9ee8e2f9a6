import { basename } from 'node:path'
import type { Found } from './find.ts'
import type { Judge, Patient } from './judge.ts'

/** The sessions whose id is a word or begins with it; an exact one is alone. */
export function pick(found: readonly Found[], judge: Judge, word: string): readonly Patient[] {
  // Most agents name the file after the session: then only those few need be looked at.
  const likely = found.filter(({ target }) => basename(target.path).includes(word))
  const near = fitting(likely, judge, word)
  return near.length > 0 ? near : fitting(found, judge, word)
}

function fitting(found: readonly Found[], judge: Judge, word: string): readonly Patient[] {
  const fits = found.map(judge.look).filter((patient) => nameOf(patient).startsWith(word))
  const exact = fits.filter(({ judged }) => judged?.id === word)
  return exact.length > 0 ? exact : fits
}

/** Its id; of one that cannot be read, what its file is called. */
function nameOf({ judged, target }: Patient): string {
  return judged?.id ?? basename(target.path).replace(/\.jsonl.*$/, '')
}

const fewest = 4

/** The shortest beginning of each id that tells it from all others. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort()
  return new Map(
    sorted.map((id, index) => {
      const shared = Math.max(sharedLength(id, sorted[index - 1]), sharedLength(id, sorted[index + 1]))
      return [id, id.slice(0, Math.max(fewest, shared + 1))]
    }),
  )
}

function sharedLength(left: string, right: string | undefined): number {
  let length = 0
  while (length < left.length && right !== undefined && left[length] === right[length]) length++
  return length
}
