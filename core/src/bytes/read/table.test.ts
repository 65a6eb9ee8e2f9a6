import { describe, expect, test } from 'vitest'
import { MortiseError } from '../../model/outcome.ts'
import { head, kind, type Picks, whole } from '../../model/picks.ts'
import { compileTable, hashOf, nodeFlags, nodeStride, ordinalShift } from './table.ts'

describe('a table', () => {
  test('holds a pick that holds itself', () => {
    const members: Record<string, Picks> = { id: whole }
    const part: Picks = { members }
    members.parts = { each: part }
    const table = compileTable(part)
    expect(table.words).toEqual(['id', 'parts'])
    expect(childOf(table, childOf(table, 0, 'parts'), undefined)).toBe(0)
  })

  test('finds each word by its hash, and no other', () => {
    const words = Array.from({ length: 300 }, (_, index) => `word-${index}`)
    const table = compileTable({ members: { a: whole } }, words)
    expect(table.words).toEqual(['a', ...words])
    expect([...table.slots].filter((slot) => slot > 0).sort((a, b) => a - b)).toEqual(
      table.words.map((_, index) => index + 1),
    )
    table.words.forEach((word, index) => {
      const bytes = Uint8Array.from([...word], (letter) => letter.charCodeAt(0))
      let slot = hashOf(bytes, 0, bytes.length) % table.slots.length
      while (table.slots[slot] !== index + 1) {
        expect(table.slots[slot]).not.toBe(0)
        slot = (slot + 1) % table.slots.length
      }
    })
  })

  test.each([
    ['whole', whole, nodeFlags.whole],
    ['kind', kind, 0],
    ['members', { members: { a: kind } }, nodeFlags.members],
    ['no members', { members: {} }, 0],
    ['elements', { each: kind }, nodeFlags.each],
    ['both', { each: kind, members: { a: kind } }, nodeFlags.each | nodeFlags.members],
    ['the head of a text', head, nodeFlags.head],
    ['closed', { isClosed: true, members: {} }, nodeFlags.closed | nodeFlags.members],
    ['whole above all', { isWhole: true, each: kind, members: { a: kind } }, nodeFlags.whole],
  ])('knows what is wanted: %s', (_, pick, flags) => {
    expect(compileTable(pick).nodes[0]).toBe(flags)
  })

  test('tells members apart, up to 64', () => {
    const names = Array.from({ length: 65 }, (_, index) => `m${index}`)
    const pickOf = (count: number): Picks => ({
      members: Object.fromEntries(names.slice(0, count).map((name) => [name, kind])),
    })
    const { members } = compileTable(pickOf(64))
    const ordinals = [...members].filter((entry) => entry > 0).map((entry) => entry >> ordinalShift)
    expect(new Set(ordinals).size).toBe(64)
    expect(() => compileTable(pickOf(65))).toThrow(MortiseError)
  })

  test.each(['', 'é', 'a"b', 'a\\b', 'a\nb'])('takes no word that is not plain: %j', (word) => {
    expect(() => compileTable(kind, [word])).toThrow(MortiseError)
  })
})

function childOf(table: ReturnType<typeof compileTable>, node: number, name: string | undefined): number {
  if (name === undefined) return table.nodes[node * nodeStride + 1] ?? -1
  const entry = table.members[node * table.words.length + table.words.indexOf(name)] ?? 0
  return (entry & 0xffff) - 1
}
