import { engineLimit } from '../../text/engine-limit.ts'
import { diskHint } from '../sessions/disk-hints.ts'

/** An expected failure of a command: a code that decides the exit, one sentence, and a hint to paste. */
export class CommandError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, hint?: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
    this.hint = hint
  }
}

/** Something that was thrown, in words for a person or a row, with its exit code. */
export interface DescribedFailure {
  readonly code: string
  readonly message: string
  readonly hint: string | undefined
  readonly exit: number
}

/** The exit codes that end a command well or with faults; the others belong to a failure. */
export const exits = {
  sound: 0,
  faults: 1,
  usage: 2,
  safety: 3,
  unreadable: 4,
  bug: 70,
  interrupted: 130,
} as const

const exitOf = new Map<unknown, number>([
  ['cannot-write', exits.faults],
  ['no-operation', exits.faults],
  ['usage', exits.usage],
  ['unknown-api', exits.usage],
  ['unknown-format', exits.usage],
  ['unknown-rule', exits.usage],
  ['unknown-agent', exits.usage],
  ['api-not-of-format', exits.usage],
  ['exists', exits.safety],
  ['wrong-format', exits.usage],
  ['stale-plan', exits.safety],
  ['stale-undo', exits.safety],
  ['unreadable', exits.unreadable],
  ['broken-json', exits.unreadable],
  ['bad-row', exits.unreadable],
  ['not-a-conversation', exits.unreadable],
  ['not-a-session', exits.unreadable],
])

/** Turns anything thrown into words and an exit code; a failure on disk brings its own exit. */
export function describeFailure(thrown: unknown): DescribedFailure {
  if (!(thrown instanceof Error)) return bug(String(thrown))
  const code = 'code' in thrown ? thrown.code : undefined
  const exit = exitOf.get(code) ?? ('exit' in thrown ? Number(thrown.exit) : undefined)
  if (exit !== undefined) {
    const own = 'hint' in thrown && typeof thrown.hint === 'string' ? thrown.hint : undefined
    const hint = own ?? diskHint(thrown, process.argv.slice(2))
    return { code: String(code), message: thrown.message, hint, exit }
  }
  const limit = engineLimit(thrown)
  if (limit === undefined) return bug(`${thrown.name}: ${thrown.message}`)
  return { code: 'unreadable', message: limit, hint: undefined, exit: exits.unreadable }
}

/** Whether something thrown is an expected failure, and no bug of ours. */
export function isExpected(thrown: unknown): boolean {
  return describeFailure(thrown).exit !== exits.bug
}

function bug(what: string): DescribedFailure {
  const message = `This is a bug in Mortise, please report it: ${what}`
  return { code: 'bug', message, hint: undefined, exit: exits.bug }
}
