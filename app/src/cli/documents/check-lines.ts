import { type Choice, type Finding, type Format, type LinesReport, scanLines } from '@mortise/core'
import { isRefused } from '../../documents/made.ts'
import type { FirstLines } from '../input/sniff.ts'
import { type Access, type InputSource, lineLimit } from '../input/source.ts'
import { sizeWords } from '../program/amounts.ts'
import { answerHead, documentTarget } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { compileUnhurriedly, setEngineFlag } from '../program/engine-flags.ts'
import { exits } from '../program/failure.ts'
import { given } from '../program/given.ts'
import { optionsOf } from '../program/options.ts'
import { findingLines } from '../screen/findings.ts'
import { count } from '../screen/printable.ts'
import { progressOf, type StepProgress } from '../screen/progress.ts'
import { pasted } from '../screen/wrap.ts'
import { fixCommand } from './check.ts'
import { choose, tellChoice } from './choice.ts'

/** Says what an API would refuse in a conversation that is written down line by line, in a file of any size. */
export function checkLines(
  invocation: Invocation,
  source: InputSource,
  access: Access,
  sample: FirstLines,
): number {
  const { flags, out } = invocation
  const choice = chooseForLines(invocation, sample)
  const { tail, reader } = optionsOf(flags).reading
  compileUnhurriedly()
  const progress = progressOf(invocation, `reading ${source.name}`, access.size(), sizeWords)
  const scan = scanLines({
    api: choice.rulebook,
    tail: 'closed',
    read: readerOf(access),
    ...given({ tail, reader }),
  })
  try {
    feed(scan, source, access, progress)
  } finally {
    progress.end()
  }
  const report = scan.finish()
  const answer = { ...answerHead('check', { ...documentTarget(source, choice), kind: 'lines' }), ...report }
  if (flags.json) out.json(answer)
  else out.tell(linesScreen(invocation, source, choice, report))
  return report.found.some(isRefused) ? exits.faults : exits.sound
}

/** Decides which API a conversation in lines is for, and tells it. */
export function chooseForLines(invocation: Invocation, sample: FirstLines): Choice {
  const { flags } = invocation
  const document = documentOf(sample, choose(sample.messages, flags).format)
  const choice = choose(document, flags)
  tellChoice(invocation, choice, choice.because === 'model' ? document : sample.messages)
  return choice
}

/** The request that would hold these messages: its model may tell more of the API than they do. Some formats have only lists. */
function documentOf({ model, messages }: FirstLines, { rootOf, recognises }: Format): unknown {
  const root = { [String(rootOf({})[0])]: messages }
  const body = model === undefined ? root : { model, ...root }
  return recognises(messages) > recognises(body) ? messages : body
}

const pieceSize = 1 << 19

function readerOf(access: Access): (start: number, end: number) => Uint8Array {
  return (start, end) => {
    const bytes = Buffer.allocUnsafe(end - start)
    return bytes.subarray(0, access.read(bytes, start))
  }
}

function feed(
  scan: ReturnType<typeof scanLines>,
  source: InputSource,
  access: Access,
  progress: StepProgress,
): void {
  const check = lineLimit(source)
  for (let position = 0; ; ) {
    const room = scan.room(pieceSize)
    const length = access.read(room, position)
    if (length === 0) return
    check(room.subarray(0, length))
    scan.take(length)
    progress.step(length)
    position += length
    if (position > large && position - length <= large) keepSmall()
  }
}

// By then the room for what is young is as large as it is of use.
const large = 64e6

/**
 * Keeps the room for what is young as it is, and lets that for what is old grow by half, not threefold.
 *
 * Both would go on growing with the file, though hardly anything outlives the lines it is about.
 */
function keepSmall(): void {
  setEngineFlag('semi-space-growth-factor', 1)
  setEngineFlag('heap-growing-percent', 60)
}

function linesScreen(
  invocation: Invocation,
  source: InputSource,
  choice: Choice,
  { found, lines, turns }: LinesReport,
): readonly string[] {
  const { style } = invocation.out
  const screen = findingLines(found, style)
  if (found.some(isMendable))
    // A session may be of another API than its lines look like: only one that was named is named again.
    return [...screen, pasted('  fix: ', fixCommand(invocation, source, invocation.flags.api))]
  if (found.some(isRefused)) return screen
  const size = `${count(turns, 'turn')} in ${count(lines, 'line')}`
  const name = source.path ?? 'standard input'
  return [
    ...screen,
    `${style.paint('green', style.good)} ${name} is sound for ${choice.rulebook.name} (${size})`,
  ]
}

/** Whether it can be mended here; nobody can tell what a line said that is no JSON. */
function isMendable(finding: Finding): boolean {
  return isRefused(finding) && finding.rule !== 'unreadable'
}
