import { describe, expect, test } from 'vitest'
import { pairByCount } from '../../core/src/engine/match/by-count/pair-by-count.ts'
import { type MatchOptions, match } from '../../core/src/engine/match/match.ts'
import { ruleOfGuess, ruleOfStray } from '../../core/src/engine/match/strays.ts'
import type { Layout } from '../../core/src/model/rulebook.ts'
import { layoutOf, printJoints, printStrays, turnsOf } from './turns.ts'

type Row = readonly [
  name: string,
  conversation: readonly string[],
  joints: readonly string[],
  strays?: readonly string[],
]

function matches(rows: readonly Row[], changes?: Partial<Layout>, setting?: MatchOptions): void {
  for (const [name, conversation, joints, strays = []] of rows) {
    test(name, () => {
      const pairs = match(turnsOf(conversation), layoutOf(changes), { pairByCount, ...setting })
      expect({ joints: printJoints(pairs), strays: printStrays(pairs) }).toEqual({ joints, strays })
    })
  }
}

describe('by id', () => {
  matches([
    ['no turn at all', [], []],
    ['in the next turn', ['model a', 'user a'], ['0.0→1.0 id']],
    ['in another order', ['model a b', 'user b a'], ['0.0→1.1 id', '0.1→1.0 id']],
    ['an open call', ['model a b', 'user b'], ['0.0 open', '0.1→1.0 id']],
    ['far away', ['model a', 'user', "model 'so'", 'user a'], ['0.0→3.0 id']],
    ['before its call', ['user a', 'model a', 'user'], ['1.0→0.0 id']],
    ['two before their calls', ['user a a', 'model a a'], ['1.0→0.0 id', '1.1→0.1 id']],
    ['a stranger before the first call', ['user x', 'model a', 'user a'], ['1.0→2.0 id'], ['0.0 unowned']],
    ['a call that the user makes is none', ['user <a', 'user a'], [], ['1.0 unowned']],
    ['in the turn of the call', ['model a >a'], ['0.0→0.1 id']],
    ['in a member of another API', ['model a b', 'user @b @a'], ['0.0→1.1 only', '0.1→1.0 only']],
    ['an excused call takes its result', ['model a?', 'user a'], ['0.0→1.0 id']],
  ])
})

describe('an id that several calls have', () => {
  matches([
    ['each in its frame', ['model a', 'user a', 'model a', 'user a'], ['0.0→1.0 id', '2.0→3.0 id']],
    ['twice in one turn', ['model a a', 'user a a'], ['0.0→1.0 id', '0.1→1.1 id']],
    ['the own frame goes first', ['model a', 'user', 'model a', 'user a'], ['0.0 open', '2.0→3.0 id']],
    [
      'the own frame goes first, however many calls it has',
      ['model a', 'user', 'model a a', 'user a a'],
      ['0.0 open', '2.0→3.0 id', '2.1→3.1 id'],
    ],
    [
      'what the own frame does not need goes to the open call before it',
      ['model a', 'user', 'model a', 'user a a'],
      ['0.0→3.1 id', '2.0→3.0 id'],
    ],
    [
      'from afar the only open one',
      ['model a', 'user a', 'model a', 'user', 'model x', 'user x a'],
      ['0.0→1.0 id', '2.0→5.1 id', '4.0→5.0 id'],
    ],
    [
      'from afar, behind an answered one in a frame between',
      ['model a', 'user', 'model a', 'user a', 'model x', 'user x a'],
      ['0.0→5.1 id', '2.0→3.0 id', '4.0→5.0 id'],
    ],
    [
      'several open ones: nobody knows',
      ['model a', 'user', 'model a', 'user', 'model x', 'user x a'],
      ['0.0 open', '2.0 open', '4.0→5.0 id'],
      ['5.1 ambiguous'],
    ],
    ['all answered: a duplicate', ['model a', 'user a a'], ['0.0→1.0 id'], ['1.1 duplicate 0.0']],
    [
      'all answered in two frames: a duplicate of the last',
      ['model a', 'user a', 'model a', 'user a a'],
      ['0.0→1.0 id', '2.0→3.0 id'],
      ['3.1 duplicate 2.0'],
    ],
  ])
})

