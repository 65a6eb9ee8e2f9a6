import { describe, expect, test } from 'vitest'
import { type Draft, draftOf, newText, setFact, setParts } from '../../core/src/engine/draft/draft.ts'
import { keepMarks } from '../../core/src/engine/draft/keep-marks.ts'
import { cacheMarkOf, type Part, type Turn } from '../../core/src/model/transcript.ts'
import { contextOf } from './context.ts'
import { placeOf } from './turns.ts'

/** A draft in which the parts at these places have a mark; a text stands in an object, as it does in a list. */
function marked(conversation: readonly string[], places: readonly string[], isPartial = false): Draft {
  const draft = draftOf(contextOf(conversation, { isPartial }))
  for (const turn of draft.turns) {
    for (const part of turn.parts) {
      Object.assign(part, { raw: { part: part.raw } })
      if (places.includes(placeOf(turn, part))) Object.assign(part, { mark: placeOf(turn, part) })
    }
  }
  return draft
}

/** Where marks stand, and whose they were. */
function marks({ turns }: Draft): string[] {
  return turns.flatMap((turn) =>
    turn.parts.flatMap((part) => {
      const mark = cacheMarkOf(part)
      return mark === undefined ? [] : [`${placeOf(turn, part)} has ${mark}`]
    }),
  )
}

/** Takes parts out; a turn that is named by its number goes whole. */
function take(draft: Draft, places: readonly string[]): void {
  draft.turns = draft.turns.filter(({ index }) => !places.includes(String(index)))
  for (const turn of draft.turns)
    setParts(
      turn,
      turn.parts.filter((part) => !places.includes(placeOf(turn, part))),
      'test',
    )
}

type Row = readonly [
  name: string,
  conversation: readonly string[],
  marked: readonly string[],
  gone: readonly string[],
  wanted: readonly string[],
]

