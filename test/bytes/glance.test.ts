import { glanceBytes, rulebooks, scanBytes } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../amount.ts'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

/** Bytes cut at every place that is named. */
function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}

describe('a glance at bytes in pieces', () => {
  test('calls nothing sound that is refused, wherever the bytes are cut', () => {
    let sound = 0
    const isHonest = fc.property(damagedCase, fc.array(fc.nat(), { maxLength: 5 }), (drawn, places) => {
      const { rulebook } = apiOf(drawn.api, drawn.document)
      const bytes = bytesOf(drawn.document)
      const glance = glanceBytes(cut(bytes, places), { format: rulebook.format })
      if (glance?.isSound(rulebook) !== true) return
      sound += 1
      const { found } = scanBytes(bytes, { api: rulebook })
      expect(found.filter(({ severity }) => severity === 'refused')).toEqual([])
    })
    fc.assert(isHonest, { numRuns: amount(1000) })
    expect(sound).toBeGreaterThan(0)
  })

  test('is not troubled by what an API only advises against', () => {
    const use = { type: 'tool_use', id: 'toolu_1', name: 'gone', input: {} }
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }
    const body = {
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      tools: [{ name: 'here', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [result] },
      ],
    }
    const bytes = bytesOf(body)
    expect(scanBytes(bytes, { api: 'anthropic' }).found.map(({ severity }) => severity)).toEqual(['advice'])
    const glance = glanceBytes([bytes], { format: 'anthropic-messages' })
    expect(glance?.model).toBe('claude-sonnet-4-5')
    expect(glance?.isSound('anthropic')).toBe(true)
  })

  test.each([[''], ['{'], ['[]'], ['7'], ['{} {}']])('has nothing to say about %j', (text) => {
    expect(glanceBytes([Buffer.from(text)], { format: 'openai-chat' })).toBeUndefined()
  })

  test('takes formats and APIs that there are', () => {
    expect(() => glanceBytes([], { format: 'anthropic' })).toThrow('There is no format `anthropic` here.')
    expect(() => glanceBytes(['{}'] as never, { format: 'openai-chat' })).toThrow('a list of `Uint8Array`s')
    const glance = glanceBytes([bytesOf({ messages: [] })], { format: 'openai-chat' })
    expect(() => glance?.isSound('anthropic')).toThrow('anthropic')
  })
})

/** Gemini 3 takes a call only with its signature; the model is named in the path. */
describe('the model that the address names counts', () => {
  const body = {
    contents: [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'look' }] }],
  }
  const bytes = bytesOf(body)
  const api = rulebooks.find(({ name }) => name === 'gemini')?.name ?? ''

  test.each([
    ['gemini-2.5-flash', true],
    ['gemini-3-pro-preview', false],
  ])('%s: sound is %s', (model, isSound) => {
    expect(glanceBytes([bytes], { format: 'gemini-contents' })?.isSound(api, model)).toBe(isSound)
    const { found } = scanBytes(bytes, { api, model })
    expect(found.some(({ severity }) => severity === 'refused')).toBe(!isSound)
  })

  test('a model in the body goes before it', () => {
    const own = bytesOf({ ...body, model: 'gemini-2.5-flash' })
    expect(scanBytes(own, { api, model: 'gemini-3-pro-preview' }).found).toEqual([])
  })
})
