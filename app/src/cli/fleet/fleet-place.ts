import { configPlaces, memberIn } from '../../config/index.ts'
import type { FleetDatabase } from '../../fleet/index.ts'
import { surroundings, usedConfig, whereaboutsOf } from '../config/config-file.ts'
import { textIn } from '../config/config-member.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError } from '../program/failure.ts'

type FleetInvocation = Pick<Invocation, 'flags' | 'program'>

/** Whether a command is about a fleet: by `--database`, or by the config that counts. */
export function isOfFleet({ flags }: FleetInvocation): boolean {
  if (flags.database !== undefined) return true
  const used = configPlaces(whereaboutsOf(flags)).find(({ isUsed }) => isUsed)
  return used?.isThere === true && memberIn(textIn(used.path), used.path, ['database']) !== undefined
}

/** Runs something with the database of the fleet, which is closed afterwards. Its schema is brought up to date first. */
export async function withFleet<Value>(
  invocation: FleetInvocation,
  run: (database: FleetDatabase) => Promise<Value>,
): Promise<Value> {
  const { machineConfig, migrate, openDatabase } = await import('../../fleet/index.ts')
  const { flags, program } = invocation
  const url = flags.database ?? machineConfig(usedConfig(invocation), surroundings).database
  if (url === undefined)
    throw new CommandError(
      'usage',
      'No database of a fleet was named: neither `--database` nor the config names one.',
      `${program} config where`,
    )
  const database = openDatabase(url)
  try {
    await migrate(database)
    return await run(database)
  } finally {
    await database.close()
  }
}