describe('an id that several calls of one merged run have', () => {
  matches(
    [
      ['the nearest turn before it', ['model a', 'model a', 'user a'], ['0.0 open', '1.0→2.0 id']],
      [
        'in the nearest turn the first',
        ['model a', "model 'again' a a", 'user a'],
        ['0.0 open', '1.1→2.0 id', '1.2 open'],
      ],
      [
        'as many results as calls: in their order',
        ['model a a', 'model a a', 'user a a a a'],
        ['0.0→2.0 id', '0.1→2.1 id', '1.0→2.2 id', '1.1→2.3 id'],
      ],
      [
        'fewer results: the nearest turn is answered first, in order',
        ['model a a', 'model a a', 'user a a a'],
        ['0.0→2.0 id', '0.1 open', '1.0→2.1 id', '1.1→2.2 id'],
      ],
      [
        'all answered: a duplicate of the last',
        ['model a', 'model a', 'user a a a'],
        ['0.0→2.0 id', '1.0→2.1 id'],
        ['2.2 duplicate 1.0'],
      ],
      [
        'one that has its result already is passed over',
        ['model a >a', 'model a >a a', 'user a'],
        ['0.0→0.1 id', '1.0→1.1 id', '1.2→2.0 id'],
      ],
      ['a turn between has another call', ['model a', 'model b', 'user a b'], ['0.0→2.0 id', '1.0→2.1 id']],
      [
        'as it was before more was said',
        ['model a', 'model a', 'user a', "user 'go on'", 'model a', 'user a'],
        ['0.0 open', '1.0→2.0 id', '4.0→5.0 id'],
      ],
      [
        'a stand-in and a real result: in their order, too',
        ['model a', 'model a', 'user a! a'],
        ['0.0→2.0 id', '1.0→2.1 id'],
      ],
    ],
    { merges: true },
  )
})

describe('stand-ins', () => {
  matches([
    ['alone it answers', ['model a', 'user a!'], ['0.0→1.0 id']],
    ['it gives way', ['model a', 'user a! a'], ['0.0→1.1 id'], ['1.0 duplicate 0.0']],
    ['it never beats a real one', ['model a', 'user a a!'], ['0.0→1.0 id'], ['1.1 duplicate 0.0']],
    ['two are one too many', ['model a', 'user a! a!'], ['0.0→1.0 id'], ['1.1 duplicate 0.0']],
    [
      'it gives way once',
      ['model a', 'user a! a a'],
      ['0.0→1.1 id'],
      ['1.0 duplicate 0.0', '1.2 duplicate 0.0'],
    ],
    [
      'an open call goes first',
      ['model a a', 'user a! a a'],
      ['0.0→1.2 id', '0.1→1.1 id'],
      ['1.0 duplicate 0.0'],
    ],
    [
      'two give way to two',
      ['model a a', 'user a! a! a a'],
      ['0.0→1.2 id', '0.1→1.3 id'],
      ['1.0 duplicate 0.0', '1.1 duplicate 0.1'],
    ],
    [
      'it gives way from afar',
      ['model a', 'user a!', 'model x', 'user x a'],
      ['0.0→3.1 id', '2.0→3.0 id'],
      ['1.0 duplicate 0.0'],
    ],
    [
      'from afar it gives way once',
      ['model a', 'user a!', 'model x', 'user x a a'],
      ['0.0→3.1 id', '2.0→3.0 id'],
      ['1.0 duplicate 0.0', '3.2 duplicate 0.0'],
    ],
    [
      'the second of two calls is the one with the stand-in',
      ['model a a', 'user a a!', 'model x', 'user x a'],
      ['0.0→1.0 id', '0.1→3.1 id', '2.0→3.0 id'],
      ['1.1 duplicate 0.1'],
    ],
    [
      'one in each of two frames: nobody knows',
      ['model a', 'user a!', 'model a', 'user a!', 'model x', 'user x a'],
      ['0.0→1.0 id', '2.0→3.0 id', '4.0→5.0 id'],
      ['5.1 ambiguous'],
    ],
    [
      'one open and one with a stand-in: nobody knows',
      ['model a', 'user a!', 'model a', 'user', 'model x', 'user x a'],
      ['0.0→1.0 id', '2.0 open', '4.0→5.0 id'],
      ['5.1 ambiguous'],
    ],
    [
      'another stand-in takes the one that is open',
      ['model a', 'user a!', 'model a', 'user', 'model x', 'user x a!'],
      ['0.0→1.0 id', '2.0→5.1 id', '4.0→5.0 id'],
    ],
    [
      'the own frame gives way, not an earlier one',
      ['model a', 'user a!', 'model a', 'user a! a'],
      ['0.0→1.0 id', '2.0→3.1 id'],
      ['3.0 duplicate 2.0'],
    ],
    [
      'once the own frame has its result, the earlier one gives way',
      ['model a', 'user a!', 'model a', 'user a a'],
      ['0.0→3.1 id', '2.0→3.0 id'],
      ['1.0 duplicate 0.0'],
    ],
    [
      'another stand-in takes an open call, though one gave way before',
      ['model a', 'user a! a', 'model a', 'user', 'model x', 'user x a!'],
      ['0.0→1.1 id', '2.0→5.1 id', '4.0→5.0 id'],
      ['1.0 duplicate 0.0'],
    ],
    [
      'a stand-in before its call, then the real one',
      ['user a!', 'model a', 'user a'],
      ['1.0→2.0 id'],
      ['0.0 unowned'],
    ],
  ])
})

