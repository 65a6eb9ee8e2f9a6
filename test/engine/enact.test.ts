import { describe, expect, test } from 'vitest'
import { type Draft, draftOf } from '../../core/src/engine/draft/draft.ts'
import { enact } from '../../core/src/engine/draft/enact.ts'
import { keepMarks } from '../../core/src/engine/draft/keep-marks.ts'
import { match } from '../../core/src/engine/match/match.ts'
import type { FactName } from '../../core/src/model/fact-names.ts'
import type { Format } from '../../core/src/model/format.ts'
import type { Intent } from '../../core/src/model/intent.ts'
import { type Call, cacheMarkOf, type Part, type Result, type Turn } from '../../core/src/model/transcript.ts'
import { contextOf, type Setting } from './context.ts'
import { layoutOf, printTurns } from './turns.ts'

function draftWith(conversation: readonly string[], setting: Setting = {}): Draft {
  return draftOf(contextOf(conversation, setting))
}

/** Does what the intents say, and writes down what became of the conversation. */
function enacted(draft: Draft, intents: readonly Intent[], why = 'test'): string[] {
  enact(draft, intents, match(draft.turns, layoutOf()).joints, why)
  return printTurns(draft.turns)
}

const turnAt = ({ turns }: Draft, position: number): Turn => turns[position] as Turn
const partAt = (draft: Draft, position: number, place: number): Part =>
  turnAt(draft, position).parts[place] as Part

describe('a fact that is set', () => {
  const set = (on: Turn | Part, fact: FactName, value: unknown): Intent => ({ do: 'set', on, fact, value })

  test('an id, on a call and on its result', () => {
    const draft = draftWith(['model a b', 'user b a'])
    const name = set(partAt(draft, 0, 1), 'name', 'read')
    enacted(draft, [set(partAt(draft, 0, 0), 'id', 'x'), name])
    expect(draft.turns.map(({ parts }) => parts.map((part) => (part as Call).id))).toEqual([
      ['x', 'b'],
      ['b', 'x'],
    ])
    expect(partAt(draft, 1, 1)).toMatchObject({ changed: new Map([['id', 'x']]), why: 'test' })
    expect(partAt(draft, 1, 0).changed).toBeUndefined()
  })

  test('an id, on a call without a result', () => {
    const draft = draftWith(['model a'])
    enacted(draft, [set(partAt(draft, 0, 0), 'id', 'x')])
    expect(partAt(draft, 0, 0)).toMatchObject({ id: 'x' })
  })

  test('an id, on a result alone', () => {
    const draft = draftWith(['model a', 'user a'])
    enacted(draft, [set(partAt(draft, 1, 0), 'id', 'x')])
    expect([partAt(draft, 0, 0), partAt(draft, 1, 0)]).toMatchObject([{ id: 'a' }, { id: 'x' }])
  })

  test('an id, on what has none: only its value is written', () => {
    const draft = draftWith(["user 'go'"])
    enacted(draft, [set(partAt(draft, 0, 0), 'id', 'x')])
    expect(partAt(draft, 0, 0)).not.toHaveProperty('id')
    expect(partAt(draft, 0, 0).changed).toEqual(new Map([['id', 'x']]))
  })

  test('a name, on a call, on a result, and on nothing else', () => {
    const draft = draftWith(['model a', "user a 'go'"])
    const parts = [partAt(draft, 0, 0), partAt(draft, 1, 0), partAt(draft, 1, 1)]
    enacted(
      draft,
      parts.map((part) => set(part, 'name', 'read')),
    )
    expect(parts.map((part) => (part as Call).name)).toEqual(['read', 'read', undefined])
    expect(parts.map((part) => (part as Call).id)).toEqual(['a', 'a', undefined])
  })

  test.each(['arguments', 'argumentsObject'] as const)('%s: a call can be read from now on', (fact) => {
    const draft = draftWith(['model a', 'user a'])
    const [call, result] = [partAt(draft, 0, 0) as Call, partAt(draft, 1, 0) as Result]
    call.form = 'broken-text'
    enacted(draft, [set(call, fact, {}), set(result, fact, {}), set(result, 'content', {})])
    expect(call.form).toBe('object')
    expect(result).not.toHaveProperty('form')
    // The format of these lines has one way to write arguments down.
    expect([...(call.changed ?? [])]).toEqual([['arguments', {}]])
  })

  test('the object of arguments, where a format has a place for it', () => {
    const facts = { call: { argumentsObject: { path: ['x'], encode: String } } } as unknown as Format['facts']
    const draft = draftWith(['model a'], { format: { facts } })
    enacted(draft, [set(partAt(draft, 0, 0), 'argumentsObject', {})])
    expect([...(partAt(draft, 0, 0).changed ?? [])]).toEqual([['argumentsObject', {}]])
  })

  test('who speaks, and what is only written', () => {
    const draft = draftWith(["system 'go'"])
    enacted(draft, [set(turnAt(draft, 0), 'speaker', 'user'), set(turnAt(draft, 0), 'name', 'Ann')])
    expect(turnAt(draft, 0)).toMatchObject({
      speaker: 'user',
      changed: new Map([
        ['speaker', 'user'],
        ['name', 'Ann'],
      ]),
    })
    expect(turnAt(draft, 0)).not.toHaveProperty('name')
  })

  test('of the body', () => {
    const draft = draftWith(["user 'go'"])
    enacted(draft, [{ do: 'set-body', fact: 'thinking', value: 'off' }])
    expect([...draft.body]).toEqual([['thinking', { value: 'off', why: 'test' }]])
  })
})

