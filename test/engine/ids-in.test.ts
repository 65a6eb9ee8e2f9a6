import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { idsIn } from '../../core/src/engine/look/ids-of-turns.ts'
import type { Api, Format } from '../../core/src/model/format.ts'
import { brokenOf, soundOf } from '../conformance/fixtures.ts'
import { apiOf } from '../laws/task.ts'

/** The same format, where every turn is read. */
function withoutGlance({ glance: _, ...format }: Format): Format {
  return format
}

/** The ids of turns, noted without reading them where that is possible, and read. */
function ids(turns: readonly unknown[], { format }: Api): { noted: string[]; read: string[] } {
  return {
    noted: idsIn({ turns, format }, 0, turns.length),
    read: idsIn({ turns, format: withoutGlance(format) }, 0, turns.length),
  }
}

describe('the ids of a turn', () => {
  const call = (id?: string) => ({
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name: 'read' },
  })

  test.each<[string, string, unknown, readonly string[]]>([
    ['words', 'openai', { role: 'user', content: 'go' }, []],
    ['nothing that can be read', 'openai', 7, []],
    ['calls', 'openai', { role: 'assistant', tool_calls: [call('a'), call('b')] }, ['a', 'b']],
    [
      'a call without an id',
      'openai',
      { role: 'assistant', tool_calls: [call('a'), call()] },
      ['a', 'name read'],
    ],
    ['a result', 'openai', { role: 'tool', tool_call_id: 'a', content: '' }, ['a']],
    ['a result without an id', 'openai', { role: 'tool', name: 'read', content: '' }, ['name read']],
    ['a result without id and name', 'openai', { role: 'tool', content: '' }, ['name ']],
    [
      'blocks',
      'anthropic',
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'text', text: 'x' },
        ],
      },
      ['a'],
    ],
    [
      'an id in another member',
      'anthropic',
      { role: 'user', content: [{ type: 'tool_result', id: 'a' }] },
      ['a'],
    ],
    [
      'an item',
      'openai-responses',
      { type: 'function_call', id: 'fc', call_id: 'a', name: 'read', arguments: '{}' },
      ['fc', 'a'],
    ],
    ['an item without a call', 'openai-responses', { type: 'reasoning', id: 'rs', summary: [] }, ['rs']],
  ])('%s', (_, api, turn, wanted) => {
    const known = apiOf(api, [turn])
    expect(ids([turn], known)).toEqual({ noted: wanted, read: wanted })
    expect(ids([turn, turn], known)).toEqual({ noted: [...wanted, ...wanted], read: [...wanted, ...wanted] })
  })

  test('of some of the turns', () => {
    const { format } = apiOf('openai', [])
    const turns = ['a', 'b', 'c'].map((id) => ({ role: 'tool', tool_call_id: id, content: '' }))
    expect(idsIn({ turns, format }, 1, 2)).toEqual(['b'])
  })
})

describe.each(formats)('are noted as they are read: $name', ({ name }) => {
  const rows = [
    ...brokenOf(name).map(({ file, broken, api }) => ({ file, api, document: broken })),
    ...soundOf(name),
  ]

  test.each(rows)('$file', ({ document, api }) => {
    const known = apiOf(api, document)
    const { noted, read } = ids(known.format.turnsOf(document) ?? [], known)
    expect(noted).toEqual(read)
  })
})