describe('with a signature in the id', () => {
  matches([
    ['on the call', ['model a_ts_x', 'user a'], ['0.0→1.0 decoded']],
    ['on the result', ['model a', 'user a__thought__x'], ['0.0→1.0 decoded']],
    ['another one on each', ['model a_ts_x', 'user a_ts_y'], ['0.0→1.0 decoded']],
    ['twice', ['model a', 'user a_ts_x a_ts_y'], ['0.0→1.0 decoded'], ['1.1 duplicate 0.0']],
    ['beside the plain one', ['model a', 'user a a_ts_x'], ['0.0→1.0 id'], ['1.1 duplicate 0.0']],
    [
      'of two calls the last is repeated',
      ['model a a_ts_x', 'user a a_ts_x a_ts_y'],
      ['0.0→1.0 id', '0.1→1.1 id'],
      ['1.2 duplicate 0.1'],
    ],
    ['two calls, in order', ['model a_ts_1 a_ts_2', 'user a a'], ['0.0→1.0 decoded', '0.1→1.1 decoded']],
    ['a stand-in gives way', ['model a', 'user a! a_ts_x'], ['0.0→1.1 decoded'], ['1.0 duplicate 0.0']],
    ['a stand-in does not', ['model a', 'user a! a_ts_x!'], ['0.0→1.0 id'], ['1.1 duplicate 0.0']],
    ['a stand-in answers', ['model a', 'user a_ts_x!'], ['0.0→1.0 decoded']],
    ['far away', ['model a', 'user', 'model x', 'user x a_ts_x'], ['0.0→3.1 decoded', '2.0→3.0 id']],
    [
      'far away, answered: nobody’s',
      ['model a', 'user a', 'model x', 'user x a_ts_x'],
      ['0.0→1.0 id', '2.0→3.0 id'],
      ['3.1 unowned'],
    ],
    [
      'far away a stand-in gives way',
      ['model a', 'user a!', 'model x', 'user x a_ts_x'],
      ['0.0→3.1 decoded', '2.0→3.0 id'],
      ['1.0 duplicate 0.0'],
    ],
    [
      'far away two stand-ins stay',
      ['model a', 'user a!', 'model a', 'user a!', 'model x', 'user x a_ts_x'],
      ['0.0→1.0 id', '2.0→3.0 id', '4.0→5.0 id'],
      ['5.1 unowned'],
    ],
    ['of an excused call: nobody’s', ['model a?', 'user a_ts_x'], ['0.0 excused'], ['1.0 unowned']],
    ['before its call', ['user a_ts_x', 'model a', 'user'], ['1.0→0.0 decoded']],
    [
      'before its call, and before one with the very id',
      ['user a_ts_x', 'model a', 'user', 'model a_ts_x', 'user'],
      ['1.0 open', '3.0→0.0 id'],
    ],
    [
      'an open call before it goes before one with the very id after it',
      ['model a', 'user', 'model y', 'user y a_ts_x', 'model a_ts_x', 'user'],
      ['0.0→3.1 decoded', '2.0→3.0 id', '4.0 open'],
    ],
    [
      'one with the very id goes before a call beside it',
      ['model >a_ts_x a', 'user', 'model a_ts_x', 'user'],
      ['0.1 open', '2.0→0.0 id'],
    ],
    ['calls without an id are passed over', ['model - a', 'user a_ts_x'], ['0.0 open', '0.1→1.0 decoded']],
    [
      'the own frame goes first',
      ['model a', 'user', 'model a', 'user a_ts_x'],
      ['0.0 open', '2.0→3.0 decoded'],
    ],
  ])
})

