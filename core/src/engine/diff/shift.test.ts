import { expect, test } from 'vitest'
import type { Edit } from '../../model/edit.ts'
import type { Place } from '../../model/place.ts'
import { makeShift } from './shift.ts'

const put = (...at: Place): Edit => ({ do: 'insert', at, value: 0, beside: 'end', why: '' })
const take = (...at: Place): Edit => ({ do: 'remove', at, value: 0, beside: 'end', why: '' })
const write = (...at: Place): Edit => ({ do: 'replace', at, from: 0, value: 1, why: '' })

test.each<[name: string, edits: Edit[], range: [number, number], after: [number, number]]>([
  ['nothing happens', [], [2, 4], [2, 4]],
  ['one is put in before it', [put('turns', 1)], [2, 4], [3, 5]],
  ['what is put in at its start is its own', [put('turns', 2)], [2, 4], [2, 5]],
  ['and at its end too', [put('turns', 4), put('turns', 4)], [2, 4], [2, 6]],
  ['one is taken out of it', [take('turns', 3)], [2, 4], [2, 3]],
  ['one goes right behind it, another takes its place', [put('turns', 4), take('turns', 4)], [2, 4], [2, 5]],
  ['one after it does not count', [put('turns', 5), take('turns', 7)], [2, 4], [2, 4]],
  ['nor what is done to another list', [put('tools', 0), take('tools', 1)], [2, 4], [2, 4]],
  ['nor what is done inside an element', [put('turns', 2, 'parts', 0), write('turns', 3)], [2, 4], [2, 4]],
])('where a range goes: %s', (_name, edits, [start, end], [from, to]) => {
  expect(makeShift(edits, ['turns']).after({ start, end })).toEqual({ start: from, end: to })
})

test.each<[name: string, edits: Edit[], gone: number[]]>([
  ['nothing happens', [], []],
  ['two are taken out', [take('turns', 1), take('turns', 3)], [1, 3]],
  ['one is put in where another goes', [put('turns', 2), take('turns', 2)], [2]],
  ['one is put in where all stay', [put('turns', 2)], []],
  ['one changes, and one of another list goes', [take('tools', 1), write('turns', 2)], []],
])('which elements are gone: %s', (_name, edits, gone) => {
  const { isGone } = makeShift(edits, ['turns'])
  expect([0, 1, 2, 3, 4].filter(isGone)).toEqual(gone)
})
