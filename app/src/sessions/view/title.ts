import { closeSync, openSync, readSync } from 'node:fs'
import { readTranscript } from '@mortise/core'
import { withOpenFile } from '../../disk/index.ts'
import type { Store } from '../../stores/contract/store.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { machine } from '../find/context.ts'
import type { JudgedSession } from '../judge/judge.ts'

/** Prompts stand at the start of a session; of one that does not fit, its beginning is no prompt. */
const headSize = 1 << 16

/** A session in a few words, on one line: its title, or what its user asked first. */
export function titleOf({ verdict, store, target }: JudgedSession): string | undefined {
  const title =
    verdict?.title ??
    firstPrompt(store, store.tables === undefined ? headOf(target.path) : rowsOf(target.path))
  return title?.replace(/\s+/g, ' ').trim() || undefined
}

function headOf(path: string): string {
  try {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.allocUnsafe(headSize)
      return head.toString('utf8', 0, readSync(file, head, 0, head.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    // A session that cannot be read has no name; another line says why.
    return ''
  }
}

/** The beginning of a session in a database. */
function rowsOf(path: string): string {
  const head = withOpenFile(machine, path, ({ read }) => {
    const bytes = Buffer.alloc(headSize)
    return bytes.toString('utf8', 0, read(bytes, 0))
  })
  return head.ok ? head.value : ''
}

function firstPrompt(store: Store, head: string): string | undefined {
  const records =
    store.arrayFile === undefined
      ? head.split('\n').map(parsed)
      : readRecords(Buffer.from(head), store).entries.map(({ value }) => value)
  const prompts = records.flatMap((record) => promptIn(store, record))
  // Some agents note their own commands as if the user had said them, in angle brackets.
  return prompts.find((prompt) => !prompt.startsWith('<')) ?? prompts[0]
}

function promptIn(
  { messageIn, format }: Store,
  record: Readonly<Record<string, unknown>> | undefined,
): readonly string[] {
  const message = record && messageIn(record)?.message
  if (message === undefined) return []
  const turns = readTranscript([message], format).turns.filter(({ speaker }) => speaker === 'user')
  return turns
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text.trim()] : [])))
    .filter((text) => text !== '')
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