describe('without an id', () => {
  matches([
    ['the only call', ['model a', 'user -'], ['0.0→1.0 only']],
    ['neither has one', ['model -', 'user -'], ['0.0→1.0 only']],
    ['the only open call', ['model a b', 'user a -'], ['0.0→1.0 id', '0.1→1.1 only']],
    ['as many as calls', ['model a b', 'user - -'], ['0.0→1.0 position', '0.1→1.1 position']],
    ['fewer: nobody knows', ['model a b', 'user -'], ['0.0 open', '0.1 open'], ['1.0 unowned']],
    ['more: the first is taken', ['model a', 'user - -'], ['0.0→1.0 only'], ['1.1 unowned']],
    ['a name that only one has', ['model a=x b=y', 'user -=y'], ['0.0 open', '0.1→1.0 only']],
    ['names in another order', ['model a=x b=y', 'user -=y -=x'], ['0.0→1.1 only', '0.1→1.0 only']],
    ['another name', ['model a=x', 'user -=y'], ['0.0 open'], ['1.0 unowned']],
    ['a call without a name agrees', ['model a', 'user -=y'], ['0.0→1.0 only']],
    ['a result without a name agrees', ['model a=x', 'user -'], ['0.0→1.0 only']],
    [
      'one name of two agrees',
      ['model a=x b=y', 'user -=x -=z'],
      ['0.0→1.0 only', '0.1 open'],
      ['1.1 unowned'],
    ],
    ['an excused call is not open', ['model a?', 'user -'], ['0.0 excused'], ['1.0 unowned']],
    [
      'in another frame: nobody’s',
      ['model a', 'user', 'model b', 'user b -'],
      ['0.0 open', '2.0→3.0 id'],
      ['3.1 unowned'],
    ],
    ['before the first call: nobody’s', ['user -', 'model a', 'user a'], ['1.0→2.0 id'], ['0.0 unowned']],
    [
      'a lone name among 64 calls',
      [`model ${'-=x '.repeat(63)} -=y`, 'user -=y'],
      [...Array.from({ length: 63 }, (_, place) => `0.${place} open`), '0.63→1.0 only'],
    ],
    [
      'a lone name among 65 is chance',
      [`model ${'-=x '.repeat(64)} -=y`, 'user -=y'],
      Array.from({ length: 65 }, (_, place) => `0.${place} open`),
      ['1.0 unowned'],
    ],
  ])
})

describe('of a call that is known and not in the conversation', () => {
  const origin = {
    isCalledElsewhere: (id: string) => ['x', 'z'].includes(id),
    isCalledBetween: (from: number, to: number) => from <= 1 && to >= 2,
  }
  matches(
    [
      ['it is nobody else’s by its position', ['model a', 'user x'], ['0.0 open'], ['1.0 unowned']],
      ['nor by what is left of its id', ['model x_ts_s', 'user x'], ['0.0 open'], ['1.0 unowned']],
      ['nor that of a call after it', ['user x', 'model x', 'user'], ['1.0 open'], ['0.0 unowned']],
      ['a call before it with its id has it', ['model x', 'user x'], ['0.0→1.0 id']],
      ['it is not counted with others', ['model a', 'user x y'], ['0.0→1.1 position'], ['1.0 unowned']],
      [
        'one without an id after it is not guessed',
        ['model a', 'user', 'user -'],
        ['0.0 open'],
        ['2.0 unowned'],
      ],
      ['nor one with a wrong id', ['model a', 'user', 'user y'], ['0.0 open'], ['2.0 unowned']],
      ['before it, both are', ['model a b', 'user - -'], ['0.0→1.0 position', '0.1→1.1 position']],
      ['an id is an id, wherever it stands', ['model a', 'user', 'user a'], ['0.0→2.0 id']],
    ],
    {},
    { origin },
  )
})

