import { type ApiName, type Ledger, type PolicyRows, type RepairOptions, rulebooks } from '@mortise/core'
import { expect, expectTypeOf, test } from 'vitest'

/** Each name of the type; a name that is missing here, or that the type does not have, is an error of types. */
const names: Readonly<Record<ApiName, true>> = {
  'ai-sdk': true,
  anthropic: true,
  'anthropic-strict': true,
  'azure-openai': true,
  bedrock: true,
  deepseek: true,
  'deepseek-responses': true,
  everywhere: true,
  gemini: true,
  glm: true,
  groq: true,
  kimi: true,
  'llama-cpp': true,
  minimax: true,
  mistral: true,
  neovate: true,
  ollama: true,
  openai: true,
  'openai-responses': true,
  openrouter: true,
  qwen: true,
  vllm: true,
  xai: true,
}

test('an editor completes the names of all APIs', () => {
  expect(Object.keys(names).sort()).toEqual([...new Set(rulebooks.map(({ name }) => name))].sort())
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
