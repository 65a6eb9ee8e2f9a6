import { withOpenFile } from '../../disk/index.ts'
import type { Entry } from '../../stores/contract/store.ts'
import { readRecords } from '../../stores/records/entries.ts'
import { machine } from '../find/context.ts'
import type { JudgedSession } from '../judge/judge.ts'

// A larger file takes longer to read than the one line about it is worth.
const largest = 32e6

/** The records of a broken session; none if the session is too large to be read for one line about a fault. */
export function recordsOf({ store, target, health }: JudgedSession): readonly Entry[] {
  if (health !== 'broken' || target.stat.size > largest) return []
  const outcome = withOpenFile(machine, target.path, ({ whole }) => readRecords(whole(), store).entries)
  return outcome.ok ? outcome.value : []
}
