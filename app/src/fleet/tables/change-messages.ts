import { apply, chooseApi, denying, type Finding, plan, type Rulebook, scan } from '@mortise/core'
import { type CleanOptions, cleaningPolicy } from '../../stores/clean/cleaning.ts'
import type { TableWork } from '../jobs/errand.ts'
import type { MessageRow, RowChange } from './rows.ts'
import type { Table } from './table.ts'

/** The verdict on a session in a table, and the changes that mend or clean it. */
export type SessionVerdict =
  | { readonly is: 'sound' }
  /** It has faults, and nobody asked to mend them. */
  | { readonly is: 'broken'; readonly rules: readonly string[] }
  | { readonly is: 'due'; readonly changes: readonly RowChange[] }
  /** It cannot be changed, and why. */
  | { readonly is: 'left'; readonly why: string }

/** Judges the messages of one session, and plans what a shard asks for. */
export function changeMessages(table: Table, rows: readonly MessageRow[], work: TableWork): SessionVerdict {
  if (new Set(rows.map(({ place }) => place)).size < rows.length)
    return { is: 'left', why: 'Two of its rows have the same place.' }
  const messages = rows.map((row) => messageOf(table, row))
  if (messages.includes(unread)) return { is: 'left', why: 'A message of it is no JSON.' }
  const { format, api } = table.config
  const choice = chooseApi(messages, { format, ...(api === undefined ? {} : { api }) })
  if (!choice.ok) return { is: 'left', why: choice.error.message }
  const { rulebook } = choice.value
  if (work.do === 'clean')
    return work.options ? cleaned(table, rows, messages, rulebook, work.options) : sound
  const found = scan(messages, rulebook, { tail: 'rest' }).filter(({ severity }) => severity === 'refused')
  if (found.length === 0) return sound
  if (work.do === 'doctor') return { is: 'broken', rules: [...new Set(found.map(({ rule }) => rule))] }
  const made = plan(messages, rulebook, work.policy ?? 'keep', { tail: 'rest' })
  if (made.left.some(({ severity }) => severity === 'refused'))
    return { is: 'left', why: 'Not every fault of it can be mended.' }
  return dueBy(table, rows, messages, made.plan)
}

const sound: SessionVerdict = { is: 'sound' }

function cleaned(
  table: Table,
  rows: readonly MessageRow[],
  messages: readonly unknown[],
  rulebook: Rulebook,
  options: CleanOptions,
): SessionVerdict {
  const book = denying(rulebook, options.deny)
  const found = scan(messages, book, { tail: 'rest' })
  if (!found.some(isDenied)) return sound
  const made = plan(messages, book, cleaningPolicy(found, options), { tail: 'rest' })
  return dueBy(table, rows, messages, made.plan)
}

function isDenied({ rule }: Finding): boolean {
  return rule === 'tool-denied'
}

/** The changes of rows by a plan for their messages. A message that would be new has no place in the table. */
function dueBy(
  table: Table,
  rows: readonly MessageRow[],
  messages: readonly unknown[],
  made: ReturnType<typeof plan>['plan'],
): SessionVerdict {
  const isWhole = (at: readonly (string | number)[]): boolean => at.length === 1
  const isMisplaced = made.edits.some(
    ({ do: act, at }) => typeof at[0] !== 'number' || (isWhole(at) && act === 'insert'),
  )
  if (isMisplaced) return { is: 'left', why: 'It needs a message that has no place in the table.' }
  const gone = new Set(
    made.edits.flatMap(({ do: act, at }) => (isWhole(at) && act === 'remove' ? [Number(at[0])] : [])),
  )
  const outcome = apply(messages, made)
  if (!outcome.ok) throw outcome.error
  // A plan for a list makes a list.
  const after = outcome.value as readonly unknown[]
  const changes: RowChange[] = []
  let next = 0
  for (const [index, row] of rows.entries()) {
    if (gone.has(index)) {
      changes.push({ row, after: null })
      continue
    }
    const message = after[next++]
    if (message === messages[index]) continue
    const text = textOf(table, row, messages[index], message)
    if (text === undefined) return { is: 'left', why: 'It needs a change beside the content of a message.' }
    changes.push({ row, after: text })
  }
  return changes.length === 0 ? sound : { is: 'due', changes }
}

const unread: unique symbol = Symbol('unread')

/** The message of a row; a content that is no JSON is a text. */
function messageOf({ role, content }: Table, row: MessageRow): unknown {
  if (role !== undefined) return { role: row.role, content: contentOf(content.type, row.content) }
  try {
    return JSON.parse(row.content) as unknown
  } catch {
    return unread
  }
}

function isJsonColumn(type: string): boolean {
  return type === 'json' || type === 'jsonb'
}

function contentOf(type: string, text: string): unknown {
  if (!isJsonColumn(type) && !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** The text of the content of a changed message; undefined where more than the content has changed. */
function textOf(
  { role, content }: Table,
  row: MessageRow,
  before: unknown,
  after: unknown,
): string | undefined {
  if (role === undefined) return JSON.stringify(after)
  const { content: body, ...rest }: { content?: unknown } = Object(after)
  const { content: _, ...others }: { content?: unknown } = Object(before)
  if (JSON.stringify(rest) !== JSON.stringify(others) || body === undefined) return undefined
  const isPlain =
    !isJsonColumn(content.type) && typeof body === 'string' && contentOf('', row.content) === row.content
  return isPlain ? body : JSON.stringify(body)
}
