import { describe, expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

describe('fingerprintOf', () => {
  test('of nothing is the end', () => {
    expect(fingerprintOf(undefined)).toBe('end')
  })

  test.each<[string, unknown, unknown]>([
    ['another role', { role: 'user', content: 'go' }, { role: 'assistant', content: 'go' }],
    ['another end of a text', { content: 'go on' }, { content: 'go in' }],
    ['another length', { content: 'a'.repeat(100) }, { content: 'a'.repeat(101) }],
    ['another id in a list', { content: [{ id: 'a' }] }, { content: [{ id: 'b' }] }],
    ['another number of parts', { content: [{}, {}] }, { content: [{}] }],
    ['a list and an object', [], {}],
    ['null and nothing', null, {}],
  ])('sees %s', (_, left, right) => {
    expect(fingerprintOf(left)).not.toBe(fingerprintOf(right))
    expect(fingerprintOf(left)).toBe(fingerprintOf(structuredClone(left)))
  })

  test('a member without a value is none', () => {
    expect(fingerprintOf({ name: undefined, role: 'user' })).toBe(fingerprintOf({ role: 'user' }))
    expect(fingerprintOf({ role: 'user', content: [{ id: undefined }] })).toBe(
      fingerprintOf({ role: 'user', content: [{}] }),
    )
  })

  test('of a huge value costs next to nothing', () => {
    const wide = { content: Array.from({ length: 1_000_000 }, () => 'x'), text: 'x'.repeat(10_000_000) }
    let deep: unknown = 'x'
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(fingerprintOf(wide)).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(fingerprintOf(deep)).toMatch(/^[a-zA-Z0-9]{9}$/)
  })
})
