import { expect, test } from 'vitest'
import { GrowingScan } from '../../core/src/engine/parts/growing-scan.ts'
import { rules } from '../../core/src/rules/index.ts'
import { laws } from '../laws/laws.ts'
import { apiOf } from '../laws/task.ts'

test('a tool of the provider in a stretch that shares an id with a suspicious one keeps its call', () => {
  const call = (id: string) => ({ type: 'tool_use', id, name: 'run', input: {} })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'done' })
  const turns = [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }, call('a')],
    },
    { role: 'user', content: [result('a')] },
    {
      role: 'assistant',
      content: [{ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }, call('b')],
    },
    { role: 'user', content: [result('b')] },
    { role: 'assistant', content: 'so' },
    { role: 'user', content: [result('b')] },
  ]
  laws({ document: turns, api: 'anthropic', policy: 'keep', tail: 'rest' })
  const growing = new GrowingScan({ api: apiOf('anthropic', turns), tail: 'rest', rules })
  for (const turn of turns) growing.add(turn)
  growing.rest()
  const found = growing.finish((position) => turns[position])
  expect(found.map(({ rule, at }) => [rule, at[0]])).toEqual([['duplicate-result', 6]])
})