describe('with a wrong id', () => {
  matches([
    ['where the right one would stand', ['model a', 'user x'], ['0.0→1.0 position']],
    ['as many as calls', ['model a b', 'user x y'], ['0.0→1.0 position', '0.1→1.1 position']],
    ['fewer', ['model a b', 'user x'], ['0.0 open', '0.1 open'], ['1.0 unowned']],
    ['more', ['model a', 'user x y'], ['0.0 open'], ['1.0 unowned', '1.1 unowned']],
    ['another name', ['model a=x', 'user y=z'], ['0.0 open'], ['1.0 unowned']],
    ['no open call', ['model a', 'user a x'], ['0.0→1.0 id'], ['1.1 unowned']],
    [
      'after those without an id are settled',
      ['model a b', 'user a -', 'user x'],
      ['0.0→1.0 id', '0.1→1.1 only'],
      ['2.0 unowned'],
    ],
    [
      'beside one without an id: nobody knows',
      ['model a b', 'user - x'],
      ['0.0 open', '0.1 open'],
      ['1.0 unowned', '1.1 unowned'],
    ],
    [
      'in the order of the document, though a stand-in gave way late',
      ['model a', 'user a! a_ts_x y'],
      ['0.0→1.1 decoded'],
      ['1.0 duplicate 0.0', '1.2 unowned'],
    ],
    [
      'in the order of the document, whatever their fate',
      ['model a', 'user x a a! y'],
      ['0.0→1.1 id'],
      ['1.0 unowned', '1.2 duplicate 0.0', '1.3 unowned'],
    ],
  ])
})

describe('where ids may be left out', () => {
  matches(
    [
      [
        'names in another order',
        ['model -=x -=y -=x', 'user -=x -=x -=y'],
        ['0.0→1.0 position', '0.1→1.2 position', '0.2→1.1 position'],
      ],
      ['fewer', ['model -=x -=x', 'user -=x'], ['0.0→1.0 position', '0.1 open']],
      ['more', ['model -=x', 'user -=x -=x'], ['0.0→1.0 position'], ['1.1 unowned']],
      ['another name, but as many', ['model -=x', 'user -=y'], ['0.0→1.0 position']],
      ['another name, and fewer', ['model -=x -=x', 'user -=y'], ['0.0 open', '0.1 open'], ['1.0 unowned']],
      [
        'from afar the only open call of the name',
        ['model -=x', 'user', 'model -=y', 'user -=y -=x'],
        ['0.0→3.1 only', '2.0→3.0 position'],
      ],
      [
        'from afar two of the name: nobody knows',
        ['model -=x', 'user', 'model -=x', 'user', 'model -=y', 'user -=y -=x'],
        ['0.0 open', '2.0 open', '4.0→5.0 position'],
        ['5.1 unowned'],
      ],
      [
        'from afar, the other of the name comes later',
        ['model -=x', 'user', 'model -=y', 'user -=y -=x', 'model -=x', 'user'],
        ['0.0→3.1 only', '2.0→3.0 position', '4.0 open'],
      ],
      ['before its call: nobody’s', ['user -=x', 'model -=x', 'user'], ['1.0 open'], ['0.0 unowned']],
      ['in the turn of its call, before it: nobody’s', ['model >-=x -=x'], ['0.1 open'], ['0.0 unowned']],
      [
        'from afar, a call without a name is no match',
        ['model -', 'user', "model 'so'", 'user -'],
        ['0.0 open'],
        ['3.0 unowned'],
      ],
      [
        'from afar, an id that nobody has is no match',
        ['model -=x', 'user', "model 'so'", 'user z=x'],
        ['0.0 open'],
        ['3.0 unowned'],
      ],
    ],
    { positional: true },
  )
})

