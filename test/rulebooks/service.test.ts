import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { apiOfProvider } from '../../app/src/stores/check/provider.ts'
import { voices } from '../../app/src/voices/index.ts'

test('each form of errors that a rulebook names is there, and each that is there is named', () => {
  const named = new Set(rulebooks.flatMap(({ voice }) => voice ?? []))
  expect([...named].sort()).toEqual(Object.keys(voices).sort())
})

const provided = rulebooks.flatMap(({ name, format, providers = [] }) =>
  providers.map((provider) => [provider, name, format] as const),
)

test.each(provided)('an agent that names %s means %s', (provider, api, format) => {
  for (const name of [provider, `${provider}-eu`]) {
    expect(apiOfProvider(name)).toBe(api)
    expect(apiOfProvider(name, format)).toBe(api)
  }
})

test('a provider that no rulebook names has no API', () => {
  expect(apiOfProvider('somebody')).toBeUndefined()
  expect(apiOfProvider('anthropic', 'openai-chat')).toBeUndefined()
})

test('the APIs of a format together have no address and no name of their own', () => {
  const together = rulebooks.filter(({ name }) => name === 'everywhere')
  expect(together.filter(({ hosts, providers }) => hosts !== undefined || providers !== undefined)).toEqual(
    [],
  )
  expect(together.filter((book) => book.voice !== undefined || book.reasoningMember !== undefined)).toEqual(
    [],
  )
})
