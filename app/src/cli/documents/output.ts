import { dirname } from 'node:path'
import type { Delivered, Destination } from '../../documents/deliver.ts'
import type { MadeDocument } from '../../documents/made.ts'
import type { WriteOutcome } from '../../documents/write.ts'
import { type InputSource, isSameFile } from '../input/source.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'
import { quote } from '../program/program.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'

/** The command line that is running, with another end. */
export type Again = (end: readonly string[]) => string

/** Reads from the flags where the document goes; the file that is read is never overwritten by `-o`. */
export function outputOf({ flags }: Invocation, source: InputSource, again: Again): Destination {
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
export function tellOutput(
  { story }: Invocation,
  kind: string,
  source: InputSource,
  output: Destination,
): void {
  story.tell(`${kind}: ${source.path ?? 'standard input'}; ${outputWords(output)}`)
}

function outputWords(output: Destination): string {
  if (output.kind === 'print') return 'no file is changed'
  if (output.kind === 'file') return `the result goes to ${output.path}`
  return 'the file itself is changed, and its earlier bytes are kept'
}

/** Says which file was written, and how to take that back. */
export function writtenLines(
  { program, flags }: Invocation,
  { output, written, isDry }: Delivered<MadeDocument>,
): readonly string[] {
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

/** The failure of an output file that was not written; `line` is the same command, to which `--force` can be added. */
export function writeFailure(
  outcome: Exclude<WriteOutcome, { readonly is: 'written' }>,
  path: string,
  line: string,
): Error {
  switch (outcome.is) {
    case 'exists':
      return new CommandError('exists', `\`${path}\` exists already; nothing was written.`, `${line} --force`)
    case 'no-folder':
      return new CommandError('unreadable', `There is no folder \`${dirname(path)}\`; nothing was written.`)
    case 'failed':
      return outcome.error
  }
}
