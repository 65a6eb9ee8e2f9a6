import { rewriteFile } from '../../disk/index.ts'
import type { Source } from '../input/source.ts'
import type { Invocation } from '../program/command.ts'
import { must } from '../program/must.ts'
import { optionsOf } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { showWhile } from '../screen/progress.ts'
import type { Style } from '../screen/style.ts'
import { contextOf } from '../sessions/context.ts'
import { type Again, type Outcome, type Output, type Written, writeFile } from './output.ts'

/** A document that a command made of another one. */
export interface MadeDocument {
  readonly bytes: Uint8Array
  readonly isChanged: boolean
  /** Whether nothing is left in it that its API refuses. */
  readonly isSound: boolean
  /** The exit code. */
  readonly exit: number
  /** Tells what was done. */
  lines(style: Style, outcome: Outcome): readonly string[]
  /** The JSON answer; a document that stands in a file is not repeated in it. */
  answer(written: Written | undefined): string
}

/** One document, what is made of it, and where the outcome goes. */
export interface Delivery {
  /** The command that makes it, for the log. */
  readonly command: 'repair' | 'compact'
  readonly again: Again
  readonly source: Source
  readonly output: Output
  readonly bytes: Uint8Array
  make(bytes: Uint8Array): MadeDocument
}

/** Makes a document, puts the outcome where it is wanted, and tells what was done. */
export async function deliver(invocation: Invocation, delivery: Delivery): Promise<number> {
  const { flags, out, story } = invocation
  const { output } = delivery
  const isDry = flags['dry-run'] === true
  const isPrinted = output.kind === 'print' && !isDry
  const { made, written } = await carryOut(invocation, delivery)
  if (flags.json) out.jsonText(made.answer(written))
  else if (isPrinted) out.print(made.bytes)
  // Standard output has room for the story once it holds no document.
  const screen = isPrinted || flags.json ? story : out
  screen.tell(made.lines(screen.style, { output, written, isDry }))
  return made.exit
}

interface Carried {
  readonly made: MadeDocument
  /** Undefined where no file was written. */
  readonly written?: Written | undefined
}

async function carryOut(invocation: Invocation, delivery: Delivery): Promise<Carried> {
  const { output, source, bytes, make, command, again } = delivery
  const isDry = invocation.flags['dry-run'] === true
  const verb = command === 'repair' ? 'mending' : 'shortening'
  const made = showWhile(invocation, `${verb} ${source.name}`, bytes.length, () => make(bytes))
  if (output.kind === 'print' || isDry) return { made }
  if (output.kind === 'in-place') return changeInPlace(invocation, output.path, made, delivery)
  const { path } = output
  const line = again(['-o', quoteFile(path)])
  return {
    made,
    written: await writeFile(invocation, { path, bytes: made.bytes, command, line, like: source.path }),
  }
}

/** Changes a document where it is; its earlier bytes are an operation that `undo` takes back. */
async function changeInPlace(
  { flags }: Invocation,
  path: string,
  first: MadeDocument,
  { bytes: seen, make, command }: Delivery,
): Promise<Carried> {
  let made = first
  const outcome = await rewriteFile(contextOf(flags).disk, path, ({ bytes }) => {
    // Another program may have written to it since it was read.
    made = Buffer.compare(bytes, seen) === 0 ? first : make(bytes)
    if (!made.isChanged || !(made.isSound || flags.partial)) return undefined
    // A document has no agent that is at work on it: one that was saved a moment ago is at rest.
    return { command, content: { bytes: made.bytes }, allow: optionsOf(flags).allow, recentMs: 0 }
  })
  const replaced = must(outcome)
  const operation = replaced.state === 'replaced' ? replaced.operation : null
  return { made, written: { output: path, operation } }
}
