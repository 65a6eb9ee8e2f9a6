import { describe, expect, test } from 'vitest'
import { decide } from '../../core/src/engine/arrange/decide.ts'
import { draftOf, setParts } from '../../core/src/engine/draft/draft.ts'
import { keepEnd } from '../../core/src/engine/for-rules/end.ts'
import { match } from '../../core/src/engine/match/match.ts'
import { type Policy, type PolicyName, policies } from '../../core/src/model/policy.ts'
import type { Row } from '../../core/src/model/rulebook.ts'
import { contextOf, type Setting } from './context.ts'
import { printTurns } from './turns.ts'

const refused: Row = { severity: 'refused', evidence: 'docs' }
const advice: Row = { severity: 'advice', evidence: 'docs' }
const rows = { 'call-without-result': refused, 'result-without-call': refused, 'duplicate-result': refused }

function decided(conversation: readonly string[], policy: Policy, setting: Setting = {}): string[] {
  const context = contextOf(conversation, { rows, ...setting })
  const draft = draftOf(context)
  const before = printTurns(draft.turns)
  const hasChanged = decide(draft, match(draft.turns, context.rulebook.layout), policy)
  const after = printTurns(draft.turns)
  expect(hasChanged).toBe(before.join('\n') !== after.join('\n'))
  return after
}

type Case = readonly [
  name: string,
  conversation: readonly string[],
  outcomes: Partial<Readonly<Record<PolicyName, readonly string[]>>>,
  setting?: Setting,
]

const kept = (words: string, label = words): string => `'[tool result kept as text: ${label}]\n${words}'`
const same = (lines: readonly string[]): Case[2] => ({
  keep: lines,
  drop: lines,
  'drop-turn': lines,
  report: lines,
})

function decides(cases: readonly Case[]): void {
  for (const [name, conversation, outcomes, setting] of cases) {
    test.each(Object.entries(outcomes))(`${name}: %s`, (policy, outcome) => {
      expect(decided(conversation, policies[policy as PolicyName], setting)).toEqual(outcome)
    })
  }
}

const paired = ['model a', 'user a']
const open = ['user', 'model a b', 'user b', "model 'so'"]
const running = ['model a b', 'user b']
const cutOff = ['user', "model× 'so' a b", 'user b', "user 'go'"]
const foreign = ['model a', "user a x 'go'"]

describe('open calls', () => {
  decides([
    ['none', paired, same(paired)],
    [
      'one of two',
      open,
      {
        keep: open,
        drop: ['user', 'model b', 'user b', "model 'so'"],
        'drop-turn': ['user', "model 'so'"],
        report: open,
      },
    ],
    ['one that may be running', running, same(running), { tail: 'open' }],
    [
      'one that cannot be running any more',
      running,
      { keep: running, drop: ['model b', 'user b'], 'drop-turn': [] },
      { tail: 'rest' },
    ],
    [
      'one in a live run of several turns',
      ['model a', "model 'so' b"],
      same(['model a', "model 'so' b"]),
      { tail: 'open', layout: { merges: true } },
    ],
    ['one that the API does not mind', open, same(open), { rows: {} }],
    ['one that is advised against', open, same(open), { rows: { 'call-without-result': advice } }],
    ['one that is excused', ['model a?', "user 'go'"], same(['model a?', "user 'go'"])],
    [
      'one beside words',
      ["model 'so' a", "user 'go'"],
      { drop: ["model 'so'", "user 'go'"], 'drop-turn': ["user 'go'"] },
    ],
  ])
})