describe('a fact that is taken away', () => {
  const facts: readonly FactName[] = ['calls', 'itemId', 'name']

  test.each(facts)('%s of a turn', (fact) => {
    const draft = draftWith(["model#i 'so'"])
    const turn = turnAt(draft, 0)
    turn.vacant = true
    enacted(draft, [{ do: 'unset', on: turn, fact }])
    expect([turn.vacant, turn.itemId]).toEqual([fact !== 'calls', fact === 'itemId' ? undefined : 'i'])
    expect(turn).toMatchObject({ changed: new Map([[fact, undefined]]), why: 'test' })
  })

  test.each(facts)('%s of a part', (fact) => {
    const draft = draftWith(["model#i 'so'"])
    const part = partAt(draft, 0, 0)
    enacted(draft, [{ do: 'unset', on: part, fact }])
    expect(part).not.toHaveProperty('vacant')
    expect(part).not.toHaveProperty('itemId')
    expect(part.changed).toEqual(new Map([[fact, undefined]]))
  })
})

describe('what is dropped', () => {
  const drop = (draft: Draft, position: number, place?: number): Intent => {
    const turn = turnAt(draft, position)
    return place === undefined ? { do: 'drop', turn } : { do: 'drop', turn, part: turn.parts[place] as Part }
  }
  type Row = readonly [string, readonly string[], readonly (readonly [number, number?])[], readonly string[]]

  test.each<Row>([
    ['a turn', ["user 'go'", 'model a', "user 'so'"], [[1]], ["user 'go'", "user 'so'"]],
    ['a part', ["user 'go' 'on'"], [[0, 0]], ["user 'on'"]],
    [
      'two parts of one turn',
      ["user 'go' 'on' *"],
      [
        [0, 0],
        [0, 2],
      ],
      ["user 'on'"],
    ],
    ['a turn that is its part', ['model a', 'tool a', "user 'go'"], [[1, 0]], ['model a', "user 'go'"]],
    ['nothing', ["user 'go'"], [], ["user 'go'"]],
  ])('%s', (_, conversation, places, wanted) => {
    const draft = draftWith(conversation)
    const intents = places.map(([position, place]) => drop(draft, position, place))
    expect(enacted(draft, intents)).toEqual(wanted)
  })

  test('is told with its rule', () => {
    const draft = draftWith(["user 'go' 'on'", 'tool a'])
    const [turn, tool] = [turnAt(draft, 0), turnAt(draft, 1)]
    const part = partAt(draft, 0, 0)
    enacted(draft, [drop(draft, 0, 0), drop(draft, 1, 0)], 'empty-text')
    expect([part.why, turn.why, draft.dropped.get(tool)]).toEqual(['empty-text', 'empty-text', 'empty-text'])
  })

  test.each<[string, boolean]>([
    ['call-without-result', true],
    ['result-without-call', true],
    ['duplicate-result', true],
    ['tool-denied', true],
    ['empty-text', false],
  ])('takes a turn that is left with nothing: by %s %s', (why, isGone) => {
    const holdsMore = (): boolean => true
    const draft = draftWith(['model ~ a', "user 'go'"], { format: { holdsMore } })
    const wanted = isGone ? ["user 'go'"] : ["model ~ '(no message)'", "user 'go'"]
    expect(enacted(draft, [drop(draft, 0, 1)], why)).toEqual(wanted)
  })

  test('leaves the list as it is where no turn comes or goes', () => {
    const draft = draftWith(["user 'go' 'on'"])
    const { turns } = draft
    enacted(draft, [drop(draft, 0, 0)])
    expect(draft.turns).toBe(turns)
  })

  /** A conversation in which `|` is about the call of this id, if it is about any. */
  const about = (line: string, ...ids: readonly (string | undefined)[]): Draft => {
    const draft = draftWith([line])
    const others = turnAt(draft, 0).parts.filter((part) => part.kind === 'other')
    others.forEach((part, index) => {
      if (ids[index] !== undefined) Object.assign(part, { about: ids[index] })
    })
    return draft
  }

  test.each<[string, Draft, number, string]>([
    ['a call, with what is about it', about('model a | b |', 'a', 'b'), 0, 'model b |'],
    ['a call, without what is about nothing', about('model a | b |', 'a'), 0, 'model b |'],
    ['a call, without what is about another', about('model a | b', 'b'), 0, 'model | b'],
    ['a call whose id another has', about('model a | a', 'a'), 0, 'model | a'],
    ['words, whatever is about a call', about("model 'a' | a", 'a'), 0, 'model | a'],
    ['a result, whatever is about a call', about('model >a | b', 'a'), 0, 'model | b'],
  ])('%s', (_, draft, place, wanted) => {
    expect(enacted(draft, [drop(draft, 0, place)])).toEqual([wanted])
  })
})

