import { describe, expect, test } from 'vitest'
import { type Draft, draftOf } from '../../core/src/engine/draft/draft.ts'
import { enact } from '../../core/src/engine/draft/enact.ts'
import type { Intent } from '../../core/src/model/intent.ts'
import type { Row } from '../../core/src/model/rulebook.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { contextOf, type Setting } from './context.ts'
import { printTurns } from './turns.ts'

/** A draft; a turn that is written `user: 'go'` is one string, `model=: a` holds its parts in another list. */
function draftWith(lines: readonly string[], setting: Setting = {}): Draft {
  const draft = draftOf(
    contextOf(
      lines.map((line) => line.replace(/[=:]/g, '')),
      setting,
    ),
  )
  lines.forEach((line, position) => {
    const turn = draft.turns[position] as Turn
    if (/^\w+:/.test(line)) turn.shape = 'text'
    if (/^\w+=/.test(line)) for (const part of turn.parts) Object.assign(part, { list: 'other' })
  })
  return draft
}

function done(draft: Draft, intents: readonly Intent[]): string[] {
  enact(draft, intents, [], 'test')
  return printTurns(draft.turns)
}

/** Makes one of all turns. */
function merged(draft: Draft): string[] {
  const pairs = draft.turns.slice(1).map((second, at) => ({ first: draft.turns[at] as Turn, second }))
  return done(
    draft,
    pairs.map((pair) => ({ do: 'merge', ...pair })),
  )
}

