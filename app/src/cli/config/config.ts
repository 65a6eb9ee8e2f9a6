import { closest } from '../../text/closest.ts'
import type { Invocation, RunCommand } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'

const deeds: Readonly<Record<string, () => Promise<RunCommand>>> = {
  init: async () => (await import('./config-init.ts')).configInit,
  where: async () => (await import('./config-where.ts')).configWhere,
  check: async () => (await import('./config-check.ts')).configCheck,
  get: async () => (await import('./config-get.ts')).configGet,
  set: async () => (await import('./config-set.ts')).configSet,
  diff: async () => (await import('./config-diff.ts')).configDiff,
  push: async () => (await import('../fleet/config-push.ts')).configPush,
  log: async () => (await import('../fleet/config-history.ts')).configLog,
  show: async () => (await import('../fleet/config-history.ts')).configShow,
  restore: async () => (await import('../fleet/config-history.ts')).configRestore,
  schema: async () => (await import('./config-schema.ts')).configSchema,
}

/** Does one thing with the config file: the first word says which. */
export async function config(invocation: Invocation): Promise<number> {
  const [name, ...words] = invocation.words
  const load = name !== undefined && Object.hasOwn(deeds, name) ? deeds[name] : undefined
  if (load === undefined) throw unknownDeed(name, invocation.program)
  const run = await load()
  try {
    return await run({ ...invocation, words })
  } catch (error) {
    throw withPlaces(error, invocation.program)
  }
}

/** A file that cannot be read may be the wrong one: the places are shown by a command of its own. */
function withPlaces(error: unknown, program: string): unknown {
  const isUnread = error instanceof Error && 'code' in error && error.code === 'unreadable'
  return isUnread ? new CommandError('unreadable', error.message, `${program} config where`) : error
}

function unknownDeed(name: string | undefined, program: string): CommandError {
  const names = Object.keys(deeds)
  const known = names.map((each) => `\`${each}\``).join(', ')
  const near = name === undefined ? undefined : closest(name, names)
  const guess = near === undefined ? ` It takes one of ${known}.` : ` Did you mean \`${near}\`?`
  const what =
    name === undefined ? '`config` needs a word that says what to do.' : `\`config\` has no \`${name}\`.`
  return new CommandError('usage', `${what}${guess}`, `${program} config --help`)
}