describe('a turn that goes', () => {
  decides([
    ['takes the results of its calls', ['model a b', "user b 'go'"], { 'drop-turn': ["user 'go'"] }],
    [
      'takes all pieces of the answer, with their results, and no other answer',
      ["model%m 'so'", 'model%m a', 'user a', 'model%m b', "user 'go'", 'model%n c', 'user c'],
      {
        'drop-turn': ["user 'go'", 'model%n c', 'user c'],
        drop: ["model%m 'so'", 'model%m a', 'user a', "user 'go'", 'model%n c', 'user c'],
      },
    ],
    [
      'takes pieces before and after other answers',
      ['model%m a', 'model%n', 'user a', 'model%m b', "user 'go'"],
      { 'drop-turn': ['model%n', "user 'go'"] },
    ],
    [
      'leaves an answer of the same name alone, once somebody has spoken',
      ["model%m 'so'", "user 'go'", 'model%m b', "user 'go'", "model%m 'so'"],
      { 'drop-turn': ["model%m 'so'", "user 'go'", "user 'go'", "model%m 'so'"] },
    ],
    ['takes results that are turns', ['model a b', 'tool b', "user 'go'"], { 'drop-turn': ["user 'go'"] }],
    [
      'leaves the results of other turns',
      ['model c', 'user c', 'model a b', 'user b'],
      { 'drop-turn': ['model c', 'user c'] },
    ],
    [
      'leaves a result that strayed into it',
      ['model c', "model 'so' >c a", "user 'go'"],
      { 'drop-turn': ['model c', 'model >c', "user 'go'"] },
    ],
    [
      'takes a result of its own that strayed into it',
      ['model a b >b', "user 'go'"],
      { 'drop-turn': ["user 'go'"] },
    ],
  ])
})

describe('calls of a turn that was cut off', () => {
  decides([
    [
      'go, and their results are kept as text',
      cutOff,
      {
        keep: ['user', "model× 'so'", `user ${kept('b')}`, "user 'go'"],
        drop: ['user', "model× 'so'", "user 'go'"],
        'drop-turn': ['user', "user 'go'"],
        report: cutOff,
      },
    ],
    ['stay where the API does not mind', cutOff, same(cutOff), { rows: {} }],
    [
      'go where all are answered',
      ["model× 'so' a", 'user a', "user 'go'"],
      { keep: ["model× 'so'", `user ${kept('a')}`, "user 'go'"], drop: ["model× 'so'", "user 'go'"] },
    ],
  ])
})

describe('results without a call', () => {
  decides([
    [
      'a foreign one among others',
      foreign,
      {
        keep: ['model a', `user a ${kept('x')} 'go'`],
        drop: ['model a', "user a 'go'"],
        'drop-turn': ['model a', "user a 'go'"],
        report: foreign,
      },
    ],
    [
      'a foreign one in a turn of its own',
      [...paired, 'tool x', "user 'go'"],
      {
        keep: [...paired, `made user ${kept('x')}`, "user 'go'"],
        drop: [...paired, "user 'go'"],
      },
    ],
    ['a foreign stand-in', ['model a', 'user a x!'], { keep: paired, drop: paired }],
    ['a foreign one that the API does not mind', foreign, same(foreign), { rows: {} }],
    [
      'a foreign one that the API does not mind, though it minds open calls',
      foreign,
      same(foreign),
      { rows: { 'call-without-result': refused } },
    ],
    [
      'a foreign one that is advised against',
      foreign,
      same(foreign),
      { rows: { 'result-without-call': advice } },
    ],
    ['one whose call the provider may keep', foreign, same(foreign), { isContinued: true }],
    [
      'one without an id, though the provider keeps what was before',
      ['model a', "user a - 'go'"],
      { drop: ['model a', "user a 'go'"] },
      { isContinued: true },
    ],
    [
      'one whose call is here too, though the provider keeps what was before',
      ['model a', 'user', 'model a', 'user', 'model b', 'user b a'],
      { drop: ['user', 'user', 'model b', 'user b'] },
      { isContinued: true },
    ],
    [
      'a duplicate, though the provider keeps what was before',
      ['model a', 'user a a'],
      { keep: paired, drop: paired },
      { isContinued: true },
    ],
    ['the same words twice', ['model a', 'user a a'], { keep: paired, drop: paired }],
    [
      'other words for the same call',
      ['model a', 'user a a=x'],
      { keep: [`model a`, `user a ${kept('a=x', 'x a')}`], drop: paired },
    ],
    [
      'a duplicate that the API does not mind',
      ['model a', 'user a a=x'],
      same(['model a', 'user a a=x']),
      { rows: { 'result-without-call': refused } },
    ],
    [
      'the same words under a decoded id',
      ['model a', 'user a a_ts_x'],
      { keep: ['model a', `user a ${kept('a_ts_x')}`], drop: paired },
    ],
  ])
})

