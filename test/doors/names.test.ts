import { readFileSync } from 'node:fs'
import { type ApiName, type Ledger, type PolicyRows, type RepairOptions, rulebooks } from '@mortise/core'
import { expect, expectTypeOf, test } from 'vitest'

test('an editor completes the names of all APIs', () => {
  const source = readFileSync(new URL('../../core/src/model/api-name.ts', import.meta.url), 'utf8')
  const completed = [...source.matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, name]) => name)
  expect(completed).toEqual([...new Set(rulebooks.map(({ name }) => name))].sort())
  expectTypeOf<'xai'>().toExtend<ApiName>()
})

test('another name for an API is a matter of run time, one for a rule of types', () => {
  expectTypeOf<string>().toExtend<NonNullable<RepairOptions['api']>>()
  expectTypeOf<{ 'call-without-result': 'drop' }>().toExtend<PolicyRows>()
  expectTypeOf<{ 'call-without-reslt': 'drop' }>().not.toExtend<PolicyRows>()
})

test('the messages of a ledger have the type that SDKs take', () => {
  type Message = { role: 'user' | 'assistant'; content: string }
  expectTypeOf<ReturnType<Ledger<Message>['messages']>>().toEqualTypeOf<Message[]>()
})
