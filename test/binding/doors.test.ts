import { test } from 'vitest'
import { amount } from '../amount.ts'
import { ledgerHolds, policies } from './ledger.ts'
import { doorHolds, doors, guardHolds, guards } from './promises.ts'

test.each(doors)('%s never sends what is refused, and loses no block that is valid', async (_, door) => {
  await doorHolds(door, amount(40), 20)
})

test.each(guards)('a guard that is made anew and %s needs no more than one retry', async (_, door) => {
  await guardHolds(door, amount(24), 20)
})

test.each(policies)('a ledger never shows what is refused: %s', async (policy) => {
  await ledgerHolds(policy, amount(40), 20)
})
