import { explain } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { field } from './field.ts'
import { unrelated } from './unrelated.ts'
import { wrappers } from './wrappers.ts'

describe.each(field)('%s', (says, rules, next, words) => {
  test.each(Object.entries({ bare: (text: string) => text, ...wrappers }))('%s', (_, wrap) => {
    const { errors, matched } = explain(wrap(says))
    expect(matched).toBe(true)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ next })
    expect(errors[0]?.rules.slice(0, 1)).toEqual(rules)
    expect(`${errors[0]?.happened} ${errors[0]?.todo}`).toContain(words)
  })
})

const unanswered =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_b2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const tooLong = 'prompt is too long: 212345 tokens > 200000 maximum'
const limited = '{"type":"error","error":{"type":"rate_limit_error","message":"Number of requests exceeded"}}'
const prefill = 'This model does not support assistant message prefill.'

describe('two errors in one text are told apart, in their order', () => {
  test.each([
    ['lines', `API Error: 400 ${unanswered}\nAPI Error: 400 ${tooLong}`, ['repair', 'compact']],
    ['paragraphs', `${tooLong}\n\n${unanswered}`, ['compact', 'repair']],
    ['a body and a line', `API Error: 429 ${limited}\nAPI Error: 400 ${unanswered}`, ['none', 'repair']],
    ['two bodies', `${JSON.stringify({ message: unanswered })}\n${limited}`, ['repair', 'none']],
    ['two faults', `Error: ${unanswered}\nError: ${prefill}`, ['repair', 'repair']],
  ] as const)('%s', (_, text, next) => {
    const { errors } = explain(text)
    expect(errors.map((error) => error.next)).toEqual(next)
    for (const { sentence, next: step } of errors) {
      expect(sentence.includes('too long')).toBe(step === 'compact')
    }
    expect(errors.flatMap(({ ids }) => ids)).toEqual(['toolu_b2'])
  })
})

test('a sentence that two patterns know stays one error', () => {
  expect(explain(unanswered).errors).toHaveLength(1)
  expect(explain(`${unanswered}\n${unanswered}`).errors).toHaveLength(1)
})

describe('a sentence that is cut early', () => {
  test.each<[cut: string, rule: string]>([
    ['messages.3: `tool_use` ids were fo', 'call-without-result'],
    [
      'API Error: 400 {"type":"error","error":{"message":"messages.3: `tool_use` ids were',
      'call-without-result',
    ],
    ["An assistant message with 'tool_calls' must be followed by tool mess", 'call-without-result'],
    ['messages.0.content.0: unexpected `tool_use_id', 'result-without-call'],
  ])('%s', (cut, rule) => {
    const { isCut, rules, todo } = explain(cut)
    expect(rules).toContain(rule)
    expect([isCut, todo.endsWith('The text is cut off. Paste all of it to be certain.')]).toEqual([
      true,
      true,
    ])
  })

  test('whole sentences are not cut, and words that begin alike are none', () => {
    expect(explain(unanswered).isCut).toBe(false)
    expect(explain('messages.3: tool_use').matched).toBe(false)
  })
})

const id = '7f3a9d10-1111-4222-8333-444455556666'

test.each<[text: string, session: string | undefined, isFromAgent: boolean]>([
  [`Session ${id}: ${unanswered}`, id, true],
  [`claude --resume ${id}\nAPI Error: 400 ${unanswered}`, id, true],
  [`~/.claude/projects/-w-app/${id}.jsonl ${unanswered}`, id, true],
  [`ses_5f2a9bd10ffeXk2 ${unanswered}`, 'ses_5f2a9bd10ffeXk2', true],
  [`  ⎿  API Error: 400 ${unanswered}`, undefined, true],
  ['API Error: 400 orphaned tool_result in conversation history. Run /rewind', undefined, true],
  [unanswered, undefined, false],
  [`${unanswered} (request id: ${id})`, undefined, false],
  [`the session failed, request_id ${id} ${unanswered}`, undefined, false],
])('the session and the agent of: %s', (text, session, isFromAgent) => {
  const explained = explain(text)
  expect([explained.session, explained.isFromAgent]).toEqual([session, isFromAgent])
})

test.each(unrelated)('no error is made up of: %s', (text) => {
  expect(explain(text)).toMatchObject({ errors: [], next: 'doctor', isCut: false })
})
