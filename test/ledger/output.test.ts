import { formats, readTranscript } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../core/src/model/transcript.ts'
import { says, wishes } from './judge.ts'

type Format = (typeof formats)[number]

const outputs = [
  ['words', { text: 'two words' }],
  ['an object', { json: { lines: 3, nested: { a: [1] } } }],
  ['an object about an error', { json: { error: 'none' } }],
  ['a list', { json: ['a', 'b'] }],
  ['a number', { json: 0 }],
] as const

describe.each(formats)('$name', (format) => {
  test.each(outputs)('a result of %s is read as that: real, no error, of its call', (_, output) => {
    const [call] = callsOf(format)
    const result = resultOf(format, format.renderOutput?.(must(call), output))
    expect(result).toMatchObject({ kind: 'result', id: call?.id, isError: false, isSynthetic: false })
    const words = JSON.stringify(format.unpack(must(result)))
    const said = 'text' in output ? output.text : output.json
    for (const leaf of leavesOf(said)) expect(words).toContain(leaf)
  })
})

const kinds = [
  [
    { type: 'custom_tool_call', call_id: 'c1', name: 'run', input: 'x' },
    { text: 'done' },
    'custom_tool_call_output',
  ],
  [
    { type: 'shell_call', call_id: 'c1', action: { commands: ['ls'] } },
    { text: 'done' },
    'shell_call_output',
  ],
  [
    { type: 'shell_call', call_id: 'c1', action: { commands: ['ls'] } },
    { json: [{ stdout: 'done', stderr: '', outcome: { type: 'exit', exit_code: 0 } }] },
    'shell_call_output',
  ],
  [{ type: 'apply_patch_call', call_id: 'c1', operation: {} }, { text: 'done' }, 'apply_patch_call_output'],
  [
    { type: 'computer_call', call_id: 'c1', action: {} },
    { json: { type: 'computer_screenshot', image_url: 'data:done' } },
    'computer_call_output',
  ],
  [
    { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: {} },
    { json: [{ type: 'function', name: 'done' }] },
    'tool_search_output',
  ],
  [{ type: 'local_shell_call', call_id: 'c1', action: {} }, { text: 'done' }, 'local_shell_call_output'],
] as const

test.each(kinds)('openai-responses: %j is answered by a result of its own kind', (item, output, type) => {
  const format = must(formats.find(({ name }) => name === 'openai-responses'))
  const call = readTranscript([item], format).turns[0]?.parts[0]
  const rendered = format.renderOutput?.(call as Call, output)
  expect(rendered).toMatchObject({ type, call_id: 'c1' })
  expect(JSON.stringify(rendered)).toContain('done')
  const result = resultOf(format, rendered)
  expect(result).toMatchObject({ kind: 'result', tool: (call as Call).tool, isSynthetic: false })
})

test('ai-sdk: a call of version 4 is answered as that version does', () => {
  const format = must(formats.find(({ name }) => name === 'ai-sdk'))
  const old = {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', args: {} }],
  }
  const call = readTranscript([old], format).turns[0]?.parts[0]
  expect(format.renderOutput?.(call as Call, { json: { a: 1 } })).toEqual({
    type: 'tool-result',
    toolCallId: 'c1',
    toolName: 'read',
    result: { a: 1 },
  })
})

function callsOf(format: Format): readonly Call[] {
  const { turns } = readTranscript(says(format.firstParty, wishes(1)), format)
  return turns.flatMap(({ parts }) => parts.filter((part) => part.kind === 'call'))
}

function resultOf(format: Format, rendered: unknown) {
  const { shape, speaker } = format.results
  const turn = shape === 'self' ? rendered : format.renderTurn(speaker, { parts: [rendered] })
  const parts = readTranscript([turn], format).turns.flatMap((each) => each.parts)
  return parts.find((part) => part.kind === 'result')
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(leavesOf)
}

function must<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is nothing.')
  return value
}
