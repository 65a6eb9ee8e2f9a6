import type { Command } from '../../app/src/cli/program/command.ts'
import { describeFailure } from '../../app/src/cli/program/failure.ts'
import type { Flags } from '../../app/src/cli/program/flags.ts'
import { screenOn, silent } from '../../app/src/cli/screen/screen.ts'
import { styleOf } from '../../app/src/cli/screen/style.ts'

type Run = Awaited<ReturnType<Command['load']>>

/** The JSON answer of a command that is run in this process, and its exit code. */
export async function answerOf(
  run: Run,
  words: readonly string[],
  flags: Partial<Flags>,
): Promise<{ readonly exit: number; readonly answer: Record<string, unknown>; readonly error?: string }> {
  let text = ''
  const take = (piece: unknown): boolean => {
    text += String(piece)
    return true
  }
  const out = screenOn({ write: take }, styleOf({}, {}, true))
  const story = silent(out)
  const bare = { json: true, batch: false, plain: true, quiet: true, help: false, version: false }
  try {
    const exit = await run({ flags: { ...bare, ...flags }, words, program: 'mortise', out, story })
    return { exit, answer: JSON.parse(text) }
  } catch (thrown) {
    const { exit, message } = describeFailure(thrown)
    return { exit, answer: {}, error: message }
  }
}
