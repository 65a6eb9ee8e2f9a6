import { describe, expect, test } from 'vitest'
import { surveyor } from '../../core/src/engine/arrange/survey.ts'
import { callNotLast, layFrames } from '../../core/src/engine/match/frames.ts'
import { match } from '../../core/src/engine/match/match.ts'
import type { Tail } from '../../core/src/model/report.ts'
import type { Layout } from '../../core/src/model/rulebook.ts'
import { idOf, layoutOf, placeOf, printFrame, turnsOf } from './turns.ts'

type Row = readonly [name: string, conversation: readonly string[], expected: readonly string[]]

/** What is wrong with where each result stands. */
function stands(rows: readonly Row[], changes?: Partial<Layout>): void {
  test.each(rows)('%s', (_, conversation, expected) => {
    const turns = turnsOf(conversation)
    const layout = layoutOf(changes)
    const surveyFrame = surveyor(turns, layout)
    const faults = match(turns, layout).frames.flatMap((frame) => frame.joints.map(surveyFrame(frame)))
    expect(faults.map((fault) => fault ?? 'good')).toEqual(expected)
  })
}

describe('results stand in the next turn', () => {
  stands([
    ['no result', ['model a', 'user'], ['good']],
    ['at its head', ['model a b', "user b a 'go'"], ['good', 'good']],
    ['behind words', ['model a', "user 'go' a"], ['result-not-leading']],
    ['behind a mark', ['model a', 'user | a'], ['good']],
    ['behind a picture', ['model a', 'user * a'], ['result-not-leading']],
    ['one before and one behind words', ['model a b', "user a 'go' b"], ['good', 'result-not-leading']],
    ['in two turns', ['model a b', 'user a', 'user b'], ['good', 'results-split']],
    [
      'in three turns',
      ['model a b c', 'user a', 'user b', 'user c'],
      ['good', 'results-split', 'results-split'],
    ],
    [
      'in the second turn, both',
      ['model a b', "user 'go'", 'user a b'],
      ['result-out-of-place', 'result-out-of-place'],
    ],
    ['after words in the first', ['model a b', "user a 'go'", 'user b'], ['good', 'result-out-of-place']],
    ['after an empty turn', ['model a', 'user', 'user a'], ['result-out-of-place']],
    ['after an instruction', ['model a', 'system', 'user a'], ['result-out-of-place']],
    ['in an instruction', ['model a', 'system a'], ['result-out-of-place']],
    [
      'one before and one after an instruction',
      ['model a b', 'user a', 'system', 'user b'],
      ['good', 'result-out-of-place'],
    ],
    ['in a turn of another role', ['model a', 'unknown a'], ['good']],
    ['in its own turn', ['model a >a', 'user'], ['result-out-of-place']],
    ['in another frame', ['model a', 'user', 'model b', 'user a b'], ['result-out-of-place', 'good']],
    ['before its call', ['user a', 'model a', 'user'], ['result-out-of-place']],
  ])
})

describe('results stand in the next turn, neighbours merged', () => {
  stands(
    [
      ['in two turns', ['model a b', 'user a', 'user b'], ['good', 'good']],
      ['after an empty turn', ['model a', 'user', 'user a'], ['good']],
      ['after words in the turn before', ['model a', "user 'go'", 'user a'], ['result-not-leading']],
      ['after an instruction', ['model a', 'system', 'user a'], ['result-out-of-place']],
      ['calls in two turns', ['model a', 'model b', 'user a b'], ['good', 'good']],
      ['between the calls', ['model a', 'model >a b', 'user b'], ['result-out-of-place', 'good']],
    ],
    { merges: true, together: 'free' },
  )
})

describe('neighbours merged, results together', () => {
  stands(
    [
      ['in two turns', ['model a b', 'user a', 'user b'], ['good', 'results-split']],
      ['in one turn after an empty one', ['model a', 'user', 'user a'], ['good']],
      ['after words', ['model a b', "user a 'go'", 'user b'], ['good', 'result-not-leading']],
    ],
    { merges: true, together: 'should' },
  )
})

describe('results need not lead', () => {
  stands(
    [
      ['behind words', ['model a', "user 'go' a"], ['good']],
      ['in the second turn', ['model a', "user 'go'", 'user a'], ['result-out-of-place']],
      ['in two turns', ['model a b', 'user a', 'user b'], ['good', 'results-split']],
    ],
    { lead: false, together: 'free' },
  )
})

