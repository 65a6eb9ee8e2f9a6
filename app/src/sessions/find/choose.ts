import { existsSync } from 'node:fs'
import { type DiskError, rowPathIn } from '../../disk/index.ts'
import type { Judge, JudgedSession } from '../judge/judge.ts'
import { findAll, type SessionContext } from './context.ts'
import type { Foreign } from './find.ts'
import { pick } from './pick.ts'

/** The one session that a word names, or the reason why there is no such one. */
export type ChosenSession = { readonly is: 'one'; readonly session: JudgedSession } | NotChosen

/** The reason why a word names no session, or more than one. */
export type NotChosen =
  /** No file and no id begins with the word. */
  | { readonly is: 'unknown' }
  /** Several ids begin with the word. */
  | { readonly is: 'ambiguous'; readonly fits: readonly JudgedSession[] }
  /** The path cannot be read. */
  | { readonly is: 'unreadable'; readonly error: DiskError }
  /** The path leads to a session of an agent without a store. */
  | { readonly is: 'foreign'; readonly file: Foreign }
  /** The path leads to no session. */
  | { readonly is: 'no-session' }
  /** The path is a folder with several sessions. */
  | { readonly is: 'folder'; readonly sessions: number }

/**
 * Chooses the session that a word names: a path, an id, or the beginning of an id.
 *
 * `judgeOne` is `open` of the context for callers that need the whole session anyway.
 */
export function chooseSession(
  context: SessionContext,
  word: string,
  judgeOne: Judge = context.judge,
): ChosenSession {
  if (isPath(word)) return atPath(context, word, judgeOne)
  const fits = pick(findAll(context).found, context.judge, word, judgeOne)
  const [first, ...others] = fits
  if (first === undefined) return { is: 'unknown' }
  return others.length > 0 ? { is: 'ambiguous', fits } : { is: 'one', session: first }
}

/** The session that was used last; one that its agent can resume comes before a subagent's. */
export function newestSession(
  context: SessionContext,
  judge: Judge = context.judge,
): JudgedSession | undefined {
  let first: JudgedSession | undefined
  for (const found of findAll(context).found) {
    const session = judge(found)
    first ??= session
    if (session.verdict?.resume !== undefined) return session
  }
  return first
}

/** Whether a word is the path of a file, or of a session in a database that is there. */
function isPath(word: string): boolean {
  if (existsSync(word)) return true
  const row = rowPathIn(word)
  return row !== undefined && existsSync(row.database)
}

function atPath({ findIn }: SessionContext, path: string, judge: Judge): ChosenSession {
  const { found, closed, foreign } = findIn([path])
  const [error] = closed
  if (error !== undefined) return { is: 'unreadable', error }
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return { is: 'one', session: judge(first) }
  if (first !== undefined) return { is: 'folder', sessions: found.length }
  const [file] = foreign
  return file === undefined ? { is: 'no-session' } : { is: 'foreign', file }
}
