import { describe, expect, test } from 'vitest'
import { arrange } from '../../core/src/engine/arrange/arrange.ts'
import { type Draft, draftOf } from '../../core/src/engine/draft/draft.ts'
import { pairByCount } from '../../core/src/engine/match/by-count/pair-by-count.ts'
import { match } from '../../core/src/engine/match/match.ts'
import type { Format } from '../../core/src/model/format.ts'
import { choosePolicy, type Policy, policies } from '../../core/src/model/policy.ts'
import type { Layout, Row } from '../../core/src/model/rulebook.ts'
import type { Turn } from '../../core/src/model/transcript.ts'
import { summaryLabel } from '../../core/src/texts/shrunk.ts'
import { contextOf, type Setting } from './context.ts'

const refused: Row = { severity: 'refused', evidence: 'docs' }
const rows = Object.fromEntries(
  [
    'call-without-result',
    'result-without-call',
    'result-out-of-place',
    'result-not-leading',
    'results-split',
    'results-out-of-order',
    'call-not-last',
  ].map((rule) => [rule, refused]),
)

const formatOf = (shape: 'list' | 'self', speaker: 'user' | 'tool'): Partial<Format> =>
  ({ results: { shape, speaker, list: 'content' }, pairByCount }) as unknown as Partial<Format>
const inLists = formatOf('list', 'user')
const asTurns = formatOf('self', 'tool')

/** A conversation as the layout wants it; `!` stands behind a result that was made. */
function arranged(conversation: readonly string[], setting: Setting, policy: Policy = policies.keep): Draft {
  const context = contextOf(conversation, { rows, ...setting })
  const draft = draftOf(context)
  const { layout } = context.rulebook
  arrange(draft, match(draft.turns, layout, { pairByCount }), policy)
  return draft
}

function printed({ turns }: Draft): string[] {
  return turns.map(({ parts, index, speaker }: Turn) => {
    const tokens = parts.map((part) => {
      if (part.kind === 'result') return `${part.id ?? '-'}${part.answers === undefined ? '' : '!'}`
      return part.kind === 'text' ? `'${part.text}'` : String(part.raw)
    })
    return [...(index < 0 ? ['made'] : []), speaker, ...tokens].join(' ')
  })
}

type Case = readonly [
  name: string,
  conversation: readonly string[],
  wanted: readonly string[],
  layout: Partial<Layout>,
]

describe('results in turns of the user', () => {
  const summary = `'${summaryLabel(3)}'`
  const cases: readonly Case[] = [
    ['stay where they are legal', ['model a b', "user b a 'go'"], ['model a b', "user b a 'go'"], {}],
    ['are made at the head of the next turn', ['model a', "user 'go'"], ['model a', "user a! 'go'"], {}],
    [
      'are made after one that stands well',
      ['model a b', "user a 'go'"],
      ['model a b', "user a b! 'go'"],
      {},
    ],
    ['are made at the end', ['model a b'], ['model a b', 'made user a! b!'], {}],
    [
      'are made before the model speaks again',
      ['model a', "model 'so'"],
      ['model a', 'made user a!', "model 'so'"],
      {},
    ],
    [
      'go home',
      ['model a', "user 'go'", "model 'so'", "user a 'on'"],
      ['model a', "user a 'go'", "model 'so'", "user 'on'"],
      {},
    ],
    [
      'go home, and a turn that was nothing else goes',
      ['model a', "user 'go'", 'user a'],
      ['model a', "user a 'go'"],
      {},
    ],
    ['go home from before', ['user a', 'model a', "user 'go'"], ['model a', "user a 'go'"], {}],
    ['come together', ['model a b', 'user a', 'user b'], ['model a b', 'user a b'], {}],
    ['come to the head', ['model a', "user 'go' a"], ['model a', "user a 'go'"], {}],
    [
      'come home with others that are made',
      ['model a b', "user 'go'", 'user b'],
      ['model a b', "user a! b 'go'"],
      {},
    ],
    ['have the id of their call', ['model a', 'user x'], ['model a', 'user a'], {}],
    ['stay without an id', ['model a', 'user -'], ['model a', 'user -'], {}],
    ['keep an id that their call has not', ['model -', 'user x'], ['model -', 'user x'], {}],
    [
      'are not put into a summary',
      ['model a', `user ${summary}`],
      ['model a', 'made user a!', `user ${summary}`],
      {},
    ],
    [
      'are not put beside words where they stand alone',
      ['model a', "user 'go'"],
      ['model a', 'made user a!', "user 'go'"],
      { alone: true },
    ],
    [
      'are put beside results where they stand alone',
      ['model a b', 'user x a'],
      ['model a b', 'user b a'],
      { alone: true },
    ],
    [
      'are put into their order where an API counts',
      ['model a b c', "user c a 'go' b"],
      ['model a b c', "user a b 'go' c"],
      { positional: true, lead: false },
    ],
    [
      'are made in their order where an API counts',
      ['model a b', 'user b'],
      ['model a b', 'user a! b'],
      { positional: true },
    ],
  ]

  test.each(cases)('%s', (_, conversation, wanted, layout) => {
    expect(printed(arranged(conversation, { format: inLists, layout }))).toEqual(wanted)
    const { turns, context } = arranged(conversation, { format: inLists, layout }, policies.report)
    expect(turns).toBe(context.reading.turns)
    expect(turns.filter(({ was, changed }) => was ?? changed)).toEqual([])
  })

  test.each<[string, 'text' | 'list' | 'none', boolean, boolean]>([
    ['a string becomes a list', 'text', false, true],
    ['a string stays where neighbours merge', 'text', true, false],
    ['a list takes them where neighbours merge', 'list', true, true],
    ['what holds nothing takes none', 'none', false, false],
  ])('into the next turn: %s', (_, shape, merges, isTaken) => {
    const context = contextOf(['model a', "user 'go'"], { rows, format: inLists, layout: { merges } })
    Object.assign(context.reading.turns[1] as Turn, { shape })
    const draft = draftOf(context)
    arrange(draft, match(draft.turns, context.rulebook.layout), policies.keep)
    expect(printed(draft)).toEqual(
      isTaken ? ['model a', "user a! 'go'"] : ['model a', 'made user a!', "user 'go'"],
    )
  })
})