describe('a turn that is put in', () => {
  test.each(['before', 'after'] as const)('%s another', (side) => {
    const draft = draftWith(["user 'go'", "model 'so'"])
    const beside = turnAt(draft, 1)
    const lines = enacted(draft, [{ do: 'insert-turn', beside, side, speaker: 'user', text: 'on' }])
    const made = "made user 'on'"
    expect(lines).toEqual(["user 'go'", ...(side === 'before' ? [made, "model 'so'"] : ["model 'so'", made])])
    expect(draft.turns.find(({ index }) => index < 0)).toMatchObject({ near: 1, why: 'test', shape: 'text' })
  })
})

describe('a part that becomes text', () => {
  const kept = (words: string, label = words): string => `'[tool result kept as text: ${label}]\n${words}'`
  const toText = (draft: Draft, position: number, place: number, beside?: number): Intent => ({
    do: 'to-text',
    turn: turnAt(draft, position),
    part: partAt(draft, position, place) as Result,
    ...(beside === undefined ? {} : { beside: turnAt(draft, beside) }),
  })
  type Row = readonly [
    string,
    readonly string[],
    readonly (readonly [number, number, number?])[],
    readonly string[],
    Setting,
  ]

  test.each<Row>([
    ['stays where it stood', ["user a 'go'"], [[0, 0]], [`user ${kept('a')} 'go'`], {}],
    [
      'beside another',
      ["user a b 'go'"],
      [
        [0, 0],
        [0, 1],
      ],
      [`user ${kept('a')} ${kept('b')} 'go'`],
      {},
    ],
    [
      'in the turn of the model',
      ['model >a', "user 'go'"],
      [[0, 0]],
      [`made user ${kept('>a', 'a')}`, "user 'go'"],
      {},
    ],
    [
      'in a turn of its own',
      ['tool a', "model 'so'"],
      [[0, 0]],
      [`made user ${kept('a')}`, "model 'so'"],
      {},
    ],
    [
      'after another turn',
      ["user a 'go'", "model 'so'"],
      [[0, 0, 1]],
      ["user 'go'", "model 'so'", `made user ${kept('a')}`],
      {},
    ],
    [
      'apart from results that stand alone',
      ['user a b'],
      [[0, 0]],
      ['user b', `made user ${kept('a')}`],
      { layout: { alone: true } },
    ],
    [
      'in its place, where no other result is there',
      ["user a 'go'"],
      [[0, 0]],
      [`user ${kept('a')} 'go'`],
      { layout: { alone: true } },
    ],
  ])('%s', (_, conversation, places, wanted, setting) => {
    const draft = draftWith(conversation, setting)
    const intents = places.map(([position, place, beside]) => toText(draft, position, place, beside))
    expect(enacted(draft, intents, 'result-without-call')).toEqual(wanted)
  })

  test('has its pictures beside it', () => {
    const unpack = (): readonly unknown[] => [
      { text: 'see' },
      { media: 'P' },
      { text: 'this' },
      { media: 'Q' },
    ]
    const draft = draftWith(['user a=read'], { format: { unpack } as unknown as Partial<Format> })
    enacted(draft, [toText(draft, 0, 0)])
    expect(turnAt(draft, 0).parts).toMatchObject([
      { kind: 'text', text: '[tool result kept as text: read a]\nsee\nthis', index: -1 },
      { kind: 'media', raw: 'P', index: -1, why: 'test' },
      { kind: 'media', raw: 'Q', index: -1 },
    ])
  })

  test.each([
    ['in its turn', "user a 'go'"],
    ['in a turn of its own', 'model >a'],
  ])('has the mark of the part: %s', (_, line) => {
    const draft = draftWith(["user 'x'", line], { format: { keepMarks } })
    const part = Object.assign(partAt(draft, 1, 0), { mark: 'm' })
    enacted(draft, [toText(draft, 1, 0)])
    const told = draft.turns.at(-1) as Turn
    expect(told.shape).toBe('list')
    expect([cacheMarkOf(told.parts[0] as Part), cacheMarkOf(part)]).toEqual(['m', undefined])
  })

  test('has no mark where the part has none', () => {
    const draft = draftWith(['model >a'])
    enacted(draft, [toText(draft, 0, 0)])
    const told = draft.turns.at(-1) as Turn
    expect([told.shape, told.parts[0]?.changed]).toEqual(['text', undefined])
  })
})

