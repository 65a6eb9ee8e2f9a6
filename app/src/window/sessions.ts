import { type Explanation, explain } from '@mortise/core'
import { findAll, type SessionContext } from '../sessions/find/context.ts'
import type { Found as FoundFile } from '../sessions/find/find.ts'
import { lookForWords, searchSessions } from '../sessions/find/holding.ts'
import type { SearchResult, SessionList, SessionRow } from './api.ts'
import { rowOf } from './transcripts.ts'

/** So long is judged or read at a stretch, in milliseconds, before other requests have their turn. */
const stretch = 20
const mostRows = 5000

/** The newest sessions, judged. */
export async function listSessions(context: SessionContext, most: number = mostRows): Promise<SessionList> {
  const { found } = findAll(context)
  const pause = pausing()
  const sessions: SessionRow[] = []
  for (const each of found.slice(0, Math.min(most, mostRows))) {
    sessions.push(rowOf(context.judge(each)))
    await pause()
  }
  context.index.save()
  return { sessions, total: found.length }
}

/** The sessions that a text is about: an error that they caused, their id, or words that stand in them. */
export async function search(context: SessionContext, text: string): Promise<SearchResult> {
  const said = text.trim()
  const error = said.length > 12 ? explain(said) : undefined
  return error?.matched === true ? searchForError(context, error) : searchForWords(context, said)
}

function searchForError(context: SessionContext, error: Explanation): SearchResult {
  const { sentence, rules, ids, happened, todo } = error
  const { session, passed } = searchSessions(context, error.session, ids)
  return {
    paths: session === undefined ? [] : [session.target.path],
    isPartial: session === undefined && passed > 0,
    explanation: { sentence, rules, ids, happened, todo },
  }
}

async function searchForWords(context: SessionContext, said: string): Promise<SearchResult> {
  const paths: string[] = []
  const pause = pausing()
  let looked = 0
  if (said !== '')
    for (const { found, isHolding } of lookForWords(context, [said, inJson(said)])) {
      looked++
      if (isHolding || found.target.name.includes(said)) paths.push(found.target.path)
      await pause()
    }
  return { paths, isPartial: looked < findAll(context).found.length }
}

/** Words as they stand in JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** Lets others have their turn now and then. */
function pausing(): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < stretch) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now()
        resolve()
      }),
    )
  }
}

/** A session after which the program is asked again: it counts as live for a while after a change. */
const settlesAfter = 6000
const shortestPause = 500

/** Tells which files of sessions changed, as long as somebody listens. */
export class SessionWatch {
  private readonly listeners = new Set<(paths: readonly string[]) => void>()
  private readonly openContext: () => SessionContext
  private timer: NodeJS.Timeout | undefined
  private known: ReadonlyMap<string, string> | undefined
  private readonly settling = new Map<string, number>()

  constructor(openContext: () => SessionContext) {
    this.openContext = openContext
  }

  /** Returns a function that ends it. */
  listen(told: (paths: readonly string[]) => void): () => void {
    this.listeners.add(told)
    if (this.timer === undefined) this.look()
    return () => {
      this.listeners.delete(told)
      if (this.listeners.size === 0) this.stop()
    }
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.known = undefined
  }

  private look(): void {
    const began = performance.now()
    const now = Date.now()
    const { found } = findAll(this.openContext())
    const present = new Map(found.map((each) => [each.target.path, stateOf(each)]))
    const changed = this.known === undefined ? [] : differing(this.known, present)
    this.known = present
    for (const path of changed) this.settling.set(path, now + settlesAfter)
    const settled = [...this.settling].flatMap(([path, time]) => (time <= now ? [path] : []))
    for (const path of settled) this.settling.delete(path)
    const told = [...new Set([...changed, ...settled])]
    if (told.length > 0) for (const listener of this.listeners) listener(told)
    // A home with very many sessions is looked at less often.
    const pause = Math.max(shortestPause, (performance.now() - began) * 10)
    this.timer = setTimeout(() => this.look(), pause)
    this.timer.unref()
  }
}

function stateOf({ target: { stat } }: FoundFile): string {
  return `${stat.size}-${stat.modified}`
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const gone = [...before.keys()].filter((path) => !after.has(path))
  return [...gone, ...[...after].flatMap(([path, state]) => (before.get(path) === state ? [] : [path]))]
}
