import { describe, expect, test } from 'vitest'
import { bareHead, closesLoop, openLoop } from '../../core/src/engine/for-rules/loop.ts'
import { placeOf, turnsOf } from './turns.ts'

describe('a turn that ends a tool loop', () => {
  test.each<[string, boolean]>([
    ["user 'go'", true],
    ['user *', true],
    ["user a 'go'", true],
    ["system 'be brief'", true],
    ['user a', false],
    ['user a |', false],
    ["user a ' '", false],
    ['tool a', false],
    ['user', false],
    ["model 'so'", false],
    ['model a', false],
  ])('%s: %s', (line, isClosing) => {
    const [turn] = turnsOf([line])
    expect(closesLoop(turn!)).toBe(isClosing)
  })

  test('is the model’s no longer where the role is likely another', () => {
    const [turn] = turnsOf(["model 'so'"])
    expect(closesLoop({ ...turn!, likely: 'user' })).toBe(true)
  })
})

test.each<[string, readonly string[], readonly number[]]>([
  ['the calls and results since', ["user 'go'", 'model a', 'user a', "model 'so'"], [1, 2, 3]],
  ['everything where nobody said a word', ['model a', 'user a'], [0, 1]],
  ['nothing where somebody had the last word', ['model a', 'user a', "user 'go'"], []],
  ['since the last words', ["user 'a'", 'model a', "user 'b'", 'model b'], [3]],
])('the open loop is %s', (_, conversation, wanted) => {
  expect(openLoop(turnsOf(conversation)).map(({ index }) => index)).toEqual(wanted)
})

describe('a loop with calls that starts without reasoning', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['a call', ['model a', 'user a'], '0.0'],
    ['words before a call', ["model 'so' a"], '0.0'],
    ['words, and a call in a later turn', ["model 'so'", 'model a'], '0.0'],
    ['reasoning first', ['model ~ a'], undefined],
    ['reasoning behind words', ["model 'so' ~ a"], undefined],
    ['reasoning only in a later turn', ['model a', 'user a', 'model ~ b'], '0.0'],
    ['white space and a mark first', ["model ' ' | a"], '0.2'],
    ['nothing but white space in the first turn', ["model ' '", 'model a'], '1.0'],
    ['a result in the first turn', ['model >a', 'model ~ a'], undefined],
    ['no call', ["model 'so'"], undefined],
    ['a call by the user', ["model 'so'", 'user <a'], undefined],
    ['results alone', ['user a', 'model a'], '1.0'],
  ])('%s', (_, conversation, wanted) => {
    const head = bareHead(turnsOf(conversation))
    expect(head && placeOf(head.turn, head.part)).toBe(wanted)
  })

  test('is looked at without what goes', () => {
    const turns = turnsOf(['model ~ a', 'user a', 'model ~'])
    const head = bareHead(turns, ({ kind }) => kind === 'reasoning')
    expect(head && placeOf(head.turn, head.part)).toBe('0.1')
    expect(bareHead(turns, () => true)).toBeUndefined()
  })
})
