import { describe, expect, test } from 'vitest'
import { pairByCount } from '../../core/src/engine/match/by-count/pair-by-count.ts'
import { findFaults } from '../../core/src/engine/scan.ts'
import type { Finding } from '../../core/src/model/finding.ts'
import type { Format } from '../../core/src/model/format.ts'
import type { Row } from '../../core/src/model/rulebook.ts'
import { contextOf, type Setting } from './context.ts'

const refused: Row = { severity: 'refused', evidence: 'docs' }
const advice: Row = { severity: 'advice', evidence: 'docs' }
// Each sentence is the name of the variety that it is for.
const variety = (name: string): string => name
const saysOf = Object.fromEntries(
  ['ambiguous', 'nameless', 'unasked', 'decoded', 'guessed', 'kind', 'ordered'].map((name) => [
    name,
    variety(name),
  ]),
)
const stray: Row = { ...refused, saysOf, says: 'usual' }
const strict = {
  'call-without-result': { ...refused, says: 'usual' },
  'result-without-call': stray,
  'duplicate-result': stray,
  'call-id-missing': stray,
  'result-out-of-place': { ...refused, says: '{calling} {answering}' },
  'result-not-leading': refused,
  'results-split': refused,
  'results-out-of-order': stray,
  'call-not-last': refused,
}

const format = { lists: { content: { path: ['content'] } }, pairByCount } as unknown as Partial<Format>

/** The pairing faults of a conversation: rule, place, the API’s sentence, and how bad and how sure it is. */
function faults(conversation: readonly string[], setting: Setting = {}): string[] {
  const context = contextOf(conversation, { rows: strict, format, ...setting })
  return findFaults(context, []).map(print)
}

function print({ rule, at, says, severity, confidence }: Finding): string {
  const place = at.filter((step) => step !== 'content').join('.')
  const words = [rule, place, says, severity === 'advice' ? 'advice' : undefined, confidence]
  return words.filter((word) => word !== undefined).join(' ')
}

describe('results without a call', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['none', ['model a', 'user a'], []],
    ['in a turn of its own', ["user 'go'", 'user x'], ['result-without-call 1.0 usual']],
    [
      'right after calls',
      ['model a', 'user a x y'],
      ['result-without-call 1.1 unasked', 'result-without-call 1.2 unasked'],
    ],
    ['after calls and their results', ['model a', 'user a', 'user x'], ['result-without-call 2.0 unasked']],
    ['after words', ['model a', "user a 'go'", "user 'on'", 'user x'], ['result-without-call 3.0 usual']],
    ['after words of the model', ["model 'so'", 'user x'], ['result-without-call 1.0 usual']],
    ['after a call among words', ["model 'so' a", 'user a x'], ['result-without-call 1.1 unasked']],
    ['among words after calls', ['model a', "user a 'go' x"], ['result-without-call 1.2 unasked']],
    ['without an id', ["user 'go'", 'user -'], ['result-without-call 1.0 nameless']],
    ['a second one', ['model a', 'user a a'], ['duplicate-result 1.1 unasked']],
    ['a second one far away', ['model a', 'user a', "model 'so'", 'user a'], ['duplicate-result 3.0 usual']],
  ])('%s', (_, conversation, wanted) => {
    expect(faults(conversation)).toEqual(wanted)
  })

  test('one that the provider may know the call of is none', () => {
    expect(faults(["user 'go'", 'user x'], { isContinued: true })).toEqual([])
  })

  const unclear = ['model a', 'user', 'model a', 'user', 'model b', 'user b a']
  const open = ['call-without-result 0 usual', 'call-without-result 2 usual']

  test.each<[string, Setting['rows'], readonly string[]]>([
    ['refused where both are', strict, [...open, 'result-without-call 5.1 ambiguous low']],
    [
      'refused where an open call is',
      { ...strict, 'result-without-call': { ...stray, severity: 'advice' } },
      [...open, 'result-without-call 5.1 ambiguous low'],
    ],
    [
      'as bad as a stray result where an open call is less bad',
      { ...strict, 'call-without-result': advice, 'result-without-call': { ...stray, severity: 'advice' } },
      [
        'call-without-result 0 advice',
        'call-without-result 2 advice',
        'result-without-call 5.1 ambiguous advice low',
      ],
    ],
    [
      'as bad as a stray result where nobody minds an open call',
      { 'result-without-call': { ...stray, severity: 'advice' } },
      ['result-without-call 5.1 ambiguous advice low'],
    ],
  ])('one that several calls could own is %s', (_, rows, wanted) => {
    expect(faults(unclear, { ...(rows === undefined ? {} : { rows }) })).toEqual(wanted)
  })
})

describe('results that a call was guessed for', () => {
  const mild = { ...strict, 'result-without-call': { ...stray, severity: 'advice' as const } }

  test.each<[string, readonly string[], readonly string[]]>([
    ['by its place', ['model a', 'user x'], ['result-without-call 1.0 guessed low']],
    ['by its id without a signature', ['model a', 'user a_ts_x'], ['result-without-call 1.0 decoded low']],
    ['by its id', ['model a', 'user a'], []],
    ['where the call has no id', ['model -', 'user x'], []],
    ['where the result has no id', ['model a', 'user -'], []],
  ])('%s', (_, conversation, wanted) => {
    expect(faults(conversation)).toEqual(wanted)
    expect(faults(conversation, { rows: mild })).toEqual(wanted)
  })

  test('of a tool of another kind', () => {
    const context = contextOf(['model a', 'user a'], { rows: strict, format })
    Object.assign(context.reading.turns[1]?.parts[0] ?? {}, { tool: 'custom' })
    expect(findFaults(context, []).map(print)).toEqual(['result-without-call 1.0 kind low'])
  })
})

describe('joints', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['an open call', ['model a b', 'user b'], ['call-without-result 0 usual']],
    ['an open call of a turn with words', ["user 'go'", "model 'so' a"], ['call-without-result 1 usual']],
    [
      'a result elsewhere',
      ["user 'x'", 'model a', 'user', "model 'so'", 'user a'],
      ['result-out-of-place 4.0 1 2'],
    ],
    ['a call before words', ["model a 'so'", 'user a'], ['call-not-last 0.0']],
  ])('%s', (_, conversation, wanted) => {
    expect(faults(conversation)).toEqual(wanted)
  })

  test('calls need not be last where nobody says so', () => {
    expect(faults(["model a 'so'", 'user a'], { layout: { callsLast: false } })).toEqual([])
  })

  test('an open call may be running', () => {
    expect(faults(['model a b', 'user b'], { tail: 'open' })).toEqual([])
  })

  test.each<[string, readonly string[], readonly string[]]>([
    ['in order', ['model a b', 'user a b'], []],
    ['in another order', ['model a b', 'user b a'], ['results-out-of-order 1.0 ordered']],
  ])('where an API counts: %s', (_, conversation, wanted) => {
    expect(faults(conversation, { layout: { positional: true } })).toEqual(wanted)
    expect(faults(conversation)).toEqual([])
  })
})
