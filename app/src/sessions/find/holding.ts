import { readTarget } from '../../disk/index.ts'
import type { JudgedSession } from '../judge/judge.ts'
import { withTables } from '../judge/with-tables.ts'
import { findAll, type SessionContext } from './context.ts'

// So much is read in a moment; an error that somebody asks about is of a session that was used lately.
const mostBytes = 100e6

/** The session, of those used lately, whose bytes hold one of these ids. */
export function sessionHolding(context: SessionContext, ids: readonly string[]): JudgedSession | undefined {
  let left = mostBytes
  for (const found of findAll(context).found) {
    left -= found.target.stat.size
    if (left < 0) return undefined
    const read = readTarget(withTables(context.disk, found.store), found.target)
    if (!read.ok) continue
    const bytes = Buffer.from(read.value.bytes.buffer, read.value.bytes.byteOffset, read.value.bytes.length)
    if (ids.some((id) => bytes.includes(id))) return context.judge(found)
  }
  return undefined
}