test('to an API, a result repeats another only with the very id of its call', () => {
  const { strays } = match(turnsOf(['model a', 'user a a a_ts_x x @a']), layoutOf())
  expect(strays.map(ruleOfStray)).toEqual([
    'duplicate-result',
    'result-without-call',
    'result-without-call',
    'duplicate-result',
  ])
})

describe('where an API counts', () => {
  matches(
    [
      ['by id first', ['model a b', 'user b a'], ['0.0→1.1 id', '0.1→1.0 id']],
      ['then by id without a signature', ['model a b', 'user b_ts_x a'], ['0.0→1.1 id', '0.1→1.0 position']],
      ['then by name', ['model a=x b=y', 'user p=y q=x'], ['0.0→1.1 position', '0.1→1.0 position']],
      ['then by order', ['model a=x b=y', 'user p q'], ['0.0→1.0 position', '0.1→1.1 position']],
      ['an id twice, in order', ['model a a', 'user a a'], ['0.0→1.0 id', '0.1→1.1 id']],
      [
        'an id twice, the one in its place first',
        ['model -=x a=y', 'user a=x a=y'],
        ['0.0→1.0 position', '0.1→1.1 id'],
      ],
      [
        'names in their places before ids that lead elsewhere',
        ['model -=x a=y', 'user a=x -=y'],
        ['0.0→1.0 position', '0.1→1.1 position'],
      ],
      ['the very id goes first', ['model a a_ts_x', 'user a_ts_x a'], ['0.0→1.1 id', '0.1→1.0 id']],
      ['each call once', ['model a=x b=x', 'user p=x a=x'], ['0.0→1.1 id', '0.1→1.0 position']],
      ['each result once', ['model a=x b=x', 'user a=x p=x'], ['0.0→1.0 id', '0.1→1.1 position']],
      [
        'two even exchanges are sound, though their ids are swapped',
        ['model a', 'user b', 'model b', 'user a'],
        ['0.0→1.0 position', '2.0→3.0 position'],
      ],
      [
        'strays are told in the order of the document',
        ['user p', 'model a b', 'user a b', "model 'so'", 'user q'],
        ['1.0→2.0 id', '1.1→2.1 id'],
        ['0.0 unowned', '4.0 unowned'],
      ],
      [
        'an even exchange is sound, whatever is wrong elsewhere',
        ['model a', 'user x', 'model b c', 'user b'],
        ['0.0→1.0 position', '2.0→3.0 id', '2.1 open'],
      ],
      [
        'a result that a call elsewhere misses goes there',
        ['model a', 'user c', 'model b c', 'user b'],
        ['0.0 open', '2.0→3.0 id', '2.1→1.0 id'],
      ],
      [
        'a call whose own result stands elsewhere waits for it',
        ['model a', 'user x', 'model b', 'user b a'],
        ['0.0→3.1 id', '2.0→3.0 id'],
        ['1.0 unowned'],
      ],
      [
        'a call whose own result stands nowhere in particular waits for it',
        ['user a', 'model a', 'user x', 'model b', 'user b'],
        ['1.0→0.0 id', '3.0→4.0 id'],
        ['2.0 unowned'],
      ],
      [
        'one uneven exchange makes another so, and that a third',
        ['model a', 'user b', 'model b', 'user c', 'model c d', 'user d'],
        ['0.0 open', '2.0→1.0 id', '4.0→3.0 id', '4.1→5.0 id'],
      ],
      [
        'an id that two calls wait for takes nothing apart',
        ['model a a', 'user x y', "model 'so'", 'user a'],
        ['0.0→1.0 position', '0.1→1.1 position'],
        ['3.0 duplicate 0.1'],
      ],
      [
        'a result that is free answers before one of an even exchange',
        ['model a', 'user b', 'model b c', "user 'wait'", 'user b c'],
        ['0.0→1.0 position', '2.0→4.0 id', '2.1→4.1 id'],
      ],
      [
        'two results that a later call could want leave the count alone',
        ['model - -', 'user c c', 'model b c', 'user b'],
        ['0.0→1.0 position', '0.1→1.1 position', '2.0→3.0 id', '2.1 open'],
      ],
      [
        'what went to a call before another result of its id came stays with it',
        ['model a', 'user c', 'model b c', 'user b', 'model d', 'user c'],
        ['0.0 open', '2.0→3.0 id', '2.1→1.0 id', '4.0→5.0 position'],
      ],
      [
        'of two results of even exchanges, the first behind a call that waits for it is its own',
        ['model a', 'user', 'model b', 'user a', 'model c', 'user a'],
        ['0.0→3.0 id', '2.0 open', '4.0→5.0 position'],
      ],
      [
        'two calls that wait before a result take nothing apart',
        ['model a', 'user', 'model a', 'user', 'model c', 'user a'],
        ['0.0 open', '2.0 open', '4.0→5.0 position'],
      ],
      [
        'one that waits and one with a stand-in take nothing apart either',
        ['model a', 'user a!', 'model a', 'user', 'model c', 'user a'],
        ['0.0→1.0 id', '2.0 open', '4.0→5.0 position'],
      ],
      [
        'a result farther behind its call than counts',
        ['model a', 'user x', 'user a'],
        ['0.0→2.0 id'],
        ['1.0 unowned'],
      ],
      [
        'a call that waits behind it changes nothing about a result',
        ['model a', 'user', 'model c', 'user a', 'model a', 'user'],
        ['0.0→3.0 id', '2.0 open', '4.0 open'],
      ],
      [
        'only the next turn counts',
        ['model a b', 'user p', 'user q'],
        ['0.0→1.0 position', '0.1→2.0 position'],
      ],
      ['a call at the end has no exchange', ['model a', 'user a', 'model b'], ['0.0→1.0 id', '2.0 open']],
      [
        'one too many is a duplicate',
        ['model a', 'user a', "model 'so'", 'user a'],
        ['0.0→1.0 id'],
        ['3.0 duplicate 0.0'],
      ],
      [
        'a stand-in gives way to the real one elsewhere',
        ['model a', 'user a!', "model 'so'", 'user a'],
        ['0.0→3.0 id'],
        ['1.0 duplicate 0.0'],
      ],
      [
        'a name tells more than the count where a call before misses it',
        ['model -=x', 'user', 'model -=y', 'user -=x'],
        ['0.0→3.0 position', '2.0 open'],
      ],
      [
        'and where a result behind has the name that is awaited',
        ['model -=x', 'user', 'model -=y', 'user -=x', 'user -=y'],
        ['0.0→3.0 position', '2.0→4.0 only'],
      ],
      [
        'a name that only a later call misses leaves the count alone',
        ['model -=x', 'user -=y', 'model -=y', 'user'],
        ['0.0→1.0 position', '2.0 open'],
      ],
      [
        'a result before the call leaves the count alone',
        ['user -=y', 'model -=y', 'user -=x'],
        ['1.0→2.0 position'],
        ['0.0 unowned'],
      ],
      [
        'what is even, in another order, leaves nothing for a later result',
        ['model a b', 'user b a', "model 'so'", 'user a'],
        ['0.0→1.1 id', '0.1→1.0 id'],
        ['3.0 duplicate 0.0'],
      ],
      [
        'what is even by its names, in another order, leaves nothing for a later result',
        ['model -=x -=y', 'user -=y -=x', "model 'so'", 'user -=x'],
        ['0.0→1.1 position', '0.1→1.0 position'],
        ['3.0 unowned'],
      ],
      [
        'of two calls with one id, only the one that is not answered waits for a later result',
        ['model a a b', 'user b a x', "model 'so'", 'user a'],
        ['0.0→1.1 id', '0.1→3.0 id', '0.2→1.0 id'],
        ['1.2 unowned'],
      ],
      [
        'neighbours count as one where names fit',
        ['model -=x', 'model -=x', 'user -=x -=x'],
        ['0.0→2.0 position', '1.0→2.1 position'],
      ],
      [
        'neighbours count as one, also where their results are spread',
        ['model -=x', 'model -=x', 'user -=x', 'user -=x'],
        ['0.0→2.0 position', '1.0→3.0 position'],
      ],
      [
        'only as many neighbours as there are results',
        ['model -=x', 'model -=x', 'model -=y', 'user -=x -=y'],
        ['0.0 open', '1.0→3.0 position', '2.0→3.1 position'],
      ],
      [
        'neighbours whose names do not fit are no exchange',
        ['model -=x', 'model -=y', 'user -=p -=q'],
        ['0.0 open', '1.0 open'],
        ['2.0 unowned', '2.1 unowned'],
      ],
    ],
    { positional: true },
  )
})