describe('the marks of what goes', () => {
  const text = { type: 'text' }

  test.each<[string, Intent[], string | undefined]>([
    ['are kept', [], 'm'],
    ['are kept, whatever else the body gets', [{ do: 'set-body', fact: 'choice', value: text }], 'm'],
    [
      'go where the body takes the part over',
      [{ do: 'set-body', fact: 'instruction-parts', value: [text] }],
      undefined,
    ],
    [
      'are kept where another list has it',
      [{ do: 'set', on: {} as Part, fact: 'content', value: [text] }],
      'm',
    ],
  ])('%s', (_, others, wanted) => {
    const draft = draftWith(["user 'go' 'on'"], { format: { keepMarks } })
    const [first, second] = turnAt(draft, 0).parts as [Part, Part]
    Object.assign(first, { raw: {} })
    Object.assign(second, { raw: text, mark: 'm' })
    enacted(draft, [...others, { do: 'drop', turn: turnAt(draft, 0), part: second }])
    expect(cacheMarkOf(first)).toBe(wanted)
  })
})

test('a turn that becomes empty goes where the request is legal without it', () => {
  const draft = draftWith(["user 'go'", "model 'so'", "user 'on'"])
  expect(enacted(draft, [{ do: 'vacate', turn: turnAt(draft, 1) }])).toEqual(["user 'go'", "user 'on'"])
})
