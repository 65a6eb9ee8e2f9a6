import { describe, expect, test } from 'vitest'
import {
  callsAlone,
  dropTool,
  type HostedSeat,
  hostedLoops,
  resultsAlone,
} from '../../core/src/engine/for-rules/hosted.ts'
import { placeOf, turnsOf } from './turns.ts'

const print = ({ turn, part, mayWait }: HostedSeat): string =>
  `${placeOf(turn, part)} ${part.half} ${part.id ?? '-'}${mayWait ? ' may wait' : ''}`

type Row = readonly [name: string, conversation: readonly string[], wanted: readonly (readonly string[])[]]

describe('the tools of the provider, loop by loop', () => {
  const rows: readonly Row[] = [
    ['none', ["user 'go'", 'model a', 'user a'], []],
    ['a pair in the first turn', ["model [h 'so' h]"], [['0.0 call h may wait', '0.2 result h may wait']]],
    ['several in one turn', ['model [h [i'], [['0.0 call h may wait', '0.1 call i may wait']]],
    [
      'results are no words, and the model went on after them',
      ["user 'go'", 'model [h a', 'user a', "model h] 'so'"],
      [['1.0 call h may wait', '3.0 result h may wait']],
    ],
    [
      'words close a loop: what is before it does not wait',
      ['model [h', "user 'go'", 'model [i'],
      [['0.0 call h'], ['2.0 call i may wait']],
    ],
    ['a loop without one is no loop', ['model [h', "user 'go'", "model 'so'"], [['0.0 call h']]],
    [
      'each in its loop, first to last',
      ['model [h', "user 'a'", 'model [i', "user 'b'", 'model [j', "user 'c'"],
      [['0.0 call h'], ['2.0 call i'], ['4.0 call j']],
    ],
    [
      'after words only a model that went on by itself may wait',
      ['model [h a', 'user a', 'model [i', "user 'go'"],
      [['0.0 call h may wait', '2.0 call i']],
    ],
    [
      'results that words follow at once let nothing wait',
      ['model [h a', 'user a', "user 'go'"],
      [['0.0 call h']],
    ],
    ['results at the end let it wait', ['model [h a', 'user a'], [['0.0 call h may wait']]],
    ['what somebody else says of a tool is not one', ['model [h', 'user [i'], [['0.0 call h']]],
  ]

  test.each(rows)('%s', (_, conversation, wanted) => {
    expect(hostedLoops(turnsOf(conversation)).map(({ seats }) => seats.map(print))).toEqual(wanted)
  })
})

describe('halves without their other half', () => {
  const rows: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
    ['a pair', 'model [h h]', [], []],
    ['calls alone, in order', 'model [h [i [j i]', ['0.0', '0.2'], []],
    ['results alone, in order', 'model h] [i i] j]', [], ['0.0', '0.3']],
    ['a result before its call', 'model h] [h', ['0.1'], ['0.0']],
    ['a call made twice, answered once', 'model [h [h h]', [], []],
    ['without ids none has another', 'model [- -]', ['0.0'], ['0.1']],
  ]

  test.each(rows)('%s', (_, line, calls, results) => {
    const places = (seats: readonly HostedSeat[]): string[] =>
      seats.map(({ turn, part }) => placeOf(turn, part))
    const [loop] = hostedLoops(turnsOf([line]))
    expect(places(callsAlone(loop!))).toEqual(calls)
    expect(places(resultsAlone(loop!))).toEqual(results)
  })
})

describe('a tool that is taken out', () => {
  const dropped = (line: string, ...seats: readonly number[]): string[] => {
    const [loop] = hostedLoops(turnsOf([line]))
    const gone = new Set<unknown>()
    return seats
      .flatMap((seat) => dropTool(loop!, loop!.seats[seat]!, gone))
      .map((intent) =>
        intent.do === 'drop' && intent.part ? `drop ${placeOf(intent.turn, intent.part)}` : '',
      )
  }

  test.each<[string, string, readonly number[], readonly string[]]>([
    ['goes with its other half', 'model [h [i h]', [0], ['drop 0.0', 'drop 0.2']],
    ['goes once', 'model [h [i h]', [0, 2, 0], ['drop 0.0', 'drop 0.2']],
    ['goes alone where it has no id', 'model [- [- -]', [1], ['drop 0.1']],
    ['goes as well as another without an id', 'model [- [- -]', [0, 2], ['drop 0.0', 'drop 0.2']],
  ])('%s', (_, line, seats, wanted) => {
    expect(dropped(line, ...seats)).toEqual(wanted)
  })
})
