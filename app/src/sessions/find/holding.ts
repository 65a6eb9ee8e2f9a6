import { type OpenBytes, withOpenFile } from '../../disk/index.ts'
import type { JudgedSession } from '../judge/judge.ts'
import { withTables } from '../judge/open.ts'
import { findAll, type SessionContext } from './context.ts'
import type { Found } from './find.ts'
import { pick } from './pick.ts'

/** The search for the session that an error is about. */
export interface Search {
  /** The newest broken session that was found, else the newest one. */
  readonly session: JudgedSession | undefined
  /** The id by which it was found. */
  readonly id: string | undefined
  /** The sessions that were read, and their bytes. */
  readonly sessions: number
  readonly bytes: number
  /** How many sessions were not read: older ones behind the limit, and those that cannot be read. */
  readonly passed: number
}

// Read from memory in about a second; an error that somebody asks about is of a session that was used lately.
const mostBytes = 1e9

/** Searches for the session of a name, then for one whose bytes hold one of these ids; the newest is looked at first. */
export function searchSessions(
  context: SessionContext,
  name: string | undefined,
  ids: readonly string[],
): Search {
  const { found } = findAll(context)
  const [named] = name === undefined ? [] : pick(found, context.judge, name)
  if (named !== undefined) return { session: named, id: name, sessions: 0, bytes: 0, passed: 0 }
  const wanted = ids.flatMap(wantedOf)
  return wanted.length === 0 ? nothing : searchBytes(context, found, wanted)
}

/** Looks into sessions for one of these words, the newest first, until so many bytes are read. */
export function* lookForWords(
  context: SessionContext,
  words: readonly string[],
): Generator<{ readonly found: Found; readonly isHolding: boolean }> {
  const wanted = words.map((id) => ({ id, bytes: Buffer.from(id) }))
  let bytes = 0
  for (const found of findAll(context).found) {
    bytes += found.target.stat.size
    if (bytes > mostBytes) return
    const held = idsIn(context, found, wanted)
    if (held !== undefined) yield { found, isHolding: held.length > 0 }
  }
}

const nothing: Search = { session: undefined, id: undefined, sessions: 0, bytes: 0, passed: 0 }

/** An id, and the bytes of it that are searched for. */
interface Wanted {
  readonly id: string
  readonly bytes: Buffer
}

// Shorter ones may stand in any word; then the whole string must be the id.
const leastDistinct = 6

/** A long id may be cut at its end, as screens do; a short one may not. */
function wantedOf(id: string): readonly Wanted[] {
  const distinct = id.replace(/^[a-z]+[_-](?:0[12])?/, '')
  if (distinct.length >= leastDistinct) return [{ id, bytes: Buffer.from(id) }]
  // `call_1` cut anywhere is in half of all sessions.
  return id.length < leastDistinct ? [] : [{ id, bytes: Buffer.from(JSON.stringify(id)) }]
}

function searchBytes(context: SessionContext, found: readonly Found[], wanted: readonly Wanted[]): Search {
  let [sessions, bytes, passed] = [0, 0, 0]
  let first: { readonly session: JudgedSession; readonly id: string } | undefined
  for (const each of found) {
    const { size } = each.target.stat
    const held = bytes + size > mostBytes ? undefined : idsIn(context, each, wanted)
    if (held === undefined) {
      passed++
      continue
    }
    sessions++
    bytes += size
    const [id] = held
    if (id === undefined) continue
    const session = context.judge(each)
    if (session.health === 'broken') return { session, id, sessions, bytes, passed }
    first ??= { session, id }
  }
  return { session: first?.session, id: first?.id, sessions, bytes, passed }
}

/** The first of these ids that a session holds, if one; undefined where it cannot be read. */
function idsIn(
  { disk }: SessionContext,
  { store, target }: Found,
  wanted: readonly Wanted[],
): readonly string[] | undefined {
  const outcome = withOpenFile(withTables(disk, store), target.path, ({ read }) => idsRead(read, wanted))
  return outcome.ok ? outcome.value : undefined
}

const pieceSize = 1 << 20
let room: Buffer | undefined

/** Reads piece by piece; the end of each one is looked at again with the next, as an id may stand across. */
function idsRead(read: OpenBytes['read'], wanted: readonly Wanted[]): readonly string[] {
  const kept = Math.max(...wanted.map(({ bytes }) => bytes.length)) - 1
  room ??= Buffer.allocUnsafe(pieceSize)
  let held = 0
  for (let position = 0; ; ) {
    const length = read(room.subarray(held), position)
    if (length === 0) return []
    position += length
    const seen = room.subarray(0, held + length)
    const one = wanted.find(({ bytes }) => seen.includes(bytes))
    if (one !== undefined) return [one.id]
    held = Math.min(kept, seen.length)
    room.copyWithin(0, seen.length - held, seen.length)
  }
}
