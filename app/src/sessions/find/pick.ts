import { basename } from 'node:path'
import type { Judge, JudgedSession } from '../judge/judge.ts'
import type { Found } from './find.ts'

/** The sessions whose id is a word or begins with it; an exact one is alone. `judgeOne`: for the only one that is likely. */
export function pick(
  found: readonly Found[],
  judge: Judge,
  word: string,
  judgeOne: Judge = judge,
): readonly JudgedSession[] {
  // Most agents name the file after the session: then only those few need be looked at.
  const likely = found.filter(({ target }) => target.name.includes(word))
  const near = fitting(likely, likely.length === 1 ? judgeOne : judge, word)
  return near.length > 0 ? near : fitting(found, judge, word)
}

function fitting(found: readonly Found[], judge: Judge, word: string): readonly JudgedSession[] {
  const fits = found
    .map(judge)
    .filter((session) => nameOf(session).startsWith(word) || rowNameOf(session)?.startsWith(word))
  const exact = fits.filter((session) => session.verdict?.id === word || rowNameOf(session) === word)
  return exact.length > 0 ? exact : fits
}

/** The id of a session; if it cannot be read, the name of its file, or of its folder if all files have the same name. */
function nameOf({ verdict, store, target }: JudgedSession): string {
  const isArray = store.arrayFile !== undefined && target.name.endsWith(store.arrayFile)
  const own = isArray ? basename(target.folder) : target.name.replace(/\.jsonl.*$/, '')
  return verdict?.id ?? own
}

/** The name of a session in a database: `main/3f2a`. */
function rowNameOf({ store, verdict, target }: JudgedSession): string | undefined {
  return verdict === undefined ? undefined : store.tables?.nameOf(target.folder, verdict.id)
}

const fewest = 4

/** The shortest beginning of an id that tells it from all others; undefined where there are two of it. */
export function shortId(id: string, all: readonly string[]): string | undefined {
  let length = fewest
  let count = 0
  for (const other of all) {
    if (other === id) count++
    else while (length < id.length && other.startsWith(id.slice(0, length))) length++
  }
  return count > 1 ? undefined : id.slice(0, length)
}
