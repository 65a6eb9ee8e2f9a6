import { rulebooks } from '@mortise/core'
import { type AcceptedMatchers, toBeAccepted } from '@mortise/core/guard/matchers'
import { expect as jest } from 'expect'
import { describe, expect, test } from 'vitest'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the name and the default are those of the module that is extended.
  interface Matchers<T = any> extends AcceptedMatchers<T> {}
}
declare module 'expect' {
  interface Matchers<R> extends AcceptedMatchers<R> {}
}

const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] }
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'a wall' }] }
const user = { role: 'user', content: 'Hi' }
const sound = { model: 'claude-opus-4-8', messages: [user, call, result] }
const broken = { model: 'claude-opus-4-8', messages: [user, call, user] }

expect.extend({ toBeAccepted })
jest.extend({ toBeAccepted })

describe.each([
  ['Vitest', expect],
  ['Jest', jest],
] as const)('%s', (_, assert) => {
  test('takes what the API takes', () => {
    assert(sound).toBeAccepted('anthropic')
    assert(sound).toBeAccepted()
    assert(sound).toBeAccepted(rulebooks[0])
    assert(broken).not.toBeAccepted('anthropic')
    assert(broken.messages.slice(0, 2)).toBeAccepted('anthropic', { tail: 'open' })
  })

  test('says what the API would say', () => {
    expect(() => assert(broken).toBeAccepted('anthropic')).toThrowErrorMatchingInlineSnapshot(`
      [Error: This request was expected to be accepted, but \`anthropic\` refuses it:
        messages.1  call-without-result  \`a\` look has no result in the next turn.
          the API says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: a. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.]
    `)
    expect(() => assert(sound).not.toBeAccepted('anthropic')).toThrowErrorMatchingInlineSnapshot(
      `[Error: This request was expected to be refused, but \`anthropic\` takes it.]`,
    )
  })

  test.each([
    ['an unknown API', sound, 'nobody', 'There is no API `nobody` here.'],
    ['no conversation', { hello: 'world' }, 'anthropic', 'no conversation'],
    ['nothing', undefined, 'anthropic', 'no conversation'],
  ])('%s is an error, also where a refusal is expected', (_, request, api, message) => {
    expect(() => assert(request).toBeAccepted(api)).toThrow(message)
    expect(() => assert(request).not.toBeAccepted(api)).toThrow(message)
  })
})
