import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { nodeFiles, nodeProcesses, rewriteFile, writeNewFile } from '../../disk/index.ts'
import { isSameFile, type Source } from '../input/source.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { quote } from '../program/program.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from '../sessions/context.ts'
import { samePlace } from '../sessions/same-place.ts'

/** Where the document that a command made goes. */
export type Output =
  | { readonly kind: 'print' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'in-place'; readonly path: string }

/** The command line that is running, with another end. */
export type Again = (end: readonly string[]) => string

/** Reads from the flags where the document goes; the file that is read is never overwritten by `-o`. */
export function outputOf({ flags }: Invocation, source: Source, again: Again): Output {
  const { output, 'in-place': isInPlace, batch } = flags
  const { path } = source
  if (output !== undefined && isInPlace)
    throw new CommandError('usage', 'Say `-o FILE` or `--in-place`, not both.')
  if (batch && (output !== undefined || isInPlace))
    throw new CommandError('usage', '`--batch` prints its rows: it takes neither `-o` nor `--in-place`.')
  if (isInPlace && path === undefined)
    throw new CommandError('usage', '`--in-place` needs a file; standard input cannot be changed.')
  if (isInPlace && path !== undefined) return { kind: 'in-place', path }
  if (output === undefined || output === '-') return { kind: 'print' }
  if (path !== undefined && isSameFile(path, output))
    throw new CommandError('usage', `\`-o ${output}\` names the file that is read.`, again(['--in-place']))
  return { kind: 'file', path: output }
}

/** Says on standard error which document is read, and which file is changed. */
export function tellOutput({ story }: Invocation, kind: string, source: Source, output: Output): void {
  story.tell(`${kind}: ${source.path ?? 'standard input'}; ${outputWords(output)}`)
}

function outputWords(output: Output): string {
  if (output.kind === 'print') return 'no file is changed'
  if (output.kind === 'file') return `the result goes to ${output.path}`
  return 'the file itself is changed, and its earlier bytes are kept'
}

/** The result of writing a document to a file. */
export interface Written {
  readonly output: string
  /** The operation that `undo` takes back; null where no earlier bytes were replaced. */
  readonly operation: string | null
}

/** The outcome for one document. */
export interface Outcome {
  readonly output: Output
  /** Undefined where no file was written. */
  readonly written: Written | undefined
  readonly isDry: boolean
}

/** Says which file was written, and how to take that back. */
export function writtenLines({ program, flags }: Invocation, outcome: Outcome): readonly string[] {
  const { output, written, isDry } = outcome
  if (output.kind === 'print') return []
  if (isDry) return ['  nothing was written']
  if (written === undefined) return []
  const { operation } = written
  const undo = `${program} undo ${quote(operation ?? '')}${samePlace(flags)}`
  return [
    ...(output.kind === 'file' ? [`  written: ${written.output}`] : []),
    ...(operation === null ? [] : [pasted('  undo: ', undo)]),
  ]
}

/** A file that a command writes for its user. */
export interface OutputFile {
  readonly path: string
  readonly bytes: Uint8Array
  /** The command that writes it, for the log. */
  readonly command: string
  /** The same command line, to which `--force` can be added. */
  readonly line: string
  /** The file that it is made of, whose readers may read it too. */
  readonly like?: string | undefined
}

/** Writes a new file; an existing one is replaced only with `--force`, and then its bytes can be brought back. */
export async function writeFile({ flags }: Invocation, file: OutputFile): Promise<Written> {
  const { path, bytes, command } = file
  const around = { files: nodeFiles, processes: nodeProcesses, now: Date.now }
  const outcome = writeNewFile(around, path, bytes, likenessOf(file.like))
  if (outcome.ok) return { output: path, operation: null }
  const { error } = outcome
  if (error.code === 'not-found')
    throw new CommandError('unreadable', `There is no folder \`${dirname(path)}\`; nothing was written.`)
  if (error.code !== 'exists') throw error
  if (!flags.force)
    throw new CommandError(
      error.code,
      `\`${path}\` exists already; nothing was written.`,
      `${file.line} --force`,
    )
  const replaced = await rewriteFile(contextOf(flags).disk, path, () => {
    return { command, content: { bytes }, allow: ['other-owner', 'hard-linked'], recentMs: 0 }
  })
  const value = must(replaced)
  return { output: path, operation: value.state === 'replaced' ? value.operation : null }
}

function likenessOf(path: string | undefined): { readonly mode?: number } {
  try {
    return path === undefined ? {} : { mode: statSync(path).mode & 0o777 }
  } catch {
    return {}
  }
}
