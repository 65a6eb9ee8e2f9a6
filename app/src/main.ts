import { commands } from './cli/program/commands.ts'
import { dispatch } from './cli/program/dispatch.ts'
import { describeFailure, exits } from './cli/program/failure.ts'
import { programName, quote } from './cli/program/program.ts'
import { onFailedWrite, openScreens } from './cli/screen/screen.ts'
import { paragraph, pasted } from './cli/screen/wrap.ts'
import { isSingle } from './shipped/shipped.ts'

const line = process.argv.slice(2)
const program = programName(process.argv[1] ?? 'mortise', process.env, process.cwd(), isSingle)

process.on('uncaughtException', (error) => process.exit(explain(error)))
onFailedWrite((error) => {
  // The reader has seen enough and has gone; that is no failure of ours.
  if (error.code === 'EPIPE') process.exit()
  process.exit(explain(cannotWrite(error)))
})

// Not awaited: what a command loads may lie in the same file as this, and would wait for it in turn.
void run()

async function run(): Promise<void> {
  try {
    process.exitCode = await dispatch(line, program)
  } catch (thrown) {
    process.exitCode = explain(thrown)
  }
}

/** Says what went wrong and returns the exit code: the one place where errors become words. */
function explain(thrown: unknown): number {
  const failure = describeFailure(thrown)
  const hint = failure.hint?.replace(/^mortise /, `${program} `) ?? defaultHint(failure.exit)
  const { story } = openScreens(line.includes('--plain'))
  story.tell(
    paragraph('mortise: ', failure.message),
    /^[A-Z]/.test(hint) ? paragraph('hint: ', hint) : pasted('hint: ', hint),
  )
  const wantsStack = failure.exit === exits.bug && process.env.DEBUG?.includes('mortise')
  if (wantsStack && thrown instanceof Error) story.tell(`${thrown.stack}`.split('\n'))
  return failure.exit
}

function defaultHint(exit: number): string {
  if (exit === exits.bug) return `DEBUG=mortise ${program} ${line.map(quote).join(' ')}`
  const command = commands.find(({ name }) => line.includes(name))
  return command === undefined ? `${program} --help` : `${program} ${command.name} --help`
}

function cannotWrite(error: Error): Error {
  return Object.assign(new Error(`The answer could not be written: ${error.message}.`), {
    code: 'cannot-write',
    hint: 'df -h',
  })
}
