import { describe, expect, test } from 'vitest'
import { match } from '../../core/src/engine/match/match.ts'
import { reframe } from '../../core/src/engine/match/reframe.ts'
import type { Pairs } from '../../core/src/model/joint.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { layoutOf, printFrame, printJoints, printStrays, turnsOf } from './turns.ts'

/** The pairs of a conversation, once something has happened to its turns. */
function reframed(conversation: readonly string[], change: (turns: Turn[]) => Turn[]): Pairs {
  const turns = turnsOf(conversation)
  const pairs = match(turns, layoutOf())
  return reframe(change(turns), layoutOf(), pairs)
}

const without =
  (...gone: readonly number[]) =>
  (turns: Turn[]): Turn[] =>
    turns.filter(({ index }) => !gone.includes(index))

describe('what belonged together still does', () => {
  type Row = readonly [
    string,
    readonly string[],
    (turns: Turn[]) => Turn[],
    readonly string[],
    readonly string[],
  ]
  const rows: readonly Row[] = [
    [
      'where nothing has changed',
      ['model a b', 'user b x', "model 'so'", 'user b'],
      without(),
      ['0.0→1.1 position', '0.1→1.0 id'],
      ['3.0 duplicate 0.1'],
    ],
    ['where a turn went', ["user 'go'", 'model a', "user 'on'", 'user a'], without(0, 2), ['1.0→3.0 id'], []],
    ['where the result went', ['model a', 'user a', "user 'go'"], without(1), ['0.0 open'], []],
    ['where the call went', ["user 'go'", 'model a', 'user a'], without(1), [], ['2.0 unowned']],
    ['where both went', ['model a', 'user a', "user 'go'"], without(0, 1), [], []],
    [
      'where another call of that id would be nearer',
      ['model a', 'user a', 'model a', 'user a', 'model b', 'user b'],
      without(1, 2),
      ['0.0 open', '4.0→5.0 id'],
      ['3.0 unowned'],
    ],
    [
      'where a stray moved',
      ['model a', 'user a x', "user 'go'"],
      ([one, two, three]) => [one!, { ...three!, parts: two!.parts }],
      ['0.0→2.0 id'],
      ['2.1 unowned'],
    ],
    ['where a stray went', ['model a', 'user a', 'user x'], without(2), ['0.0→1.0 id'], []],
    [
      'where a call is new',
      ['model a', 'user a'],
      (turns) => [...turns, ...turnsOf(['user', 'model', 'model c', 'user c']).slice(2)],
      ['0.0→1.0 id', '2.0 open'],
      [],
    ],
    [
      'where the result stands before its call now',
      ['model a', 'user a'],
      ([one, two]) => [two!, one!],
      ['0.0→1.0 id'],
      [],
    ],
  ]

  test.each(rows)('%s', (_, conversation, change, joints, strays) => {
    const pairs = reframed(conversation, change)
    expect(printJoints(pairs)).toEqual(joints)
    expect(printStrays(pairs)).toEqual(strays)
  })

  test('each in the frame where it stands now', () => {
    const lines = ['model a', 'user', 'model b', 'user b a', 'model c', 'user c']
    const { frames, joints } = reframed(lines, without(4, 5))
    expect(frames.map(printFrame)).toEqual(['0-1-2 a', '2-3-4 b'])
    expect(joints.map(({ frame, resultFrame }) => [frame, resultFrame])).toEqual([
      [0, 1],
      [1, 1],
    ])
    const fewer = reframed(lines, without(0, 1))
    expect(fewer.frames.map(printFrame)).toEqual(['0-1-2 b', '2-3-4 c'])
    expect(fewer.joints.map(({ frame, resultFrame }) => [frame, resultFrame])).toEqual([
      [0, 0],
      [1, 1],
    ])
    expect(printStrays(fewer)).toEqual(['3.1 unowned'])
    expect(fewer.strays[0]).toMatchObject({ isCalled: false })
  })

  test('a call without its result is as it was before it had one', () => {
    const { joints } = reframed(['model a', 'user a'], without(1))
    expect(joints[0]).toMatchObject({ result: undefined, home: undefined, resultFrame: -1 })
  })
})
