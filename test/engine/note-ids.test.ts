import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsIn } from '../../core/src/engine/look/ids-of-turns.ts'
import type { Format } from '../../core/src/model/format.ts'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const strange: readonly unknown[] = [
  null,
  undefined,
  'text',
  7,
  [],
  {},
  { content: null },
  { content: {} },
  { content: [null] },
  { content: ['text', { type: 'tool_use', id: 'a' }] },
  {
    content: [
      { type: 'tool_use', id: 'a' },
      { type: 'tool_use', id: '' },
    ],
  },
  { content: [{ type: 'tool_use', name: 'read' }] },
  { content: [{ type: 'tool_result', id: 'alias' }] },
  { content: [{ type: 'tool_result', tool_use_id: 7 }] },
  { content: [{ type: 'server_tool_use', id: 'hosted' }] },
  { content: [{ type: 'image', id: 'x' }] },
  { role: 'tool', tool_call_id: 'a', tool_calls: [{ id: 'b', function: {} }] },
  { role: 'tool', tool_call_id: '', tool_calls: [{ id: 'b', function: {} }] },
  { role: 'tool', tool_call_id: 7, name: 'read' },
  { role: 'user', tool_calls: [{ id: 'a', function: {} }] },
  { role: 'assistant', tool_calls: [{ id: 'a', function: {} }, { id: 'b' }, null] },
  { role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'read' } }, { function: {} }] },
  { role: 'assistant', tool_calls: { id: 'a' } },
  { role: 'robot', tool_call_id: 'a', tool_calls: [{ id: 'b', function: {} }] },
]

test('ids that are noted without reading a turn are those of the turn', () => {
  const holds = fc.property(damagedCase, fc.constantFrom(...strange), ({ api: name, document }, odd) => {
    const { format } = apiOf(name, document)
    const turns = [...(format.turnsOf(document) ?? []), odd]
    const reading = { turns, format: withoutGlance(format) }
    expect(idsIn({ turns, format }, 0, turns.length)).toEqual(idsIn(reading, 0, turns.length))
  })
  fc.assert(holds, { numRuns: 2000 })
})

/** The same format, where every turn is read. */
function withoutGlance(format: Format): Format {
  const { glance: _, ...rest } = format
  return rest
}
