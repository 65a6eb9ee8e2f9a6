import { test } from 'vitest'
import { attacksHold } from '../attack/drawn-attacks.ts'

test.each([2, 3, 4, 5])(
  'drawn bytes of HTTP/1.1 never become another request: seed %i',
  { timeout: 3_600_000 },
  (seed) => attacksHold(5000, seed),
)
