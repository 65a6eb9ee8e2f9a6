import { rewriteFile } from '../disk/index.ts'
import { fixCommand } from './check.ts'
import type { Invocation } from './command.ts'
import { exits } from './failure.ts'
import { isRefused } from './findings.ts'
import { must } from './must.ts'
import { type Output, type Written, writeFile } from './output.ts'
import { quoteFile } from './program.ts'
import { allowedBy } from './repair-session.ts'
import { type Outcome, type Story, storyLines } from './repair-story.ts'
import type { Source } from './source.ts'
import { wardOf } from './ward.ts'

/** A document after its repair. */
export interface MendedDocument {
  readonly bytes: Uint8Array
  readonly story: Story
  /** The JSON answer; a document that stands in a file is not repeated in it. */
  answer(written: Written | undefined): string
}

/** One document, its repair, and where the outcome goes. */
export interface Delivery {
  readonly source: Source
  readonly output: Output
  readonly bytes: Uint8Array
  mend(bytes: Uint8Array): MendedDocument
}

/** Mends a document, puts the outcome where it is wanted, and tells what was done. */
export async function deliver(invocation: Invocation, delivery: Delivery): Promise<number> {
  const { flags, out, story } = invocation
  const { output } = delivery
  const { mended, written } = await carryOut(invocation, delivery)
  if (flags.json) out.jsonText(mended.answer(written))
  else if (output.kind === 'print') out.print(mended.bytes)
  // Standard output has room for the story once it holds no document.
  const screen = output.kind === 'print' || flags.json ? story : out
  const outcome: Outcome = { output, written, isDry: flags['dry-run'] === true }
  screen.tell(storyLines(invocation, screen.look, mended.story, outcome))
  return mended.story.left.some(isRefused) ? exits.faults : exits.sound
}

interface Carried {
  readonly mended: MendedDocument
  /** Undefined where no file was written. */
  readonly written?: Written | undefined
}

async function carryOut(invocation: Invocation, delivery: Delivery): Promise<Carried> {
  const { output, source, bytes, mend } = delivery
  const isDry = invocation.flags['dry-run'] === true
  const mended = mend(bytes)
  if (output.kind === 'print' || isDry) return { mended }
  if (output.kind === 'in-place') return mendInPlace(invocation, output.path, mended, delivery)
  const { path } = output
  const line = fixCommand(invocation, source, invocation.flags.api, ['-o', quoteFile(path)])
  const file = { path, bytes: mended.bytes, command: 'repair', line, like: source.path }
  return { mended, written: await writeFile(invocation, file) }
}

/** Mends a document where it is; its earlier bytes are an operation that `undo` takes back. */
async function mendInPlace(
  { flags }: Invocation,
  path: string,
  first: MendedDocument,
  { bytes: seen, mend }: Delivery,
): Promise<Carried> {
  let mended = first
  const outcome = await rewriteFile(wardOf(flags).disk, path, ({ bytes }) => {
    // Another program may have written to it since it was read.
    mended = Buffer.compare(bytes, seen) === 0 ? first : mend(bytes)
    const isWhole = !mended.story.left.some(isRefused)
    if (!mended.story.isChanged || !(isWhole || flags.partial)) return undefined
    // A document has no agent that is at work on it: one that was saved a moment ago is at rest.
    return { command: 'repair', content: { bytes: mended.bytes }, allow: allowedBy(flags.force), recentMs: 0 }
  })
  const replaced = must(outcome)
  if (replaced.state !== 'replaced') return { mended, written: { output: path, operation: null } }
  return { mended, written: { output: path, operation: replaced.operation } }
}
