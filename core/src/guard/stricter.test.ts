import { expect, test } from 'vitest'
import { apiFor } from './choose.ts'
import { stricterThan } from './stricter.ts'

const open = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.'
const long = 'Tool call id was abc but must be a-z, A-Z, 0-9, with a length of 9.'

test.each([
  [
    'who speaks like that, then all at once',
    open,
    'anthropic-messages',
    ['anthropic', 'anthropic-strict', 'everywhere'],
  ],
  ['only those of the format', open, 'bedrock-converse', ['bedrock', 'everywhere']],
  ['one that is known by its words', long, 'openai-chat', ['mistral', 'everywhere']],
  ['all at once, where others speak like that', long, 'gemini-contents', ['everywhere']],
  ['nobody', 'Rate limit reached.', 'openai-chat', []],
  ['nobody without a word', '', 'openai-chat', []],
])('tries %s', (_, text, format, names) => {
  expect(stricterThan(text, format, {}).map(({ api }) => api.name)).toEqual(names)
})

test('asks for what the refusal names, beside what was asked for', () => {
  const policy = { preset: 'drop', rows: { 'results-split': 'mend' } } as const
  const [first] = stricterThan(long, 'openai-chat', { policy })
  expect(first?.policy).toMatchObject({
    name: 'drop',
    asks: ['results-split', 'illegal-call-id', 'call-id-missing'],
  })
})

const chat = { format: 'openai-chat' }

test.each([
  ['the API named', { ...chat, api: 'groq' }, { api: 'kimi' }, 'mistral-large', 'kimi'],
  [
    'the host’s, where the one named has another format',
    { ...chat, api: 'groq' },
    { api: 'gemini' },
    'x',
    'groq',
  ],
  ['the model’s, where neither is known', chat, {}, 'mistral-large-latest', 'mistral'],
  ['the format’s own', chat, {}, 'something', 'openai'],
])('keeps the rules of %s', (_, address, options, model, name) => {
  expect(apiFor({ model, messages: [] }, address, options)?.rulebook.name).toBe(name)
})

test('keeps no rules for what is no conversation', () => {
  expect(apiFor({ model: 'gpt-5.2', prompt: 'Hi' }, chat, { api: 'openai' })).toBeUndefined()
})