describe('results stand in an unbroken run', () => {
  stands(
    [
      ['one by one', ['model a b', 'tool b', 'tool a'], ['good', 'good']],
      ['words between', ['model a b', 'tool a', "user 'go'", 'tool b'], ['good', 'result-out-of-place']],
      ['words before', ['model a', "user 'go'", 'tool a'], ['result-out-of-place']],
      ['an empty turn between', ['model a b', 'tool a', 'user', 'tool b'], ['good', 'result-out-of-place']],
      ['among words', ['model a', "user a 'go'"], ['result-out-of-place']],
      [
        'in another frame',
        ['model a', 'user', 'model b', 'tool b', 'tool a'],
        ['result-out-of-place', 'good'],
      ],
      ['in its own turn', ['model a >a', 'user'], ['result-out-of-place']],
    ],
    { answers: 'adjacent' },
  )
})

describe('results stand in their exchange', () => {
  stands(
    [
      ['in a turn of a tool', ['model a', 'tool a'], ['good']],
      ['after another turn of the model', ['model a', "model 'so'", 'tool a'], ['good']],
      [
        'after the results of others',
        ['model a b', 'tool b', 'model c', 'tool a', 'tool c'],
        ['good', 'good', 'good'],
      ],
      ['after words of the user', ['model a', "user 'go'", 'tool a'], ['result-out-of-place']],
      ['after an instruction', ['model a', 'system', 'tool a'], ['result-out-of-place']],
      ['before its call', ['tool a', 'model a'], ['result-out-of-place']],
      ['in the turn of its call', ['model a >a'], ['result-out-of-place']],
      ['in a later turn of the model', ['model a', 'model >a'], ['result-out-of-place']],
      ['in a turn of the user', ['model a', 'user a'], ['result-out-of-place']],
      ['of an excused call, in the turn of the model', ['model a? >a'], ['good']],
      ['of an excused call, in the turn of a tool', ['model a?', "user 'go'", 'tool a'], ['good']],
      ['of an excused call, in a turn of the user', ['model a?', 'user a'], ['result-out-of-place']],
      ['no result', ['model a'], ['good']],
    ],
    { answers: 'exchange' },
  )
})

describe('results stand anywhere', () => {
  stands(
    [['before, after and among words', ['user b', 'model a b', "user 'go'", "user 'x' a"], ['good', 'good']]],
    {
      answers: 'anywhere',
    },
  )
})

test('a survey changes nothing that it sees', () => {
  const turns = turnsOf(['model a >a', 'user a a'])
  const before = structuredClone(turns)
  const layout = layoutOf({ answers: 'adjacent' })
  for (const frame of match(turns, layout).frames) frame.joints.map(surveyor(turns, layout)(frame))
  expect(turns).toEqual(before)
})