describe('the mark of a part that goes', () => {
  const rows: readonly Row[] = [
    ['stays where the part stays', ["user 'a' 'b'"], ['0.1'], ['0.0'], ['0.1 has 0.1']],
    ['goes to the part before it', ["user 'a' 'b' 'c'"], ['0.2'], ['0.2'], ['0.1 has 0.2']],
    ['does not go to the part behind it', ["user 'a' 'b'"], ['0.0'], ['0.0'], []],
    ['goes to the turn before it', ["user 'a'", "user 'b' 'c'"], ['1.0'], ['1.0'], ['0.0 has 1.0']],
    ['goes to the last part there', ["user 'a' 'b'", "user 'c'"], ['1.0'], ['1.0'], ['0.1 has 1.0']],
    ['goes to the nearest turn', ["user 'a'", "user 'b'", "user 'c'"], ['2.0'], ['2.0'], ['1.0 has 2.0']],
    ['goes on where its whole turn goes', ["user 'a'", "user 'b' 'c'"], ['1.1'], ['1'], ['0.0 has 1.1']],
    [
      'passes over a turn that goes',
      ["user 'a'", "user 'b'", "user 'c'"],
      ['2.0'],
      ['1', '2'],
      ['0.0 has 2.0'],
    ],
    ['goes nowhere where nothing is before it', ["user 'a'", "user 'b'"], ['0.0'], ['0'], []],
    ['passes over white space', ["user 'a' ' ' 'b'"], ['0.2'], ['0.2'], ['0.0 has 0.2']],
    [
      'passes over a turn of white space',
      ["user 'a'", "user ' '", "user 'b'"],
      ['2.0'],
      ['2'],
      ['0.0 has 2.0'],
    ],
    ['passes over reasoning', ["model 'a' ~ 'b'"], ['0.2'], ['0.2'], ['0.0 has 0.2']],
    ['passes over a tool of the provider', ["model 'a' [h 'b'"], ['0.2'], ['0.2'], ['0.0 has 0.2']],
    ['goes to a picture', ["user 'a' * 'b'"], ['0.2'], ['0.2'], ['0.1 has 0.2']],
    ['goes to a call', ["model 'a' a", "user 'b'"], ['1.0'], ['1.0'], ['0.1 has 1.0']],
    ['goes to a result', ["user 'a' a 'b'"], ['0.2'], ['0.2'], ['0.1 has 0.2']],
    [
      'passes over a turn that is no list',
      ["user 'a'", 'tool a', "user 'b'"],
      ['2.0'],
      ['2'],
      ['0.0 has 2.0'],
    ],
    ['goes to a turn that has more than words', ["model 'a' ~", "user 'b'"], ['1.0'], ['1'], ['0.0 has 1.0']],
    ['is covered by one that is there', ["user 'a' 'b'"], ['0.0', '0.1'], ['0.1'], ['0.0 has 0.0']],
    [
      'is covered by one in the turn before',
      ["user 'a'", "user 'b'"],
      ['0.0', '1.0'],
      ['1'],
      ['0.0 has 0.0'],
    ],
    ['of reasoning goes with it', ["model 'a' ~"], ['0.1'], ['0.1'], []],
    ['is kept once, where several go', ["user 'a' 'b' 'c'"], ['0.1', '0.2'], ['0.1', '0.2'], ['0.0 has 0.1']],
    [
      'that stands between parts goes behind what is left',
      ["user 'a' 'b' |"],
      ['0.2'],
      ['0.1', '0.2'],
      ['0.2 has 0.2'],
    ],
    [
      'that stands alone goes behind the turn before',
      ["user 'a' 'b'", 'user |'],
      ['1.0'],
      ['1'],
      ['0.0 has 1.0'],
    ],
    [
      'that stands between parts covers another',
      ["user 'a' | 'b'"],
      ['0.1', '0.2'],
      ['0.2'],
      ['0.1 has 0.1'],
    ],
  ]

  test.each(rows)('%s', (_, conversation, places, gone, wanted) => {
    const draft = marked(conversation, places)
    keepMarks(draft, 'test', () => take(draft, gone))
    expect(marks(draft)).toEqual(wanted)
    expect(draft.isShort).toBe(false)
  })

  test('that stands between parts keeps its place among them', () => {
    const draft = marked(["user 'a' 'b'", 'user |'], ['1.0'])
    const mark = draft.turns[1]!.parts[0]
    keepMarks(draft, 'test', () => take(draft, ['1', '0.1']))
    expect(draft.turns[0]!.parts.map(({ kind }) => kind)).toEqual(['text', 'other'])
    expect(draft.turns[0]!.parts[1]).toBe(mark)
  })

  test('is told with the rule that took the part', () => {
    const draft = marked(["user 'a' 'b'"], ['0.1'])
    keepMarks(draft, 'empty-text', () => take(draft, ['0.1']))
    expect(draft.turns[0]!.parts[0]).toMatchObject({ why: 'empty-text' })
  })

  test('stays with a part that moves', () => {
    const draft = marked(["user 'a'", "user 'b'"], ['1.0'])
    const [first, second] = draft.turns as [Turn, Turn]
    keepMarks(draft, 'test', () => {
      setParts(first, [...first.parts, ...second.parts], 'test')
      draft.turns = [first]
    })
    expect(first.parts.map(cacheMarkOf)).toEqual([undefined, '1.0'])
  })

  test('is not kept where it was taken off first', () => {
    const draft = marked(["user 'a' 'b'"], ['0.1'])
    keepMarks(draft, 'test', () => {
      setFact(draft.turns[0]!.parts[1] as Part, 'mark', undefined, 'test')
      take(draft, ['0.1'])
    })
    expect(marks(draft)).toEqual([])
  })

  test('is not kept where the part lives on outside the turns', () => {
    const draft = marked(["user 'a' 'b'", "user 'c'"], ['0.1', '1.0'])
    const taken = draft.turns[0]!.parts[1] as Part
    keepMarks(draft, 'test', () => take(draft, ['0.1', '1.0']), [taken.raw])
    expect(marks(draft)).toEqual(['0.0 has 1.0'])
  })

  test('does not go to what the repair itself says, nor to a text that is a string', () => {
    const draft = marked(["user 'a' 'b' 'c'"], ['0.2'])
    const turn = draft.turns[0] as Turn
    Object.assign(turn.parts[1] as Part, { raw: 'b' })
    keepMarks(draft, 'test', () =>
      setParts(turn, [...turn.parts.slice(0, 2), newText('new', 'test')], 'test'),
    )
    expect(marks(draft)).toEqual(['0.0 has 0.2'])
  })

  test('goes to a part of the same list', () => {
    const draft = marked(["user 'a'", "model 'b' a"], ['1.1'])
    Object.assign(draft.turns[1]!.parts[0] as Part, { list: 'other' })
    keepMarks(draft, 'test', () => take(draft, ['1.1']))
    expect(marks(draft)).toEqual(['0.0 has 1.1'])
  })
})

describe('where not all turns are in view', () => {
  test.each<[string, readonly string[], readonly string[], readonly string[], boolean]>([
    ['a part beside it is the nearest', ["user 'a' 'b'"], ['0.1'], ['0.1'], false],
    ['a turn out of view may be nearer', ["user 'a'", "user 'b'"], ['1.0'], ['1.0'], true],
    ['without a mark nothing is wanted', ["user 'a'", "user 'b'"], [], ['1.0'], false],
    ['a mark that stays wants nothing', ["user 'a'", "user 'b' 'c'"], ['1.1'], ['1.0'], false],
  ])('%s', (_, conversation, places, gone, isShort) => {
    const draft = marked(conversation, places, true)
    keepMarks(draft, 'test', () => take(draft, gone))
    expect(draft.isShort).toBe(isShort)
  })
})
