import { type WrittenFile, writeFile } from '../../documents/write.ts'
import { markdownOf } from '../../sessions/view/markdown.ts'
import { viewSession } from '../../sessions/view/open.ts'
import { writeFailure } from '../documents/output.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { optionsOf } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { pasted } from '../screen/wrap.ts'
import { contextOf } from './context.ts'
import { samePlace, sameSessions } from './same-place.ts'
import { chooseSession } from './session-choice.ts'

/** Prints one session as Markdown, as its agent would continue it after a repair; the session is not changed. */
export async function exportSession(invocation: Invocation): Promise<number> {
  const { flags, words, out, program } = invocation
  const [word, ...others] = words
  if (word === undefined || others.length > 0)
    throw new CommandError('usage', 'Name one session.', `${program} sessions${sameSessions(flags)}`)
  const context = contextOf(flags)
  const session = chooseSession(invocation, context, word, context.open)
  context.index.save()
  if (session.problem !== undefined) throw session.problem
  const text = markdownOf(must(viewSession(context, session)), session.store)
  const { output } = flags
  const written = output === undefined || output === '-' ? undefined : await write(invocation, output, text)
  const { path } = session.target
  if (flags.json) {
    const head = answerHead('export', { kind: 'session', path })
    out.json({ ...head, ...(written ?? { text }) })
  } else if (written !== undefined) out.tell(writtenLines(invocation, written))
  else out.print(Buffer.from(text))
  return exits.sound
}

async function write(invocation: Invocation, path: string, text: string): Promise<WrittenFile> {
  const { program, flags, words } = invocation
  const name = quoteFile(words[0] ?? '')
  const line = `${program} export ${name} -o ${quoteFile(path)}${samePlace(flags)}`
  const outcome = await writeFile({
    path,
    bytes: Buffer.from(text),
    command: 'export',
    isForced: optionsOf(flags).isForced,
    openDisk: () => contextOf(flags).disk,
  })
  if (outcome.is === 'written') return outcome.written
  throw writeFailure(outcome, path, line)
}

function writtenLines(
  { out, program, flags }: Invocation,
  { output, operation }: WrittenFile,
): readonly string[] {
  return [
    `${out.style.paint('green', out.style.good)} written: ${output}`,
    ...(operation === null ? [] : [pasted('  undo: ', `${program} undo ${operation}${samePlace(flags)}`)]),
  ]
}
