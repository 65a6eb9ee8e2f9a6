import { repair } from '@mortise/core'
import { toBeAccepted } from '@mortise/core/guard/matchers'
import { expect } from 'expect'

// In a test of one's own, with Vitest's `expect` or Jest's: what is about to be sent would be taken.
expect.extend({ toBeAccepted })

const request = [
  { role: 'user', content: 'Is the build green?' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'build', input: {} }] },
  { role: 'user', content: 'Never mind. What is the date?' },
]

try {
  expect(request).toBeAccepted('anthropic')
} catch (error) {
  console.log(error.message)
}

expect(repair(request, { api: 'anthropic' }).document).toBeAccepted('anthropic')
console.log('accepted, once repaired')
