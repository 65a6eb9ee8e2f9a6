import { existsSync } from 'node:fs'
import { basename, dirname, sep } from 'node:path'
import { type Deny, deniedBy, MortiseError } from '@mortise/core'
import { type Allowed, readTarget, rowPathIn } from '../../disk/index.ts'
import { findAll, type SessionContext } from '../../sessions/find/context.ts'
import type { Finds, Found } from '../../sessions/find/find.ts'
import { pick } from '../../sessions/find/pick.ts'
import { cleanRewrite } from '../../sessions/rewrite/clean-rewrite.ts'
import type { Rewrite } from '../../sessions/rewrite/rewrite.ts'
import type { Cleaned } from '../../stores/clean/clean.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import { readRecords } from '../../stores/records/entries.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { ambiguous, chooseSession, unknownSession } from '../sessions/session-choice.ts'

/** What is to be cleaned out, and the treatment that does it. */
export interface Cleanup extends CleanOptions {
  readonly treatment: Rewrite<Cleaned>
}

/** What is to be cleaned out, as the command line says it. */
export function cleanupOf(invocation: Invocation): Cleanup {
  const { flags } = invocation
  const { mode } = flags
  const tools = patternsOf(invocation)
  const deny: Deny = mode === 'keep-completed' ? { tools, keep: 'completed' } : { tools }
  refuseUnknownGroup(deny)
  const options = { deny, isText: mode === 'text', withWritten: flags['text-calls'] === true }
  const allow: readonly Allowed[] = flags.force ? ['other-owner', 'hard-linked'] : []
  return { ...options, treatment: cleanRewrite({ command: 'clean', allow }, options) }
}

/** The patterns, whether they are said one by one, with commas between, or after each other. */
function patternsOf({ flags, words, program }: Invocation): readonly string[] {
  const { tools = [] } = flags
  const example = `${program} clean --tools '*' --dry-run`
  if (tools.length === 0) {
    throw new CommandError('usage', 'Say which tools: `--tools` takes names, patterns and groups.', example)
  }
  const file = words.find((word) => existsSync(word))
  if (file !== undefined) {
    throw new CommandError(
      'usage',
      `\`${file}\` is a file: put a pattern in quotes, and name a session by \`--session\`.`,
      example,
    )
  }
  const patterns = [...tools, ...words].flatMap((word) => word.split(',')).map((word) => word.trim())
  const said = patterns.filter((pattern) => pattern !== '')
  if (said.length === 0) throw new CommandError('usage', 'There is no pattern in `--tools`.', example)
  return said
}

function refuseUnknownGroup(deny: Deny): void {
  try {
    deniedBy(deny)
  } catch (thrown) {
    if (!(thrown instanceof MortiseError)) throw thrown
    throw new CommandError('usage', thrown.message, thrown.hint)
  }
}

/** The files that are to be cleaned: all that are asked about, or one session with what belongs to it. */
export function filesToClean(invocation: Invocation, context: SessionContext): Finds {
  const { session, archives = false } = invocation.flags
  const all = findAll(context, archives)
  if (session === undefined) return all
  if (existsSync(session) || rowPathIn(session) !== undefined)
    return only(withOwn(context, all.found, [chooseSession(invocation, context, session)]))
  const fits = pick(all.found, context.judge, session)
  if (fits.length === 0) throw unknownSession(invocation, session)
  // What was put away of a session still has its id; two that are gone on with are two sessions.
  const away = new Set(all.found.flatMap(({ target, isArchive }) => (isArchive ? target.stat.key : [])))
  const living = fits.filter(({ target }) => !away.has(target.stat.key))
  if (living.length > 1) throw ambiguous(invocation, living, session)
  if (new Set(fits.map(({ verdict }) => verdict?.id)).size > 1) throw ambiguous(invocation, fits, session)
  return only(withOwn(context, all.found, fits))
}

function only(found: readonly Found[]): Finds {
  return { found, closed: [], foreign: [], archives: 0 }
}

/** Sessions, and after them those of their subagents and what was put away of them. */
function withOwn(context: SessionContext, all: readonly Found[], chosen: readonly Found[]): readonly Found[] {
  const keys = new Set(chosen.map(({ target }) => target.stat.key))
  const isOwn = (found: Found): boolean =>
    chosen.some(({ target: { path } }) => {
      const { target, isArchive } = found
      const bare = path.replace(/\.jsonl$/, '')
      if (target.path.startsWith(`${bare}${sep}`)) return true
      if (isArchive === true && basename(target.path).startsWith(`${basename(bare)}.`)) return true
      return dirname(target.path) === dirname(path) && masterOf(context, found) === basename(bare)
    })
  return [...chosen, ...all.filter((found) => !keys.has(found.target.stat.key) && isOwn(found))]
}

/** The session that a subagent's file beside it belongs to, by its records. */
function masterOf({ disk }: SessionContext, { store, target }: Found): string | undefined {
  if (store.subagents?.isOne(target.path) !== true) return undefined
  const outcome = readTarget(disk, target)
  return outcome.ok ? store.subagents.masterIn(readRecords(outcome.value.bytes, store).entries) : undefined
}
