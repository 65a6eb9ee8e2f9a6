import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import type { FlagName, Flags } from '../program/flags.ts'
import { refuseFileOfOthers } from '../sessions/other-agents.ts'

/** The kind of thing that a word on the command line names. */
export type Kind = NonNullable<Flags['as']>

/** Tells a session, by its id or by the content of its file, from a document. */
export async function kindOf(invocation: Invocation): Promise<Kind> {
  const { flags, words } = invocation
  if (flags.as !== undefined) return flags.as
  if (flags.batch) return 'document'
  if (flags.last || flags.all) return 'session'
  const [word] = words
  if (word === undefined || word === '-' || words.length > 1) return 'document'
  if (await isInDatabase(word)) return 'session'
  const head = headOf(word)
  if (head === undefined) {
    const isMeant = isForSession(flags) && flagsOfFile(flags).length === 0
    return isMeant || isId(word) ? 'session' : 'document'
  }
  if (head.length > 0) refuseFileOfOthers(invocation, word)
  // A pipe can be a document; told what only a session can be told, it is none, and that can be said.
  if (!isLikely(word, head)) return isForSession(flags) && isPipe(word) ? 'session' : 'document'
  const { ownerOf } = await import('../../sessions/find/context.ts')
  return ownerOf(word) === undefined ? 'document' : 'session'
}

/** Whether a word may name a session: `main/3f2a` may, another path or a missing file may not. */
function isId(word: string): boolean {
  return /^[\w-]+(?:\/[\w-]+)?$/.test(word)
}

/** Whether a word names a database of sessions that is known here, or one of them. */
async function isInDatabase(word: string): Promise<boolean> {
  const [, path] = /^(.+\.(?:sqlite|db))(?:[/\\][^/\\]+)?$/.exec(word) ?? []
  if (path === undefined) return false
  const { tables } = await import('../../stores/index.ts')
  return tables.some(({ isDatabase }) => isDatabase(path)) && existsSync(path)
}

const headSize = 1 << 16

/** The first bytes of a file; undefined where there is nothing of that name, empty where it is no file. */
function headOf(path: string): Buffer | undefined {
  try {
    if (!statSync(path).isFile()) return Buffer.alloc(0)
    const file = openSync(path, 'r')
    try {
      const head = Buffer.allocUnsafe(headSize)
      return head.subarray(0, readSync(file, head, 0, head.length, 0))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? undefined : Buffer.alloc(0)
  }
}

/** Whether it is worth loading what knows sessions: a document in one piece is told at a glance. */
function isLikely(path: string, head: Buffer): boolean {
  if (head.length === 0) return false
  if (/\.jsonl(?:[.~-][^/\\]*)?$|(?:^|[/\\])api_conversation_history\.json$/.test(path)) return true
  const text = head.toString('latin1')
  return /^\{[^\n]*\n\{/.test(text) || isLoneRecord(text) || isTaggedList(text)
}

/** Whether the first line is a whole value with a member that links records: it may be the only record. */
function isLoneRecord(text: string): boolean {
  const [line = ''] = text.split('\n', 1)
  if (!/"(?:parentUuid|parentId|sessionId|cwd)"/.test(line)) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Whether it is a list with a member by which messages are hidden: no request has it. */
function isTaggedList(text: string): boolean {
  return /^\s*\[/.test(text) && /"(?:truncationParent|condenseParent|truncationId|condenseId)"/.test(text)
}

const sessionFlags = [
  'yes',
  'dry-run',
  'fork',
  'last',
  'all',
  'partial',
  'force',
  'home',
  'agent',
  'since',
] as const
const documentFlags = ['batch', 'format', 'output'] as const

function isSet(flags: Flags, name: FlagName): boolean {
  return flags[name] !== undefined && flags[name] !== false
}

function isForSession(flags: Flags): boolean {
  return sessionFlags.some((name) => isSet(flags, name))
}

/** Whether something can only be read once, from its start. */
function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO()
  } catch {
    return false
  }
}

/** Refuses flags that say nothing about what is meant; some commands take more of them than others. */
export function refuseForeign(flags: Flags, kind: Kind, also: readonly FlagName[] = []): void {
  const foreign = (kind === 'document' ? sessionFlags : documentFlags).find(
    (name) => isSet(flags, name) && !also.includes(name),
  )
  if (foreign === undefined) return
  throw new CommandError('usage', `\`--${foreign}\` is not for a ${kind}: ${reasonFor(kind, foreign)}.`)
}

function reasonFor(kind: Kind, foreign: FlagName): string {
  if (kind === 'document') return 'a document is printed, unless `-o FILE` or `--in-place` is said'
  if (foreign === 'output') return 'a session is changed where it is, or copied with `--fork`'
  return 'a session says itself how it is written'
}

/** The flags that a document takes as a session does, once it is written to a file. */
export function flagsOfFile({ output, 'in-place': isInPlace }: Flags): readonly FlagName[] {
  if (isInPlace) return ['force', 'partial', 'yes', 'dry-run', 'home']
  return output === undefined ? [] : ['force', 'yes', 'dry-run', 'home']
}