describe('neighbours that become one turn', () => {
  test.each<[string, readonly string[], readonly string[], string]>([
    ['lists', ["user 'a' *", "user 'b'"], ["user 'a' * 'b'"], 'list'],
    ['three of them', ["user 'a'", "user 'b'", "user 'c'"], ["user 'a' 'b' 'c'"], 'list'],
    ['strings', ["user: 'a'", "user: 'b'"], ["user 'a\n\nb'"], 'text'],
    ['three strings', ["user: 'a'", "user: 'b'", "user: 'c'"], ["user 'a\n\nb\n\nc'"], 'text'],
    ['a string and a list', ["user: 'a'", "user 'b'"], ["user 'a' 'b'"], 'list'],
    ['a list and a string', ["user 'a'", "user: 'b'"], ["user 'a' 'b'"], 'list'],
    ['a string without a word', ["user: ''", "user: 'b'"], ["user 'b'"], 'text'],
    ['strings without a word', ["user: ''", "user: ''"], ["user ''"], 'text'],
    ['lists with a text without a word', ["user 'a' ''", 'user *'], ["user 'a' *"], 'list'],
    ['lists without a word', ["user ''", "user ''"], ["user '' ''"], 'list'],
    ['a string and a picture that is no list', ["user: 'a'", 'user: *'], ["user 'a' *"], 'list'],
    ['what stands in another list comes last', ['model= a', "model 'so'"], ["model 'so' a"], 'list'],
    ['strings, and what stands in another list', ["model: 'so'", 'model= a'], ["model 'so' a"], 'list'],
    ['a turn that is its part stays', ["user 'a'", 'tool a'], ["user 'a'", 'tool a'], 'list'],
  ])('%s', (_, lines, wanted, shape) => {
    const draft = draftWith(lines)
    expect(merged(draft)).toEqual(wanted)
    expect(draft.turns[0]?.shape).toBe(shape)
  })

  test('strings beside calls in another list are one string', () => {
    const draft = draftWith(["model: 'a'", "model: 'b'", 'model= a'])
    for (const turn of draft.turns) turn.shape = 'text'
    expect(merged(draft)).toEqual(["model 'a\n\nb' a"])
    expect(draft.turns[0]?.shape).toBe('text')
  })

  test('turns without a word keep their shape', () => {
    const draft = draftWith(['model= a', 'model= b'])
    for (const turn of draft.turns) turn.shape = 'none'
    expect(merged(draft)).toEqual(['model a b'])
    expect(draft.turns[0]?.shape).toBe('none')
  })

  test('are told with the rule', () => {
    const draft = draftWith(["user 'a'", "user 'b'"])
    const [first, second] = draft.turns as [Turn, Turn]
    merged(draft)
    expect([first.why, draft.dropped.get(second)]).toEqual(['test', 'test'])
  })

  test.each<[string, string, boolean]>([
    ['calls come', 'model= a', false],
    ['no calls come', "model 'so'", true],
  ])('a list of calls that went because it was empty is there again if %s', (_, line, isGone) => {
    const draft = draftWith(["model 'x'", line])
    const first = draft.turns[0] as Turn
    first.changed = new Map([['calls', undefined]])
    merged(draft)
    expect(first.changed.has('calls')).toBe(isGone)
  })

  test.each<[string, readonly string[], unknown]>([
    ['the first has its own', ['model= ~', 'model= ~'], undefined],
    ['only the second has some', ["model 'so'", 'model= ~'], 'R1'],
    ['only the third has some', ["model 'so'", "model 'x'", 'model= ~'], 'R2'],
    ['none has any', ["model 'so'", "model 'x'"], undefined],
    ['it is a part like the others', ["model 'so'", 'model ~'], undefined],
  ])('reasoning that is a member of its turn goes along: %s', (_, lines, wanted) => {
    const draft = draftWith(lines)
    const first = draft.turns[0] as Turn
    for (const turn of draft.turns)
      for (const part of turn.parts)
        if (part.kind === 'reasoning') Object.assign(part, { raw: `R${turn.index}` })
    merged(draft)
    expect(first.changed?.get('reasoning')).toBe(wanted)
  })

  test('reasoning that was mended goes along as it will be', () => {
    const draft = draftWith(["model 'so'", 'model= ~'])
    const [first, second] = draft.turns as [Turn, Turn]
    second.changed = new Map([['reasoning', 'mended']])
    merged(draft)
    expect(first.changed?.get('reasoning')).toBe('mended')
  })

  const bound: Row = { severity: 'refused', evidence: 'docs' }
  const rows = { 'reasoning-not-first': bound }

  test.each<[string, readonly string[], readonly string[], Setting]>([
    ['comes to the head', ["model 'a'", "model ~ ~ 'b'"], ["model ~ ~ 'a' 'b'"], { rows }],
    ['stays at the head', ["model ~ 'a'", "model ~ 'b'"], ["model ~ 'a' ~ 'b'"], { rows }],
    ['comes from the end', ["model 'a'", "model 'b' ~"], ["model ~ 'a' 'b'"], { rows }],
    ['stays where nobody minds', ["model 'a'", "model ~ 'b'"], ["model 'a' ~ 'b'"], {}],
    ['of a user stays', ["user 'a'", "user ~ 'b'"], ["user 'a' ~ 'b'"], { rows }],
    ['is not missed', ["model 'a'", "model 'b'"], ["model 'a' 'b'"], { rows }],
  ])('reasoning %s', (_, lines, wanted, setting) => {
    expect(merged(draftWith(lines, setting))).toEqual(wanted)
  })

  test('reasoning stays where the model itself decides when to think', () => {
    const { context, ...draft } = draftWith(["model 'a'", "model ~ 'b'"], { rows })
    const adaptive = { ...draft, context: { ...context, facts: { ...context.facts, isAdaptive: true } } }
    expect(merged(adaptive)).toEqual(["model 'a' ~ 'b'"])
  })
})

describe('what may not stand beside others', () => {
  const alternates: Setting = { layout: { alternates: 'turns' } }

  test.each<[string, string, readonly string[], Setting]>([
    ['words beside calls go before them', "model 'a' a *", ['made model ' + "'a' *", 'model a'], {}],
    [
      'words beside calls, where speakers alternate',
      "model 'a' ~ a",
      ["made model 'a'", "made user '(no message)'", 'model ~ a'],
      alternates,
    ],
    ['words beside results go after them', "user 'a' a * ~ |", ['user a |', "made user 'a' * ~"], {}],
    [
      'words beside results, where speakers alternate',
      "user a 'a'",
      ['user a', "made model '(results received)'", "made user 'a'"],
      alternates,
    ],
    ['results alone stay', 'user a |', ['user a |'], alternates],
  ])('%s', (_, line, wanted, setting) => {
    const draft = draftWith([line], setting)
    expect(done(draft, [{ do: 'split', turn: draft.turns[0] as Turn }])).toEqual(wanted)
    const given = draft.turns.filter(({ parts }) => parts.some(({ index }) => index >= 0))
    expect(given.every(({ shape }) => shape === 'list')).toBe(true)
  })
})
