import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveId, plainId } from './identity.ts'

describe('deriveId', () => {
  // Repaired conversations hold these ids: a change here would break every prompt cache.
  test.each([
    ['a #2', 'oDsgqv2EO'],
    ['call 1 0 read', 'UuyjXdj3X'],
    ['call 1 1 read', 'ficPgn63P'],
    ['c1 #2', '3QTzOYyCG'],
  ])('of %j is %s, for ever', (seed, id) => {
    expect(deriveId(seed)).toBe(id)
  })

  test('is nine letters and digits, whatever the seed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (seed) => {
        expect(deriveId(seed)).toMatch(/^[a-zA-Z0-9]{9}$/)
        expect(deriveId(seed)).toBe(deriveId(seed))
      }),
    )
  })

  test('tells 20,000 seeds that differ in their end or in their start apart', () => {
    const seeds = Array.from({ length: 10_000 }, (_, number) => [`call ${number}`, `${number} call`]).flat()
    expect(new Set(seeds.map(deriveId)).size).toBe(seeds.length)
  })
})

describe('plainId', () => {
  test.each([
    ['call_1', 'call_1'],
    ['call_1__thought__c2ln', 'call_1'],
    ['call_1_ts_c2ln', 'call_1'],
    ['call_1__thought__c2_ts_ln', 'call_1'],
    ['call_1__thought__c2__thought__ln', 'call_1'],
    ['call_ts_1__thought__c2ln', 'call_ts_1'],
    ['call_1__thought__', 'call_1'],
    ['__thought__c2ln', '__thought__c2ln'],
    ['_ts_c2ln', '_ts_c2ln'],
    ['', ''],
  ])('of %j is %j', (id, plain) => {
    expect(plainId(id)).toBe(plain)
  })
})
