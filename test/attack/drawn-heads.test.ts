import { test } from 'vitest'
import { amount } from '../amount.ts'
import { attacksHold } from './drawn-attacks.ts'

test('drawn bytes of HTTP/1.1 never become another request', { timeout: 120_000 }, async () => {
  await attacksHold(amount(200), 1)
})