describe('a run is cut', () => {
  const rows: readonly Row[] = [
    ['where a call was passed over', ['model a', "model 'so' b", 'user b'], ['0-1-1 a', '1-2-3 b']],
    ['not where nothing is said after it', ['model a', 'model b', 'user'], ['0-2-3 a b']],
    ['before a later answer, even without words', ['model a', 'model b', 'user b'], ['0-1-1 a', '1-2-3 b']],
    ['not where it is answered at the end', ['model a', "model 'so' b", 'user a b'], ['0-2-3 a b']],
    ['not where one of its siblings is answered', ['model a b', "model 'so' c", 'user b c'], ['0-2-3 a b c']],
    [
      'where its result stands inside the run',
      ['model a', "model >a 'so' b", 'user b'],
      ['0-1-1 a', '1-2-3 b'],
    ],
    [
      'where its result is elsewhere',
      ['model a', "model 'so' b", 'user b', "model 'x'", 'user a'],
      ['0-1-1 a', '1-2-3 b'],
    ],
    ['twice', ['model a', "model 'so' b", "model 'so' c", 'user c'], ['0-1-1 a', '1-2-2 b', '2-3-4 c']],
    [
      'an empty turn stays with what is before it',
      ['model a', 'model', 'model b', 'user b'],
      ['0-2-2 a', '2-3-4 b'],
    ],
    ['not before an empty text', ['model a', "model ''", 'user'], ['0-2-3 a']],
    ['before a picture', ['model a', 'model *', 'user'], ['0-1-1 a', '1-2-3']],
    ['not before reasoning', ['model a', 'model ~', 'user'], ['0-2-3 a']],
    ['not before the first call', ["model 'so'", 'model a', 'user'], ['1-2-3 a']],
    [
      'each run by itself',
      ['model a', 'user a', 'model b', "model 'so' c", 'user c'],
      ['0-1-2 a', '2-3-3 b', '3-4-5 c'],
    ],
  ]
  const cut = (conversation: readonly string[], layout: Layout, tail: Tail = 'closed'): string[] => {
    const turns = turnsOf(conversation)
    return layFrames(turns, match(turns, layout), layout, tail).frames.map(printFrame)
  }

  test.each(rows)('%s', (_, conversation, frames) => {
    expect(cut(conversation, layoutOf({ merges: true }))).toEqual(frames)
  })

  const passedOver = ['model a', "model 'so' b", 'user b']

  test('only where calls must be last', () => {
    expect(cut(passedOver, layoutOf({ merges: true, callsLast: false }))).toEqual(['0-2-3 a b'])
  })

  test('only where neighbours merge', () => {
    expect(cut(passedOver, layoutOf())).toEqual(['0-1-1 a', '1-2-3 b'])
  })

  test('not while its calls may be running', () => {
    const live = ['model z', 'user z', 'model a', "model 'so' b", 'user b', 'model c', "model 'so' d"]
    const done = ['0-1-2 z', '2-3-3 a', '3-4-5 b']
    expect(cut(live, layoutOf({ merges: true }), 'rest')).toEqual([...done, '5-6-6 c', '6-7-7 d'])
    expect(cut(live, layoutOf({ merges: true }), 'open')).toEqual([...done, '5-7-7 c d'])
  })

  test('as it is, where there is nothing to cut', () => {
    const turns = turnsOf(['model a', 'user a', 'model b', 'user'])
    const layout = layoutOf({ merges: true })
    const pairs = match(turns, layout)
    expect(layFrames(turns, pairs, layout, 'closed').frames).toBe(pairs.frames)
  })
})

describe('a call that is not last', () => {
  const rows: readonly Row[] = [
    ['words after it', ["model a 'so' b", 'user'], ['0.0']],
    ['words before it', ["model 'so' a", 'user'], []],
    ['words before and after it', ["model 'so' a 'so'", 'user'], ['0.1']],
    ['an empty text after it', ["model a ''", 'user'], []],
    ['white space after it', ["model a ' '", 'user'], ['0.0']],
    ['another call after it', ['model a b', 'user'], []],
    ['the first of two', ["model a b 'so'", 'user'], ['0.0']],
    ['a result after it', ['model a >a', 'user'], []],
    ['reasoning after it', ['model a ~', 'user'], []],
    ['a mark after it', ['model a |', 'user'], []],
    ['a hosted tool that has yet to run after it', ['model a [h', 'user'], []],
    ['words of the next turn of the run', ['model a', "model 'so'", 'user'], ['0.0']],
    ['words of the user', ['model a', "user 'so'"], []],
  ]

  test.each(rows)('%s', (_, conversation, places) => {
    const turns = turnsOf(conversation)
    const { frames } = match(turns, layoutOf({ merges: true }))
    const found = frames.flatMap((frame) => callNotLast(turns, frame) ?? [])
    expect(found.map(({ turn, part }) => placeOf(turn, part))).toEqual(places)
  })
})

describe('calls that may be running', () => {
  const rows: readonly Row[] = [
    ['at the end', ['model a', 'user a', 'model b c'], ['b', 'c']],
    ['with results after them', ['model a b', 'user b'], ['a', 'b']],
    ['with results and a mark after them', ['model a b', 'user b |'], ['a', 'b']],
    ['with a word after them', ['model a b', "user b 'go'"], []],
    ['with an empty turn after them', ['model a', 'user'], []],
    ['with a turn of the model after them', ['model a', 'user a', "model 'so'"], []],
    ['without a call', ["user 'go'"], []],
  ]
  const running = (conversation: readonly string[], tail: Tail): string[] => {
    const turns = turnsOf(conversation)
    const layout = layoutOf()
    return [...layFrames(turns, match(turns, layout), layout, tail).running].map(idOf)
  }

  test.each(rows)('%s', (_, conversation, ids) => {
    expect(running(conversation, 'open')).toEqual(ids)
  })

  test.each(['rest', 'closed'] as const)('none at %s', (tail) => {
    expect(running(['model a'], tail)).toEqual([])
  })
})
