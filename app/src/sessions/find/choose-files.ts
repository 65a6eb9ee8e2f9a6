import { existsSync } from 'node:fs'
import { basename, dirname, sep } from 'node:path'
import { readTarget, rowPathIn } from '../../disk/index.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { chooseSession, type NotChosen } from './choose.ts'
import { findAll, type SessionContext } from './context.ts'
import type { Finds, Found } from './find.ts'
import { pick } from './pick.ts'

/** The files of one session, or the reason why a word names no such one. */
export type ChosenFiles = { readonly is: 'files'; readonly finds: Finds } | NotChosen

/** The files of the session that a word names, its subagents' and its archived ones too; without a word, all files. */
export function chooseFiles(
  context: SessionContext,
  word: string | undefined,
  withArchives: boolean,
): ChosenFiles {
  const all = findAll(context, withArchives)
  if (word === undefined) return { is: 'files', finds: all }
  if (existsSync(word) || rowPathIn(word) !== undefined) {
    const chosen = chooseSession(context, word)
    return chosen.is === 'one' ? filesOf(context, all.found, [chosen.session]) : chosen
  }
  const fits = pick(all.found, context.judge, word)
  if (fits.length === 0) return { is: 'unknown' }
  // An archived copy still has the id of its session; two sessions that are not archived are two sessions.
  const archived = new Set(all.found.flatMap(({ target, isArchive }) => (isArchive ? target.stat.key : [])))
  const living = fits.filter(({ target }) => !archived.has(target.stat.key))
  if (living.length > 1) return { is: 'ambiguous', fits: living }
  if (new Set(fits.map(({ verdict }) => verdict?.id)).size > 1) return { is: 'ambiguous', fits }
  return filesOf(context, all.found, fits)
}

/** Sessions, and after them the files of their subagents and their archived copies. */
function filesOf(context: SessionContext, all: readonly Found[], chosen: readonly Found[]): ChosenFiles {
  const keys = new Set(chosen.map(({ target }) => target.stat.key))
  const others = all.filter(
    (found) =>
      !keys.has(found.target.stat.key) &&
      chosen.some(({ target: { path } }) => belongsTo(context, found, path)),
  )
  return { is: 'files', finds: { found: [...chosen, ...others], closed: [], foreign: [], archives: 0 } }
}

/** Whether a file is of a subagent or an archived copy of the session at a path. */
function belongsTo(context: SessionContext, found: Found, path: string): boolean {
  const { target, isArchive } = found
  const bare = path.replace(/\.jsonl$/, '')
  if (target.path.startsWith(`${bare}${sep}`)) return true
  if (isArchive === true && basename(target.path).startsWith(`${basename(bare)}.`)) return true
  return dirname(target.path) === dirname(path) && masterOf(context, found) === basename(bare)
}

/** The session that a subagent's file beside it belongs to, by its records. */
function masterOf({ disk }: SessionContext, { store, target }: Found): string | undefined {
  if (store.subagents?.isOne(target.path) !== true) return undefined
  const outcome = readTarget(disk, target)
  return outcome.ok ? store.subagents.masterIn(readRecords(outcome.value.bytes, store).entries) : undefined
}
