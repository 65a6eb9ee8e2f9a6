import { describe, expect, test } from 'vitest'
import { repeatsIn, unname } from '../../core/src/engine/match/items.ts'
import type { Part, Turn } from '../../core/src/model/transcript.ts'
import { turnsOf } from './turns.ts'

/** Each item that repeats the name of another, and whether it says the same. */
function repeats(turns: readonly Turn[]): string[] {
  return [...repeatsIn(turns)].map(([turn, isSame]) => `${turn.index} ${isSame ? 'same' : 'other'}`)
}

describe('an item with the name of an earlier one', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['none', ["model#i 'so'", "model#j 'so'", "model 'so'", "model 'so'"], []],
    ['is compared with the first', ["model#i 'a'", "model#i 'b'", "model#i 'a'"], ['1 other', '2 same']],
    ['of several names', ["model#i 'a'", "model#j 'b'", "model#j 'b'", "model#i 'b'"], ['2 same', '3 other']],
    ['said by somebody else', ["model#i 'a'", "user#i 'a'"], ['1 other']],
    ['said by a tool', ['user#i a', 'tool#i a'], ['1 other']],
    ['with more to say', ["model#i 'a'", "model#i 'a' 'b'"], ['1 other']],
    ['with less to say', ["model#i 'a' 'b'", "model#i 'a'"], ['1 other']],
    ['that differs at the end', ["model#i 'a' 'b'", "model#i 'a' 'c'"], ['1 other']],
    ['with a call for words', ["model#i 'a'", 'model#i a'], ['1 other']],
    ['with words for a call', ['model#i a', "model#i 'a'"], ['1 other']],
    ['with a result for a call', ['model#i <a', 'model#i >a'], ['1 other']],
    ['with a call for a result', ['model#i >a', 'model#i <a'], ['1 other']],
    ['with a picture for a result', ['user#i a', 'user#i *'], ['1 other']],
    ['with a result for a picture', ['user#i *', 'user#i a'], ['1 other']],
  ])('%s', (_, conversation, wanted) => {
    expect(repeats(turnsOf(conversation))).toEqual(wanted)
  })

  type Changes = Readonly<Record<string, unknown>>

  test.each<[string, string, Changes, 'same' | 'other']>([
    ['a call', 'model#i a=read', {}, 'same'],
    ['a call whose progress is another', 'model#i a=read', { raw: { status: 'completed' } }, 'same'],
    ['a call with another id', 'model#i a=read', { id: 'b' }, 'other'],
    ['a call of another tool', 'model#i a=read', { name: 'write' }, 'other'],
    ['a call of a tool of another kind', 'model#i a=read', { tool: 'custom' }, 'other'],
    ['a call with other arguments', 'model#i a=read', { arguments: { path: 'x' } }, 'other'],
    ['a result', 'user#i a', {}, 'same'],
    ['a result whose progress is another', 'user#i a', { raw: { status: 'completed' } }, 'same'],
    ['a result of another call', 'user#i a', { id: 'b' }, 'other'],
    ['a result of a tool of another kind', 'user#i a', { tool: 'custom' }, 'other'],
    ['a result with other words', 'user#i a', { content: 'other' }, 'other'],
    ['a picture that is written otherwise', 'user#i *', { raw: 'other' }, 'other'],
    ['a part of another kind that is written the same', 'model#i ~', { kind: 'media' }, 'other'],
  ])('%s', (_, line, changes, verdict) => {
    const turns = turnsOf([line, line])
    Object.assign(turns[1]!.parts[0] as Part, changes)
    expect(repeats(turns)).toEqual([`1 ${verdict}`])
  })

  test('in another shape it is another', () => {
    const turns = turnsOf(["model#i 'a'", "model#i 'a'"])
    Object.assign(turns[1] as Turn, { shape: 'self' })
    expect(repeats(turns)).toEqual(['1 other'])
  })

  test('without parts it is compared as it is written', () => {
    const turns = turnsOf(['model#i', 'model#i', 'model#i'])
    for (const turn of turns) turn.raw = { number: turn.index >> 1 }
    expect(repeats(turns)).toEqual(['1 same', '2 other'])
  })
})

describe('an item that loses its name', () => {
  const self = { shape: 'self' } as const
  const reference = { kind: 'other', isReference: true }

  test.each<[string, string, Partial<Turn>, Readonly<Record<string, unknown>>, 'drop' | 'unset']>([
    ['reasoning that is signed stays', 'model#i ~', self, {}, 'unset'],
    ['reasoning that the provider keeps goes', 'model#i ~', self, { signed: false }, 'drop'],
    ['reasoning among other parts stays', 'model#i ~', {}, { signed: false }, 'unset'],
    ['a reference goes', 'model#i |', self, reference, 'drop'],
    ['a reference among other parts stays', 'model#i |', {}, reference, 'unset'],
    ['what is no reference stays', 'model#i |', self, {}, 'unset'],
    ['a call stays', 'model#i a', self, { signed: false, isReference: true }, 'unset'],
    ['an empty one stays', 'model#i', self, {}, 'unset'],
  ])('%s', (_, line, changes, ofPart, deed) => {
    const [turn] = turnsOf([line])
    Object.assign(turn!, changes)
    Object.assign(turn!.parts[0] ?? {}, ofPart)
    expect(unname(turn!)).toEqual(
      deed === 'drop' ? { do: 'drop', turn } : { do: 'unset', on: turn, fact: 'itemId' },
    )
  })
})
