import { content, openLedger } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { expectSendable, onePerFormat, says, textOf, wishes } from './judge.ts'

/** What is no content of any API, and what is told of it. */
const odd: readonly (readonly [string, unknown, RegExp])[] = [
  ['a number', 5, /"5"|:\s?5\b/],
  ['true', true, /true/],
  ['nothing', undefined, /\(the tool returned nothing\)/],
  ['null', null, /\(the tool returned nothing\)/],
  ['a number in a list', [5], /\[5\]/],
  ['null in a list', [null], /\[null\]/],
  ['a text in a list', ['a-word'], /a-word/],
  ['a list in a list', [['a-word']], /a-word/],
  ['an object', { a: 1 }, /a\\*":\s?1/],
  ['a block whose text is none', [{ type: 'text', text: 5 }], /text\\*":\s?5/],
  ['a text', 'a-word', /a-word/],
]

describe.each(onePerFormat)('%s', (api) => {
  test.each(odd)('content that is %s can be sent, and says what it was', async (_, value, told) => {
    const ledger = openLedger({ api })
    await ledger.turn(says(api, wishes(1))).run(() => content(value))
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toMatch(told)
  })
})

/** The result as it is written; a checker that reads no further than the result would let a number pass. */
test.each<[string, unknown, unknown]>([
  ['openai', 5, { content: '5' }],
  ['openai', [{ type: 'text' }], { content: '[{"type":"text"}]' }],
  ['anthropic', 5, { content: '5' }],
  ['anthropic', { a: 1 }, { content: '{"a":1}' }],
  ['anthropic', [5], { content: '[5]' }],
  ['anthropic', 'words', { content: 'words' }],
  ['bedrock', 5, { content: [{ text: '5' }] }],
  ['bedrock', { a: 1 }, { content: [{ json: { a: 1 } }] }],
  ['bedrock', [{ text: 'words' }], { content: [{ text: 'words' }] }],
  ['gemini', 5, { response: { output: 5 } }],
  ['gemini', { a: 1 }, { response: { a: 1 } }],
  ['openai-responses', [5], { output: '[5]' }],
  ['ai-sdk', 5, { output: { type: 'json', value: 5 } }],
  ['ai-sdk', 'words', { output: { type: 'text', value: 'words' } }],
])('%s writes %j in its own form', async (api, value, form) => {
  const ledger = openLedger({ api })
  await ledger.turn(says(api, wishes(1))).run(() => content(value))
  expect(heldBy(ledger.messages().at(-1))).toMatchObject(form as object)
})

/** What a turn with one result holds of it. */
function heldBy(turn: unknown): unknown {
  const { content: blocks, parts } = turn as { content?: unknown; parts?: unknown }
  const [first] = (Array.isArray(parts) ? parts : Array.isArray(blocks) ? blocks : [turn]) as object[]
  const { toolResult, functionResponse } = first as { toolResult?: object; functionResponse?: object }
  return toolResult ?? functionResponse ?? first
}
