import { type Edit, plan, printPlace } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { guardMiddleware } from '../../core/src/guard/ai-sdk.ts'

const think = (signature: string): object => ({
  type: 'reasoning',
  text: 'Hm.',
  providerOptions: { anthropic: { signature } },
})
const call = (toolCallId: string): object => ({ type: 'tool-call', toolCallId, toolName: 'read', input: {} })
const result = (toolCallId: string): object => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'read', output: { type: 'text', value: 'ok' } }],
})
const user = { role: 'user', content: [{ type: 'text', text: 'go' }] }
const model = (...content: readonly object[]): object => ({ role: 'assistant', content })

/** The call of the second answer has no result: what is put there loosens the reasoning after it. */
const broken = [
  user,
  model(think('1'), call('a')),
  result('a'),
  model(think('2'), call('b')),
  user,
  model(think('3'), { type: 'text', text: 'so' }),
  user,
]
const loosened = ['5.content.0 reasoning-bound']

function boundEdits(edits: readonly Edit[]): string[] {
  return edits.filter(({ why }) => why === 'reasoning-bound').map(({ at, why }) => `${printPlace(at)} ${why}`)
}

describe('reasoning that Claude has bound, in messages of the AI SDK', () => {
  test.each([
    ['a model that binds', 'anthropic/claude-fable-5.2', loosened],
    ['one that does not', 'anthropic/claude-sonnet-4.5', []],
    ['one that is not known', undefined, []],
  ])('%s', (_, name, edits) => {
    const origin = name === undefined ? {} : { origin: { model: name } }
    expect(boundEdits(plan(broken, 'ai-sdk', 'keep', origin).plan.edits)).toEqual(edits)
  })

  test('the body may name the model', () => {
    const body = { model: 'anthropic/claude-opus-5.5', messages: broken }
    const { edits } = plan(body, 'ai-sdk', 'keep').plan
    expect(boundEdits(edits)).toEqual(loosened.map((edit) => `messages.${edit}`))
  })

  test('a middleware is told the model', async () => {
    const guard = guardMiddleware()
    const signatures = async (modelId: string): Promise<string[]> => {
      const { prompt } = await guard.transformParams({ params: { prompt: broken }, model: { modelId } })
      return [...JSON.stringify(prompt).matchAll(/"signature":"(\d)"/g)].map(([, number]) => number ?? '')
    }
    expect(await signatures('claude-opus-5-5')).toEqual(['1', '2'])
    expect(await signatures('claude-sonnet-4-5')).toEqual(['1', '2', '3'])
  })
})
