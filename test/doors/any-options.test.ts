import * as core from '@mortise/core'
import * as aiSdkEntry from '@mortise/core/ai-sdk'
import * as guards from '@mortise/core/guard'
import * as aiSdk from '@mortise/core/guard/ai-sdk'
import * as langchain from '@mortise/core/guard/langchain'
import * as matchers from '@mortise/core/guard/matchers'
import * as chat from '@mortise/core/openai-chat'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'

type AnyFunction = (...given: readonly unknown[]) => unknown

const [book] = core.rulebooks
const [format] = core.formats
const turns = [{ role: 'user', content: 'Hello.' }]
const bytes = new TextEncoder().encode('[{"role":"user","content":"Hello."}]')

/** Values of every kind, right and wrong. */
const values: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  5,
  -1,
  Number.NaN,
  7n,
  '',
  'openai',
  'everywhere',
  'openai-chat',
  'opn',
  'open',
  'keep',
  'constructor',
  '__proto__',
  Symbol('x'),
  () => 5,
  [],
  [5],
  [null],
  ['openai'],
  turns,
  {},
  Object.create(null),
  bytes,
  new Uint16Array(2),
  new Error('Hm.'),
  book,
  format,
  { edits: [] },
  { edits: [{ do: 'remove', at: [0] }] },
  { edits: [{ do: 'hope', at: [7n] }] },
  { preset: 'keep', rows: {} },
  { name: 'x', format: 'openai-chat', rows: {}, layout: {} },
]

/** Names of options, right and nearly right. */
const names: readonly string[] = [
  'api',
  'ap',
  'format',
  'policy',
  'tail',
  'origin',
  'reader',
  'read',
  'budget',
  'fraction',
  'countTokens',
  'usage',
  'stages',
  'keep',
  'pin',
  'sink',
  'request',
  'tools',
  'allow',
  'retry',
  'onRepair',
  'splices',
  'rows',
  'constructor',
]

const modules = { core, chat, aiSdkEntry, guards, aiSdk, langchain, matchers }
const doors = Object.entries(modules).flatMap(([module, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, AnyFunction] => typeof entry[1] === 'function')
    .filter(([name]) => name !== 'MortiseError')
    .map(([name, door]): [string, AnyFunction] => [`${module}.${name}`, door]),
)

describe('whatever a function is given, it throws nothing but a MortiseError', () => {
  test('all functions are here', () => {
    expect(doors.length).toBeGreaterThan(50)
  })

  test.each(doors)('%s', async (name, door) => {
    const random = randomFrom(name)
    const others: unknown[] = []
    for (let run = 0; run < amount(400); run++) {
      const given = Array.from({ length: random(5) }, () => anyValue(random))
      const error = await thrownBy(() => door(...given))
      if (error !== undefined && !(error instanceof core.MortiseError)) others.push([given, error])
    }
    expect(others).toEqual([])
  })
})

type Random = (below: number) => number

/** A value, or options of some of them. */
function anyValue(random: Random): unknown {
  if (random(2) === 0) return pickFrom(values, random)
  const members = Array.from({ length: 1 + random(3) }, () => [
    pickFrom(names, random),
    pickFrom(values, random),
  ])
  return Object.fromEntries(members)
}

function pickFrom<Value>(list: readonly Value[], random: Random): Value {
  return list[random(list.length)] as Value
}

/** The same numbers for the same name, on every run. */
function randomFrom(name: string): Random {
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}
