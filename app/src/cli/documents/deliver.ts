import { type Delivered, type Delivery, deliverDocument } from '../../documents/deliver.ts'
import type { MadeDocument } from '../../documents/made.ts'
import type { WrittenFile } from '../../documents/write.ts'
import type { InputSource } from '../input/source.ts'
import type { Invocation } from '../program/command.ts'
import { exits } from '../program/failure.ts'
import { optionsOf } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { showWhile } from '../screen/progress.ts'
import type { Style } from '../screen/style.ts'
import { contextOf } from '../sessions/context.ts'
import { type Again, writeFailure } from './output.ts'

/** The source of one document, its bytes, and the place for the document that is made of it. */
export interface DeliverOptions extends Pick<Delivery<MadeDocument>, 'bytes' | 'output'> {
  readonly command: 'repair' | 'compact'
  readonly again: Again
  readonly source: InputSource
}

/** How a document is made, and how the outcome is told. */
export interface DocumentMaking<Made extends MadeDocument> extends Pick<Delivery<Made>, 'make' | 'onMade'> {
  /** The lines about the outcome. */
  lines(delivered: Delivered<Made>, style: Style): readonly string[]
  /** The JSON answer; a document that stands in a file is not repeated in it. */
  answer(made: Made, written: WrittenFile | undefined): string
  /** Whether the command did all that it was asked for. */
  isDone(made: Made): boolean
}

/** Makes a document, puts the outcome where it is wanted, and tells what was done. */
export async function deliver<Made extends MadeDocument>(
  invocation: Invocation,
  errand: DeliverOptions,
  telling: DocumentMaking<Made>,
): Promise<number> {
  const { flags, out, story } = invocation
  const delivered = await carriedOut(invocation, errand, telling)
  const { made, written, output, isDry } = delivered
  const isPrinted = output.kind === 'print' && !isDry
  if (flags.json) out.jsonText(telling.answer(made, written))
  else if (isPrinted) out.print(made.bytes)
  // Standard output has room for the story once it holds no document.
  const screen = isPrinted || flags.json ? story : out
  screen.tell(telling.lines(delivered, screen.style))
  return telling.isDone(made) ? exits.sound : exits.faults
}

async function carriedOut<Made extends MadeDocument>(
  invocation: Invocation,
  { command, source, output, bytes, again }: DeliverOptions,
  { make, onMade }: DocumentMaking<Made>,
): Promise<Delivered<Made>> {
  const { flags } = invocation
  const { isDry, isPartial, isForced, allow } = optionsOf(flags)
  const verb = command === 'repair' ? 'mending' : 'shortening'
  const outcome = await deliverDocument<Made>({
    ...{ command, bytes, output, isDry, isPartial, isForced, allow },
    path: source.path,
    openDisk: () => contextOf(flags).disk,
    make: (content) => showWhile(invocation, `${verb} ${source.name}`, content.length, () => make(content)),
    ...(onMade === undefined ? {} : { onMade }),
  })
  if (outcome.is === 'done') return outcome.delivered
  const path = output.kind === 'print' ? '' : output.path
  throw writeFailure(outcome, path, again(['-o', quoteFile(path)]))
}
