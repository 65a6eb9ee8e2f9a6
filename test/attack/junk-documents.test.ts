import { expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { junkFaults } from './junk-documents.ts'

test('whatever a document holds, a second repair changes nothing', () => {
  expect(junkFaults(amount(1000), 1).slice(0, 3)).toEqual([])
})