describe('results that are turns', () => {
  const cases: readonly Case[] = [
    ['stay where they are legal', ['model a b', 'tool b', 'tool a'], ['model a b', 'tool b', 'tool a'], {}],
    [
      'are made behind the calls',
      ['model a b', "user 'go'"],
      ['model a b', 'made tool a!', 'made tool b!', "user 'go'"],
      {},
    ],
    [
      'are made behind one that stands well',
      ['model a b', 'tool b'],
      ['model a b', 'tool b', 'made tool a!'],
      {},
    ],
    ['go home', ['model a', "user 'go'", 'tool a'], ['model a', 'tool a', "user 'go'"], {}],
    [
      'go home from another frame',
      ['model a', 'user', 'model b', 'tool b', 'tool a'],
      ['model a', 'tool a', 'user', 'model b', 'tool b'],
      {},
    ],
  ]

  test.each(cases)('%s', (_, conversation, wanted, layout) => {
    const setting = { format: asTurns, layout: { answers: 'adjacent' as const, lead: false, ...layout } }
    expect(printed(arranged(conversation, setting))).toEqual(wanted)
  })

  test('are told with the reason', () => {
    const setting = { format: asTurns, layout: { answers: 'adjacent' as const } }
    const { turns } = arranged(['model a b', "user 'go'", 'tool a'], setting)
    expect(turns.map(({ why, shape }) => [why, shape])).toEqual([
      [undefined, 'list'],
      ['result-out-of-place', 'self'],
      ['call-without-result', 'self'],
      [undefined, 'list'],
    ])
  })
})

describe('calls', () => {
  test.each<[string, readonly string[], readonly string[], Partial<Layout>]>([
    ['go behind words', ["model a 'so'", 'user a'], ["model 'so' a", 'user a'], {}],
    [
      'go behind words, and stay in order',
      ["model 'x' a 'y' b 'z'", 'user a b'],
      ["model 'x' 'y' 'z' a b", 'user a b'],
      {},
    ],
    ['stay before what says nothing', ["model a '' |", 'user a'], ["model a '' |", 'user a'], {}],
    ['stay where nobody minds', ["model a 'so'", 'user a'], ["model a 'so'", 'user a'], { callsLast: false }],
    [
      'go behind words of the next turn of their run',
      ["model a 'so'", "model b 'on'", 'user a b'],
      ["model 'so' 'on' a", 'model b', 'user a b'],
      { merges: true },
    ],
  ])('%s', (_, conversation, wanted, layout) => {
    expect(printed(arranged(conversation, { format: inLists, layout }))).toEqual(wanted)
  })
})

describe('a policy of one’s own', () => {
  const leave = (...rules: readonly string[]): Policy =>
    choosePolicy({ preset: 'keep', rows: Object.fromEntries(rules.map((rule) => [rule, 'leave'])) })

  test.each<[string, readonly string[], readonly string[], Policy]>([
    ['leaves a call open', ['model a', "user 'go'"], ['model a', "user 'go'"], leave('call-without-result')],
    [
      'leaves a result where it is',
      ['model a', "user 'go'", 'user a'],
      ['model a', "user 'go'", 'user a'],
      leave('result-out-of-place'),
    ],
    [
      'leaves a call before words',
      ["model a 'so'", 'user a'],
      ["model a 'so'", 'user a'],
      leave('call-not-last'),
    ],
    [
      'leaves a wrong id',
      ['model a', 'user x'],
      ['model a', 'user x'],
      leave('result-without-call', 'call-without-result'),
    ],
    [
      'mends a wrong id that leaves a call open',
      ['model a', 'user x'],
      ['model a', 'user a'],
      leave('result-without-call'),
    ],
    [
      'mends a wrong id, whatever becomes of open calls',
      ['model a', 'user x'],
      ['model a', 'user a'],
      leave('call-without-result'),
    ],
  ])('%s', (_, conversation, wanted, policy) => {
    expect(printed(arranged(conversation, { format: inLists }, policy))).toEqual(wanted)
  })
})
