import { repair } from '@mortise/core'
import { expect, test } from 'vitest'
import { deriveId } from '../../core/src/engine/match/identity.ts'

type Turns = Record<string, unknown>[]

const chat = {
  ask: (): Turns => [{ role: 'user', content: 'Go on.' }],
  call: (id: string): Turns => [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: read }] },
  ],
  answer: (id: string): Turns => [{ role: 'tool', tool_call_id: id, content: `Result ${id}.` }],
}

const blocks = {
  ask: (): Turns => [{ role: 'user', content: 'Go on.' }],
  call: (id: string): Turns => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
  ],
  answer: (id: string): Turns => [
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `Result ${id}.` }] },
  ],
}

const read = { name: 'read', arguments: '{}' }

// What shares an id with a suspicious stretch is read with it, wherever it stands: else its call would be
// open still where the late result comes, and the result would be taken for that call's.
test.each([
  ['openai', chat],
  ['anthropic', blocks],
] as const)(
  '%s: a sound exchange far away keeps a late result of the same id from being its own',
  (api, say) => {
    const exchanges = (name: string): Turns =>
      Array.from({ length: 20 }, (_, index) => [
        ...say.call(`${name}${index}`),
        ...say.answer(`${name}${index}`),
      ]).flat()
    const lost = [...say.call('lost'), ...say.ask()]
    const shared = [...say.call('same'), ...say.answer('same')]
    const late = [...say.call('last'), ...say.answer('last'), ...say.answer('same')]
    const before = [
      ...say.ask(),
      ...exchanges('a'),
      ...shared,
      ...exchanges('b'),
      ...lost,
      ...exchanges('c'),
      ...late,
    ]
    const after = [
      ...say.ask(),
      ...exchanges('a'),
      ...lost,
      ...exchanges('b'),
      ...shared,
      ...exchanges('c'),
      ...late,
    ]
    for (const messages of [before, after]) {
      const { report } = repair({ messages }, { api })
      expect(report.found.map(({ rule }) => rule)).toEqual(['call-without-result', 'duplicate-result'])
      expect(report.left).toEqual([])
    }
  },
)

test('a new id is not one that a call far away has, which nothing else would have read', () => {
  const exchange = (id: string): Turns => [...blocks.call(id), ...blocks.answer(id)]
  const taken = deriveId('a #2')
  const sound = (name: string): Turns =>
    Array.from({ length: 9 }, (_, index) => exchange(name + index)).flat()
  const twice = [...exchange('a'), ...exchange('a')]
  const messages = [...blocks.ask(), ...exchange(taken), ...sound('b'), ...twice, ...sound('c')]
  const { document, report } = repair(messages, { api: 'anthropic-strict' })
  const id = deriveId(`a #2 ${taken}`)
  const answer = { type: 'tool_result', tool_use_id: id, content: 'Result a.' }
  expect(report.found.map(({ rule }) => rule)).toEqual(['duplicate-call-id'])
  expect(report.left).toEqual([])
  expect(document).toEqual(messages.toSpliced(23, 2, ...blocks.call(id), { role: 'user', content: [answer] }))
})
