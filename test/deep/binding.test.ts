import { test } from 'vitest'
import { ledgerHolds, policies } from '../binding/ledger.ts'
import { doorHolds, doors, guardHolds, guards } from '../binding/promises.ts'

const timeout = 3_600_000

test.each(doors)('%s sends nothing that is refused, in many lives', { timeout }, async (_, door) => {
  await doorHolds(door, 5_000, 1)
})

test.each(guards)('a guard that is made anew and %s, in many lives', { timeout }, async (_, door) => {
  await guardHolds(door, 2_000, 1)
})

test.each(policies)(
  'a ledger shows nothing that is refused, in many lives: %s',
  { timeout },
  async (policy) => {
    await ledgerHolds(policy, 2_000, 1)
  },
)
