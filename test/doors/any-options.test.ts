import * as core from '@mortise/core'
import * as aiSdkEntry from '@mortise/core/ai-sdk'
import * as guards from '@mortise/core/guard'
import * as aiSdk from '@mortise/core/guard/ai-sdk'
import * as langchain from '@mortise/core/guard/langchain'
import * as matchers from '@mortise/core/guard/matchers'
import * as chat from '@mortise/core/openai-chat'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { anyArguments, drawFrom, thrownBy } from './any-arguments.ts'

type AnyFunction = (...given: readonly unknown[]) => unknown

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
    const draw = drawFrom(name)
    const others: unknown[] = []
    for (let run = 0; run < amount(200); run++) {
      const given = anyArguments(draw, names)
      const error = await thrownBy(() => door(...given))
      if (error !== undefined && !(error instanceof core.MortiseError)) others.push([given, error])
    }
    expect(others).toEqual([])
  })
})
