import { basename, dirname } from 'node:path'
import type { Size } from '@mortise/core'
import { type LoggedOperation, type PruneLimits, prune, readLog } from '../../disk/index.ts'
import type { SessionContext } from '../../sessions/find/context.ts'
import { shrunk } from '../documents/goal.ts'
import { ageWords, readSize, readSpan, sizeWords } from '../program/amounts.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { count } from '../screen/printable.ts'
import { listed, type Style } from '../screen/style.ts'
import { fittedColumns } from '../screen/table.ts'
import { contextOf } from '../sessions/context.ts'
import { nearHome } from '../sessions/session-names.ts'
import { tellForeignJournal, tellUnused } from './log-notes.ts'

const most = 50

/** Lists what was done to sessions, newest first; or forgets what is old. */
export async function log(invocation: Invocation): Promise<number> {
  const { flags, out, story, words } = invocation
  const [word] = words
  if (word !== undefined) throw new CommandError('usage', `\`log\` takes no \`${word}\`.`)
  const context = contextOf(flags)
  if (flags.prune) return pruneLog(invocation, context)
  if (flags.older !== undefined || flags.max !== undefined) {
    throw new CommandError('usage', '`--older` and `--max` say what `--prune` forgets.', 'mortise log --help')
  }
  tellForeignJournal(invocation, context)
  const read = must(readLog(context.disk))
  const { operations, isReadOnly } = read
  const head = answerHead('log', { kind: 'log', path: context.disk.folder })
  if (flags.json) out.json({ ...head, operations })
  else out.tell(logLines(operations, context.home.folder, out.style))
  tellUnused(invocation, context, read)
  if (isReadOnly) story.tell('note: a newer Mortise wrote this log; it can be read, but nothing undone')
  return exits.sound
}

async function pruneLog({ flags, out }: Invocation, context: SessionContext): Promise<number> {
  const limits: PruneLimits = {
    ...(flags.older === undefined ? {} : { olderThanMs: readSpan(flags.older, 'older') }),
    ...(flags.max === undefined ? {} : { maxBytes: readSize(flags.max, 'max') }),
  }
  if (Object.keys(limits).length === 0) {
    throw new CommandError(
      'usage',
      '`--prune` needs `--older` or `--max`.',
      'mortise log --prune --older 30d',
    )
  }
  const pruned = must(await prune(context.disk, limits))
  const head = answerHead('log', { kind: 'log', path: context.disk.folder })
  const words = `${count(pruned.operations, 'operation')} forgotten, ${sizeWords(pruned.bytes)} freed`
  if (flags.json) out.json({ ...head, pruned })
  else out.tell(words)
  return exits.sound
}

function logLines(operations: readonly LoggedOperation[], home: string, style: Style): readonly string[] {
  if (operations.length === 0) return ['Nothing has been done yet.']
  const { shown, more } = listed(operations, most, style)
  const runOf = runNames(operations)
  const nameOf = namesIn(shown, style)
  const hasRuns = shown.some((each) => runOf(each) !== '')
  const rows = shown.map((each) => [
    each.op,
    ...(hasRuns ? [runOf(each)] : []),
    ageWords(Date.now() - Date.parse(each.time)),
    deedOf(each),
    nearHome(nameOf(each.path), home),
    stateOf(each),
  ])
  return [...fittedColumns(rows, style, { paths: [hasRuns ? 4 : 3], texts: [] }), ...more]
}

/** Names files for a terminal: files of one name are told apart by their folders, and those alone are shown. */
function namesIn(operations: readonly LoggedOperation[], { width }: Style): (path: string) => string {
  const paths = [...new Set(operations.map(({ path }) => path))]
  const named = new Map<string, number>()
  for (const path of paths) named.set(basename(path), (named.get(basename(path)) ?? 0) + 1)
  return (path) => (Number.isFinite(width) && Number(named.get(basename(path))) > 1 ? dirname(path) : path)
}

/** The run of an operation in words; a command that changed one file is named by its operation alone. */
function runNames(operations: readonly LoggedOperation[]): (operation: LoggedOperation) => string {
  const sizes = new Map<string | undefined, number>()
  for (const { run } of operations) sizes.set(run, (sizes.get(run) ?? 0) + 1)
  return ({ run }) => (run !== undefined && Number(sizes.get(run)) > 1 ? `run ${run}` : '')
}

function deedOf({ kind, command, reverts, restores }: LoggedOperation): string {
  if (kind === 'undo' || kind === 'redo') return `${kind} ${reverts}`
  if (kind === 'restore') return `restore ${restores}`
  return kind === 'create' ? `${command} --fork` : command
}

function stateOf({ result, isTakenBack, counts }: LoggedOperation): string {
  if (result === 'failed') return 'failed; nothing was changed'
  if (result === 'unfinished') return 'broken off; the next change settles it'
  if (isTakenBack) return 'taken back'
  const deeds = Object.entries(counts).filter(([name]) => !sizeNames.test(name))
  return [
    ...deeds.map(([name, number]) => `${number} ${name.replaceAll('-', ' ')}`),
    ...sizeWordsOf(counts),
  ].join(', ')
}

/** The sizes before and after a compaction; those of its stages stand in the JSON answer. */
const sizeNames = /^(?:messages|tokens)-(?:before|after)\b/

function sizeWordsOf(counts: LoggedOperation['counts']): readonly string[] {
  const sizeOf = (when: string): Size => ({
    messages: counts[`messages-${when}`] ?? 0,
    tokens: counts[`tokens-${when}`] ?? 0,
  })
  return 'tokens-before' in counts ? [shrunk(sizeOf('before'), sizeOf('after'))] : []
}