test('what goes is told with the rule that it broke', () => {
  const lines = ['model a', "user 'go'", 'model b', 'user b b', 'tool x', "user 'go'"]
  const context = contextOf(lines, { rows })
  const turns = [...context.reading.turns]
  const draft = draftOf(context)
  decide(draft, match(draft.turns, context.rulebook.layout), policies.drop)
  expect(turns.map((turn) => draft.dropped.get(turn) ?? turn.why)).toEqual([
    'call-without-result',
    undefined,
    undefined,
    'duplicate-result',
    'result-without-call',
    undefined,
  ])
})

describe('a result that several open calls could own', () => {
  const unclear = ['model a', 'user', 'model a', 'user', 'model b', 'user b a']
  const mild = { 'call-without-result': refused, 'result-without-call': advice }

  decides([
    [
      'is decided where stray results are only advised against',
      unclear,
      { keep: [...unclear.slice(0, 5), `user b ${kept('a')}`] },
      { rows: mild },
    ],
    [
      'is decided where nobody minds stray results',
      unclear,
      { keep: [...unclear.slice(0, 5), `user b ${kept('a')}`] },
      { rows: { 'call-without-result': refused } },
    ],
    [
      'is left where open calls are only advised against',
      unclear,
      same(unclear),
      { rows: { 'call-without-result': advice, 'result-without-call': advice } },
    ],
  ])
})

describe('the end of the request', () => {
  const ends: Setting = { rows: { ...rows, 'ends-on-model': refused } }
  const ended = (conversation: readonly string[], take: number, setting: Setting): string[] => {
    const draft = draftOf(contextOf(conversation, { rows, ...setting }))
    draft.turns = draft.turns.slice(0, draft.turns.length - take)
    keepEnd(draft)
    return printTurns(draft.turns)
  }
  const filled = "made user '(no message)'"

  test.each<[string, readonly string[], number, readonly string[], Setting]>([
    ['is filled where the last turn went', ["model 'so'", 'user a'], 1, ["model 'so'", filled], ends],
    [
      'is left where it was bad before',
      ["user 'go'", "model 'so'", "model 'x'"],
      1,
      ["user 'go'", "model 'so'"],
      ends,
    ],
    ['is left where it is good', ["user 'go'", "model 'so'"], 1, ["user 'go'"], ends],
    ['is left where it was bad from the start', ["model 'so'"], 0, ["model 'so'"], ends],
    ['is left where the API does not mind', ["model 'so'", 'user a'], 1, ["model 'so'"], {}],
    ['is filled where nothing is left', ['user a'], 1, [filled], {}],
    ['is left where more stands elsewhere', ['user a'], 1, [], { isPartial: true }],
    ['is left where there was nothing', [], 0, [], ends],
    ['is left at rest', ["model 'so'", 'user a'], 1, ["model 'so'"], { ...ends, tail: 'rest' }],
    ['is left at rest, even if nothing is left', ['user a'], 1, [], { ...ends, tail: 'rest' }],
  ])('%s', (_, conversation, take, expected, setting) => {
    expect(ended(conversation, take, setting)).toEqual(expected)
  })

  test('is judged as it was, not by what went from it', () => {
    const draft = draftOf(contextOf(["user 'go'", 'model [h'], ends))
    const [, last] = draft.turns
    setParts(last!, [], 'empty-turn')
    keepEnd(draft)
    expect(printTurns(draft.turns)).toEqual(["user 'go'", 'model', filled])
  })

  test('is left where it was bad before something went from it', () => {
    const draft = draftOf(contextOf(["user 'go'", "model 'so' a"], ends))
    const last = draft.turns[1]!
    setParts(last, last.parts.slice(0, 1), 'call-without-result')
    keepEnd(draft)
    expect(printTurns(draft.turns)).toEqual(["user 'go'", "model 'so'"])
  })

  test.each([
    ['a bad end', ["model 'so'", "user 'go'", 'user a'], 1, [2, 'ends-on-model']],
    ['no turn at all', ["user 'go'", 'user a'], 0, [1, 'empty-turn']],
  ] as const)('is filled beside the last turn of the document: %s', (_, conversation, left, [near, why]) => {
    const draft = draftOf(contextOf(conversation, ends))
    draft.turns = draft.turns.slice(0, left)
    keepEnd(draft)
    expect(draft.turns).toHaveLength(left + 1)
    expect(draft.turns.at(-1)).toMatchObject({ near, why })
  })
})
