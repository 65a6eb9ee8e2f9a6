import { type PolicyName, type Rulebook, rulebooks, type Tail } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { doorOf, rulebookFor } from '../../app/src/stores/check/rulebook.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { isPlain } from '../../core/src/engine/plain/plain.ts'
import { restrict } from '../bytes/restrict.ts'
import { readInFull } from './conforms.ts'
import {
  call,
  cancelled,
  image,
  type Json,
  legacyResult,
  reasoning,
  result,
  text,
} from './neovate-records.ts'

const user = (content: unknown): Json => ({ role: 'user', content })
const model = (...content: readonly Json[]): Json => ({ role: 'assistant', content })
const tool = (...content: readonly Json[]): Json => ({ role: 'tool', content })

const talks: readonly (readonly [name: string, turns: readonly Json[]])[] = [
  [
    'words',
    [user('read a.ts'), { role: 'assistant', content: 'there is none' }, user([text('well'), image()])],
  ],
  [
    'calls, one after the other',
    [
      user('read a.ts'),
      model(reasoning('hm, well'), text('I read it'), call('a1')),
      tool(result('a1', [text('export {}')])),
      model(call('a2')),
      tool(result('a2')),
      model(text('there is none')),
      user('go on with it'),
    ],
  ],
  [
    'calls side by side',
    [user('read both'), model(call('a1'), call('a2')), tool(result('a1'), result('a2')), user('and more')],
  ],
  ['open at the end', [user('read both'), model(call('a1'), call('a2')), tool(result('a1'))]],
  [
    'cancelled',
    [user('read both'), model(call('a1'), call('a2')), tool(cancelled('a1')), tool(cancelled('a2'))],
  ],
  ['in another order', [user('read both'), model(call('a1'), call('a2')), tool(result('a2'), result('a1'))]],
  [
    'of an older version',
    [user('read a.ts'), model(call('a1')), user([legacyResult('a1')]), model(text('so'))],
  ],
  ['an image in a result', [user('look at it'), model(call('a1')), tool(result('a1', [image()]))]],
  ['without a user', [model(call('a1')), tool(result('a1')), model(text('so'))]],
  ['with instructions', [{ role: 'system', content: 'be brief' }, user('well'), model(text('so'))]],
]

const junk: readonly unknown[] = [null, 7, '', ' ', [], {}, 'junk', [null], '\ud83d']

const waryStore = readInFull(neovate)
const tails: readonly Tail[] = ['closed', 'rest', 'open']
const variants = talks.flatMap(([, turns]) => [...variantsOf(turns)])

test.each(rulebooks.map((rulebook) => [rulebook.name, rulebook] as const))(
  'a plain conversation that is sent to %s has no fault, nor has one whose picks are plain',
  (_, api) => {
    const rulebook = rulebookFor(neovate, api)
    const wrong: unknown[] = []
    for (const [index, turns] of variants.entries()) {
      const tail = tails[index % tails.length] as Tail
      const isHalf = JSON.stringify(turns).includes('\\ud83d')
      const picked = restrict(turns, neovate.format.picks) as readonly unknown[]
      const isSeenPlain = quiet(turns, rulebook, tail) || (!isHalf && quiet(picked, rulebook, tail))
      const found = isSeenPlain ? doorOf(waryStore).scan(turns, rulebookFor(waryStore, api), { tail }) : []
      if (found.length > 0) wrong.push([found.map(({ rule }) => rule), tail, turns])
    }
    expect(wrong.slice(0, 3).map((one) => JSON.stringify(one))).toEqual([])
  },
)

describe.each(['anthropic', 'openai', 'gemini', 'mistral'])('mended for %s', (api) => {
  test.each(['keep', 'drop', 'drop-turn'] as const)('under %s it is accepted, and stays so', (policy) => {
    const rulebook = rulebookFor(neovate, api)
    const wrong: unknown[] = []
    for (const turns of variants) {
      const fault = faultIn(turns, rulebook, policy)
      if (fault !== undefined) wrong.push([fault, turns])
    }
    expect(wrong.slice(0, 3).map((one) => JSON.stringify(one))).toEqual([])
  })
})

test('a plain conversation is taken for sound by those that Neovate is mostly sent to', () => {
  const plain = talks.slice(0, 3).map(([, turns]) => turns)
  for (const name of ['anthropic', 'openai', 'deepseek', 'gemini', 'openrouter', 'qwen', 'kimi']) {
    const rulebook = rulebookFor(neovate, name)
    // The first one holds an image, which DeepSeek is advised against.
    const expected = [name !== 'deepseek', true, true]
    expect([name, plain.map((turns) => quiet(turns, rulebook, 'rest'))]).toEqual([name, expected])
  }
})

function quiet(turns: readonly unknown[], rulebook: Rulebook, tail: Tail): boolean {
  return isPlain(turns, { format: neovate.format, rulebook }, tail)
}

const unmendable: ReadonlySet<string> = new Set(['ends-on-model', 'no-turns', 'no-user-turn', 'unreadable'])

function faultIn(turns: readonly unknown[], rulebook: Rulebook, policy: PolicyName): unknown {
  const { repair, scan } = doorOf(neovate)
  const before = JSON.stringify(turns)
  const { document, report } = repair(turns, { api: rulebook, policy, tail: 'rest' })
  if (JSON.stringify(turns) !== before) return 'changed'
  const left = scan(document, rulebook, { tail: 'rest' })
  const refused = left.filter(({ severity, rule }) => severity === 'refused' && !unmendable.has(rule))
  if (refused.length > 0) return refused.map(({ rule }) => rule)
  const again = repair(document, { api: rulebook, policy, tail: 'rest' })
  if (again.report.plan.edits.length > 0) return again.report.plan
  const isSound = !report.found.some(({ severity }) => severity === 'refused')
  return isSound && document !== turns ? 'not the same' : undefined
}

/** The same list with one element, or anything in one, left out, said twice or made junk. */
function* variantsOf(list: readonly unknown[]): Generator<readonly unknown[]> {
  yield list
  for (let index = 0; index < list.length; index++) {
    const [before, after] = [list.slice(0, index), list.slice(index + 1)]
    yield [...before, ...after]
    yield [...before, list[index], list[index], ...after]
    for (const value of variantsIn(list[index])) yield [...before, value, ...after]
  }
}

function* variantsIn(value: unknown): Generator<unknown> {
  yield* junk
  if (Array.isArray(value)) yield* variantsOf(value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Json
      yield rest
      for (const other of variantsIn(member)) yield { ...value, [name]: other }
    }
  }
}
