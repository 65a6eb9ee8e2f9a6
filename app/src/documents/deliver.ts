import { type Allowed, type Disk, rewriteFile } from '../disk/index.ts'
import type { MadeDocument } from './made.ts'
import { type WriteOutcome, type WrittenFile, writeFile, writeOutcome } from './write.ts'

/** The place where a made document goes. */
export type Destination =
  | { readonly kind: 'print' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'in-place'; readonly path: string }

/** One document, how another is made of it, and where that goes. */
export interface Delivery<Made extends MadeDocument> {
  /** The command that makes it, for the log. */
  readonly command: string
  /** The bytes of the document, as they were read. */
  readonly bytes: Uint8Array
  /** The file that they were read from, unless it was standard input. */
  readonly path: string | undefined
  readonly output: Destination
  /** Make it only: nothing is written. */
  readonly isDry: boolean
  /** Change a file in place even if faults are left in it. */
  readonly isPartial: boolean
  /** Replace an output file that exists already. */
  readonly isForced: boolean
  /** The files that may be changed in place only because somebody said so. */
  readonly allow: readonly Allowed[]
  /** Opens the disk; a document that is printed needs none. */
  openDisk(): Disk
  make(bytes: Uint8Array): Made
  /** Sees the made document before anything is written. */
  onMade?(made: Made): void
}

/** A made document, and the file that it was written to. */
export interface Delivered<Made extends MadeDocument> {
  readonly made: Made
  readonly output: Destination
  readonly isDry: boolean
  /** Undefined where no file was to be written. */
  readonly written: WrittenFile | undefined
  /** Whether the file in place keeps its earlier bytes, though new ones, with faults left in them, were made. */
  readonly isHeldBack: boolean
}

/** A delivered document, or the reason why it was not written. */
export type DeliveryOutcome<Made extends MadeDocument> =
  | { readonly is: 'done'; readonly delivered: Delivered<Made> }
  | Exclude<WriteOutcome, { readonly is: 'written' }>

/** Makes a document, and puts it where it is wanted; a printed one is given back as bytes. */
export async function deliverDocument<Made extends MadeDocument>(
  delivery: Delivery<Made>,
): Promise<DeliveryOutcome<Made>> {
  const { output, isDry } = delivery
  const made = delivery.make(delivery.bytes)
  delivery.onMade?.(made)
  if (output.kind === 'print' || isDry) return done(delivery, made, undefined)
  if (output.kind === 'in-place') return changeInPlace(delivery, output.path, made)
  const { command, isForced, openDisk, path: like } = delivery
  const file = { path: output.path, bytes: made.bytes, command, like, isForced, openDisk }
  const outcome = await writeFile(file)
  return outcome.is === 'written' ? done(delivery, made, outcome.written) : outcome
}

/** Changes a document where it is; its earlier bytes are an operation that `undo` takes back. */
async function changeInPlace<Made extends MadeDocument>(
  delivery: Delivery<Made>,
  path: string,
  first: Made,
): Promise<DeliveryOutcome<Made>> {
  const { bytes: seen, make, command, allow } = delivery
  let made = first
  const replaced = await rewriteFile(delivery.openDisk(), path, ({ bytes }) => {
    // Another program may have written to it since it was read.
    made = Buffer.compare(bytes, seen) === 0 ? first : make(bytes)
    if (!mayChange(delivery, made)) return undefined
    // A document has no agent that is at work on it: one that was saved a moment ago is at rest.
    return { command, content: { bytes: made.bytes }, allow, recentMs: 0 }
  })
  const outcome = writeOutcome(path, replaced)
  return outcome.is === 'written' ? done(delivery, made, outcome.written) : outcome
}

/** Whether a file is changed in place: a document with faults left in it is written only if that was asked for. */
function mayChange(
  { isPartial }: Pick<Delivery<MadeDocument>, 'isPartial'>,
  { isChanged, isSound }: MadeDocument,
): boolean {
  return isChanged && (isSound || isPartial)
}

function done<Made extends MadeDocument>(
  { output, isDry }: Delivery<Made>,
  made: Made,
  written: WrittenFile | undefined,
): DeliveryOutcome<Made> {
  const isUnwritten = (written?.operation ?? null) === null
  const isHeldBack = output.kind === 'in-place' && made.isChanged && !made.isSound && isUnwritten
  return { is: 'done', delivered: { made, output, isDry, written, isHeldBack } }
}
