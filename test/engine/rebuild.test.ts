import { describe, expect, test } from 'vitest'
import {
  draftOf,
  isSpent,
  newText,
  newTurn,
  noTurns,
  putBeside,
  rebuild,
} from '../../core/src/engine/draft/draft.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { contextOf } from './context.ts'
import { printTurns, turnsOf } from './turns.ts'

describe('a list of turns without some', () => {
  /** What is left, with a sign on those that somebody else’s turn stood before, or that lost what stood after them. */
  const left = (conversation: readonly string[], gone: readonly number[], why = 'test'): string[] => {
    const draft = draftOf(contextOf(conversation))
    for (const turn of draft.turns) if (gone.includes(turn.index)) draft.dropped.set(turn, why)
    rebuild(draft, noTurns, noTurns)
    return draft.turns.map(
      ({ index, isApart, isBereft }) => `${index}${isApart ? ' apart' : ''}${isBereft ? ' bereft' : ''}`,
    )
  }
  const talk = ['model a', "user 'go'", 'model b', 'model c', "user 'on'"]

  test.each<[string, readonly number[], readonly string[]]>([
    ['nothing goes', [], ['0', '1', '2', '3', '4']],
    ['the user’s goes', [1], ['0 bereft', '2 apart', '3', '4']],
    ['the model’s goes', [2], ['0', '1 bereft', '3', '4']],
    ['both go', [1, 2], ['0 bereft', '3 apart', '4']],
    ['the first goes', [0], ['1', '2', '3', '4']],
    ['the last goes', [4], ['0', '1', '2', '3 bereft']],
    ['all go', [0, 1, 2, 3, 4], []],
  ])('%s', (_, gone, wanted) => {
    expect(left(talk, gone)).toEqual(wanted)
  })

  test('a repeated item leaves no gap behind it', () => {
    expect(left(talk, [1], 'duplicate-item-id')).toEqual(['0', '2 apart', '3', '4'])
  })

  test('turns that move leave their place, and stand beside another', () => {
    const draft = draftOf(contextOf(talk))
    const [first, second, third] = draft.turns as [Turn, Turn, Turn]
    rebuild(draft, new Map([[third, [first]]]), new Map([[third, [second]]]), new Set([first, second]))
    expect(printTurns(draft.turns)).toEqual(['model a', 'model b', "user 'go'", 'model c', "user 'on'"])
    expect(third.isApart).toBe(true)
  })
})

test('a turn that is put beside another stands near it, or near what that one was put beside', () => {
  const [anchor] = turnsOf(["user 'go'"]) as [Turn]
  const [made, other] = [newTurn('user', [], 'test'), newTurn('user', [], 'test')]
  const beside = new Map<Turn, Turn[]>()
  putBeside(beside, { ...anchor, index: 3 }, made)
  putBeside(beside, made, other)
  expect([made.near, other.near]).toEqual([3, 3])
  const moved = { ...anchor, index: 3, near: 0 }
  putBeside(beside, moved, other)
  expect(other.near).toBe(0)
  expect(beside.get(moved)).toEqual([other])
})

test.each([
  ['one text', newTurn('user', [newText('go', 'test')], 'test'), 'text'],
  ['two texts', newTurn('user', [newText('go', 'test'), newText('on', 'test')], 'test'), 'list'],
  ['nothing', newTurn('user', [], 'test'), 'list'],
  ['a call', newTurn('model', turnsOf(['model a'])[0]?.parts ?? [], 'test'), 'list'],
  ['a text, as a list', newTurn('user', [newText('go', 'test')], 'test', 'list'), 'list'],
])('a turn that is made of %s', (_, turn, shape) => {
  expect(turn).toMatchObject({
    shape,
    index: -1,
    vacant: false,
    isPrefix: false,
    isAborted: false,
    why: 'test',
  })
})

test.each([
  ['model', true],
  ["model ~ ' ' |", true],
  ["model ~ 'so'", false],
  ['model a', false],
  ['user a', false],
  ['user *', false],
  ['model [h', false],
])('%s: nothing left to say, %s', (line, isLeft) => {
  expect(isSpent(turnsOf([line])[0] as Turn)).toBe(isLeft)
})