describe('where an API counts and the last calls may be running', () => {
  matches(
    [
      [
        'they take nothing apart that stands before them',
        ['model a', 'user c', 'model b c', 'user b'],
        ['0.0→1.0 position', '2.0→3.0 id', '2.1 open'],
      ],
      [
        'whatever comes again there',
        ['model a -=x', 'user a a=x', 'model a'],
        ['0.0→1.0 id', '0.1→1.1 position', '2.0 open'],
      ],
      ['what no call has asked for is theirs', ['user a', 'model a'], ['1.0→0.0 id']],
    ],
    { positional: true },
    { tail: 'open' },
  )
})

describe('where the provider keeps an earlier part', () => {
  matches(
    [
      [
        'a result with a signature may be that of a call it keeps, and leaves a stand-in alone',
        ['model a', 'user a_ts_x a!'],
        ['0.0→1.1 id'],
        ['1.0 duplicate 0.0'],
      ],
      ['from afar too', ['model a', 'user a!', "model 'so'", 'user a_ts_x'], ['0.0→1.0 id'], ['3.0 unowned']],
      ['before its call as well', ['user a_ts_x a!', 'model a'], ['1.0→0.1 id'], ['0.0 unowned']],
      ['a call that waits takes it', ['model a', 'user a_ts_x'], ['0.0→1.0 decoded']],
    ],
    {},
    { isContinued: true },
  )
})

