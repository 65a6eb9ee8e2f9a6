import { describe, expect, test } from 'vitest'
import { markOf } from './mark.ts'

describe('markOf', () => {
  test('of nothing is the end', () => {
    expect(markOf(undefined)).toBe('end')
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
    expect(markOf(left)).not.toBe(markOf(right))
    expect(markOf(left)).toBe(markOf(structuredClone(left)))
  })

  test('a member without a value is none', () => {
    expect(markOf({ name: undefined, role: 'user' })).toBe(markOf({ role: 'user' }))
    expect(markOf({ role: 'user', content: [{ id: undefined }] })).toBe(
      markOf({ role: 'user', content: [{}] }),
    )
  })

  test('of a huge value costs next to nothing', () => {
    const wide = { content: Array.from({ length: 1_000_000 }, () => 'x'), text: 'x'.repeat(10_000_000) }
    let deep: unknown = 'x'
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(markOf(wide)).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(markOf(deep)).toMatch(/^[a-zA-Z0-9]{9}$/)
  })
})
