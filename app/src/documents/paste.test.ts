import { expect, test } from 'vitest'
import { judgePaste } from './paste.ts'

const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
const broken = {
  model: 'claude-opus-4-5',
  messages: [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: 'and now?' },
  ],
}
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }
const sound = { ...broken, messages: [...broken.messages.slice(0, 2), { role: 'user', content: [result] }] }

test('a broken request is judged for each API of its format, mended and converted', () => {
  const told = judgePaste({ text: JSON.stringify(broken), to: 'openai' })
  expect([told.format, told.api, told.because]).toEqual(['Anthropic Messages', 'anthropic', 'model'])
  const verdict = told.verdicts.find(({ api }) => api === 'anthropic')
  expect(verdict?.found.map(({ rule, severity }) => [rule, severity])).toEqual([
    ['call-without-result', 'refused'],
  ])
  expect(told.mended.left).toEqual([])
  expect(told.mended.edits.length).toBeGreaterThan(0)
  expect(
    judgePaste({ text: told.mended.text }).verdicts.find(({ api }) => api === 'anthropic')?.found,
  ).toEqual([])
  expect(JSON.parse(told.converted?.text ?? '').messages[1].tool_calls[0].id).toBe('toolu_1')
})

test('a sound request has no edits, and each API of another format is told of', () => {
  const told = judgePaste({ text: JSON.stringify(sound) })
  expect(told.mended.edits).toEqual([])
  const others = told.verdicts.filter(({ converted }) => converted !== undefined)
  expect(others.map(({ format }) => format)).not.toContain('anthropic-messages')
  expect(others.find(({ api }) => api === 'openai')?.converted?.isSound).toBe(true)
})

test('JSON Lines are read as a list', () => {
  const text = broken.messages.map((each) => JSON.stringify(each)).join('\n')
  expect(judgePaste({ text, api: 'anthropic' }).mended.edits.length).toBeGreaterThan(0)
})

test.each([
  [
    'an error is explained',
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    /tool_result/,
  ],
  ['anything else is refused', 'hello', /neither JSON nor JSON Lines/],
  ['JSON that is no conversation is refused', '{"a":1}', /./],
])('%s', (_, text, words) => {
  expect(() => judgePaste({ text })).toThrow(words)
})