describe('where items have names', () => {
  matches(
    [
      [
        'an item that is there twice waits for nothing of its own',
        ['model#i a', 'model#i a', 'user a'],
        ['0.0→2.0 id', '1.0 excused'],
      ],
      [
        'another item of the same name is one of its own',
        ['model#i a', 'model#i b', 'user a b'],
        ['0.0→2.0 id', '1.0→2.1 id'],
      ],
      [
        'without a name, the same call twice is two',
        ['model a', 'model a', 'user a a'],
        ['0.0→2.1 id', '1.0→2.0 id'],
      ],
    ],
    { named: true },
  )

  test('elsewhere names do not matter', () => {
    const pairs = match(turnsOf(['model#i a', 'user a', 'model#i a', 'user a']), layoutOf())
    expect(printJoints(pairs)).toEqual(['0.0→1.0 id', '2.0→3.0 id'])
  })
})

test('a result that is its call’s by position alone breaks order where ids may be left out', () => {
  expect(ruleOfGuess(layoutOf())).toBe('result-without-call')
  expect(ruleOfGuess(layoutOf({ positional: true }))).toBe('results-out-of-order')
})

describe('neighbours are one frame', () => {
  const sizes = (conversation: readonly string[]): number[] =>
    match(turnsOf(conversation), layoutOf({ positional: true }), { pairByCount }).frames.map(
      ({ joints }) => joints.length,
    )

  test.each<readonly [name: string, conversation: readonly string[], sizes: readonly number[]]>([
    ['where all are answered behind the last', ['model -=x', 'model -=y', 'user -=x -=y'], [2]],
    ['where the last still waits', ['model -=x', 'model -=y', 'user -=x'], [2]],
    ['but not one that waits before it', ['model -=x', 'model -=y', 'user -=y'], [1, 1]],
    ['nor one with a call that waits', ['model a b', 'model c', 'user a c'], [2, 1]],
    [
      'nor one with a result of its own',
      ['model a', 'model b', 'user b', "model 'so'", 'model c', 'user a c'],
      [1, 1, 1],
    ],
    ['nor what stands before that', ['model -=x', 'model -=y', 'model -=z', 'user -=x -=z'], [1, 1, 1]],
    ['nor with somebody between', ['model -=x', 'user', 'model -=y', 'user -=x -=y'], [1, 1]],
  ])('%s', (_, conversation, expected) => {
    expect(sizes(conversation)).toEqual(expected)
  })
})
