import { rulebooks, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const call = { id: 'abcdefgh1', type: 'function', function: { name: 'read', arguments: '{}' } }
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'go' },
  { role: 'assistant', content: '', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'abcdefgh1', content: 'done' },
]
const positions: Readonly<Record<string, number>> = { system: 0, user: 1, model: 2, tool: 3 }

// A quick look asks for each of these by its name: none may be forgotten there.
describe.each(rulebooks.filter(({ format }) => format === 'openai-chat'))('$name', ({ name, rows }) => {
  const refused = Object.entries(rows['unsupported-property']?.refusedMembers ?? {})
  const cases = refused.flatMap(([speaker, members]) => members.map((member) => [speaker, member] as const))

  test('takes a plain exchange', () => {
    expect(scan({ messages }, name).filter(({ rule }) => rule === 'unsupported-property')).toEqual([])
  })

  if (cases.length > 0)
    test.each(cases)('refuses on a turn of %s: %s', (speaker, member) => {
      const position = positions[speaker] ?? -1
      const littered = messages.map((message, index) =>
        index === position ? { ...message, [member]: null } : message,
      )
      expect(scan({ messages: littered }, name).map(({ rule, at }) => [rule, at])).toEqual([
        ['unsupported-property', ['messages', position]],
      ])
    })
})
