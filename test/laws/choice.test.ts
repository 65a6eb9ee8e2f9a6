import { chooseApi, type Format, repair } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showsOwn } from '../../core/src/wrong-format.ts'
import { amount } from '../amount.ts'
import { damagedCase } from '../generate/case.ts'
import { foreignCase } from '../generate/foreign-shapes.ts'

/** The format that a document is taken for where `everywhere` is named without one. */
function formatOf(document: unknown): Format | undefined {
  const choice = chooseApi(document, { api: 'everywhere' })
  return choice.ok ? choice.value.format : undefined
}

/** A repair may take all that a format is known by out of a document, and plain words fit several formats. */
function staysInFormat(document: unknown, policy: 'keep' | 'drop' | 'drop-turn' | 'report'): void {
  const before = formatOf(document)
  if (before === undefined) return
  const { document: mended } = repair(document, { api: 'everywhere', policy })
  if (showsOwn(before, mended)) expect(formatOf(mended)?.name).toBe(before.name)
}

test('a repair for every API leaves a document in the format that was chosen for it', () => {
  const damaged = fc.property(damagedCase, ({ document, policy }) => staysInFormat(document, policy))
  fc.assert(damaged, { numRuns: amount(250), seed: 5 })
  const mixed = fc.property(foreignCase, ({ document }) => {
    for (const policy of ['keep', 'drop', 'drop-turn'] as const) staysInFormat(document, policy)
  })
  fc.assert(mixed, { numRuns: amount(150), seed: 5 })
})

test('the calls of a conversation tell its format, not one stray result', () => {
  const call = { id: 'call_0', type: 'function', function: { name: 'read', arguments: '{}' } }
  const output = { type: 'text', value: 'ok' }
  const stray = { type: 'tool-result', toolCallId: 'call_0', toolName: 'read', output }
  const document = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', content: [stray] },
  ]
  expect(formatOf(document)?.name).toBe('openai-chat')
  const { document: mended } = repair(document, { api: 'openai' })
  expect((mended as readonly unknown[])[2]).toEqual({ role: 'tool', tool_call_id: 'call_0', content: 'ok' })
})
