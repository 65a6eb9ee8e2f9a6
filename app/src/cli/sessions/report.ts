import { writeFile } from '../../documents/write.ts'
import { bundleOf } from '../../report/bundle.ts'
import { reportOf } from '../../report/report.ts'
import { writeFailure } from '../documents/output.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import { must } from '../program/must.ts'
import { optionsOf } from '../program/options.ts'
import { quoteFile } from '../program/program.ts'
import { contextOf } from './context.ts'
import { samePlace, sameSessions } from './same-place.ts'
import { chooseSession } from './session-choice.ts'

/** Prints one session as a file of HTML, or as a bundle for a bug report; the session is not changed. */
export async function report(invocation: Invocation): Promise<number> {
  const { flags, words, out, program } = invocation
  const [word, ...others] = words
  if (word === undefined || others.length > 0)
    throw new CommandError('usage', 'Name one session.', `${program} sessions${sameSessions(flags)}`)
  const context = contextOf(flags)
  const session = chooseSession(invocation, context, word, context.open)
  context.index.save()
  if (session.problem !== undefined) throw session.problem
  const text = flags.bundle
    ? `${JSON.stringify(must(bundleOf(context, session)), null, 2)}\n`
    : must(reportOf(context, session))
  const { output } = flags
  const head = answerHead('report', { kind: 'session', path: session.target.path })
  if (output === undefined || output === '-') {
    if (flags.json) out.json({ ...head, text })
    else out.print(Buffer.from(text))
    return exits.sound
  }
  const outcome = await writeFile({
    path: output,
    bytes: Buffer.from(text),
    command: 'report',
    isForced: optionsOf(flags).isForced,
    openDisk: () => contextOf(flags).disk,
  })
  if (outcome.is !== 'written') {
    const line = `${program} report ${quoteFile(word)} -o ${quoteFile(output)}${samePlace(flags)}`
    throw writeFailure(outcome, output, line)
  }
  if (flags.json) out.json({ ...head, ...outcome.written })
  else out.tell(`${out.style.paint('green', out.style.good)} written: ${outcome.written.output}`)
  return exits.sound
}
