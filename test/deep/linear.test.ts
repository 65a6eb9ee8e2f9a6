import { formats } from '@mortise/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LinearLaw, linearLaw } from '../attack/linear.ts'

let law: LinearLaw
beforeAll(async () => {
  law = await linearLaw()
})
afterAll(() => law.stop())

test.each(formats)(
  'twice as much of anything in the fixtures of $name is at most twice the work',
  {
    timeout: 3_600_000,
  },
  ({ name }) => {
    expect(law.steepIn(name, 5, 211)).toEqual([])
  },
)
