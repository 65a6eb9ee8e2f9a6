import { describe, expect, test } from 'vitest'
import { repair } from '../../index.ts'
import type { ShapeName } from '../../model/shape-names.ts'
import { shapes } from './shapes.ts'

const text = (words: string): object => ({ type: 'text', text: words })
const image = { type: 'image_url', image_url: { url: 'x' } }
const calls = { tool_calls: [{ id: 'a' }] }

describe('a shape that already fits is the same reference', () => {
  test.each<[ShapeName, unknown, unknown]>([
    ['text-content', { content: 'a' }, undefined],
    ['text-content', { content: [text('a'), image] }, undefined],
    ['text-content', { content: ['a'] }, undefined],
    ['text-content', { content: null }, true],
    ['text-content', { content: null, ...calls }, undefined],
    ['text-content', { ...calls }, true],
    ['text-content', 7, undefined],
    ['text-only', { content: [text('a')] }, undefined],
    ['text-only', { content: 'a' }, undefined],
    ['text-only', null, undefined],
    ['known-members', { role: 'user' }, ['role', 'content']],
    ['known-members', { role: 'user' }, undefined],
  ])('%s: %j, %j', (name, raw, wish) => {
    expect(shapes[name]?.(raw, wish)).toBe(raw)
  })
})

describe('another shape', () => {
  test.each<[ShapeName, unknown, unknown, unknown]>([
    ['text-content', { content: [text('a'), text(''), text('b')] }, undefined, { content: 'a\n\nb' }],
    ['text-content', { content: [] }, undefined, { content: '' }],
    ['text-content', { content: null, ...calls }, true, { content: '', ...calls }],
    ['text-only', { content: [text('a'), image] }, undefined, { content: 'a' }],
    ['text-only', { content: [image] }, undefined, { content: '(see what follows the tool results)' }],
    ['text-only', { content: [{ type: 'odd' }, image] }, undefined, { content: [{ type: 'odd' }] }],
    ['known-members', { role: 'user', at: 7 }, ['role'], { role: 'user' }],
  ])('%s: %j, %j', (name, raw, wish, expected) => {
    expect(shapes[name]?.(raw, wish)).toEqual(expected)
  })
})

test('a result made for a call without an id bears the name of its tool', () => {
  const messages = [
    { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read', arguments: {} } }] },
  ]
  const policy = { preset: 'keep', rows: { 'call-without-result': 'answer' } } as const
  const { document } = repair(messages, { api: 'ollama', policy })
  expect(document.slice(1)).toEqual([
    { role: 'tool', tool_name: 'read', content: expect.stringContaining('no result was recorded') },
  ])
})
