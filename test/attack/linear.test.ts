import { formats } from '@mortise/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LinearLaw, linearLaw } from './linear.ts'

const large = {
  type: 'image',
  // The head of a picture of 9000 x 9000 pixels.
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAIygAACMoCAYAAAA=' },
}
const many = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))
const call = { type: 'tool_use', id: 'a', name: 'read', input: {} }

// Each of these once took a step for every pair of its parts.
const mended: readonly [name: string, api: string, door: string, build: (count: number) => unknown][] = [
  [
    'large images in one turn',
    'anthropic',
    'plan',
    (count) => [{ role: 'user', content: many(count, () => large) }],
  ],
  [
    'large images in one result',
    'anthropic',
    'plan',
    (count) => [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [call] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: many(count, () => large) }],
      },
    ],
  ],
  [
    'instructions at the head of the messages',
    'anthropic',
    'plan',
    (count) => ({
      messages: [...many(count, () => ({ role: 'system', content: 'x' })), { role: 'user', content: 'go' }],
    }),
  ],
  [
    'results that hold images, in a row',
    'openai',
    'plan',
    (count) => [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        tool_calls: many(count, (index) => ({
          id: `call_${index}`,
          type: 'function',
          function: { name: 'read', arguments: '{}' },
        })),
      },
      ...many(count, (index) => ({
        role: 'tool',
        tool_call_id: `call_${index}`,
        content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }],
      })),
    ],
  ],
  [
    'calls that are answered in reverse',
    'openai-responses',
    'scan',
    (count) => [
      { role: 'user', content: 'go' },
      ...many(count, (index) => ({
        type: 'function_call',
        call_id: `call_${index}`,
        name: 'read',
        arguments: '{}',
      })),
      ...many(count, (index) => ({
        type: 'function_call_output',
        call_id: `call_${count - 1 - index}`,
        output: 'ok',
      })),
    ],
  ],
  [
    'members that a target does not know, beside a fault',
    'anthropic',
    'to openai-chat',
    (count) => ({
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [call] },
      ],
      ...Object.fromEntries(many(count, (index) => [`x${index}`, index])),
    }),
  ],
]

describe('twice as much of anything is at most twice the work', () => {
  let law: LinearLaw
  beforeAll(async () => {
    law = await linearLaw()
  })
  afterAll(() => law.stop())

  test.each(mended)('%s', (_name, api, door, build) => {
    expect(law.steepness(api, door, build)).toBeUndefined()
  })

  test.each(formats)('anything in the fixtures of $name', ({ name }) => {
    expect(law.steepIn(name, 0, 39_979)).toEqual([])
  })
})
