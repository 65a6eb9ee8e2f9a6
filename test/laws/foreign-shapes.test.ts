import { apply, invert, type Rulebook, repair, scan } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignCase } from '../generate/foreign-shapes.ts'
import { complaints } from '../oracle/index.ts'
import { resultOf } from './answered.ts'
import { apiOf } from './task.ts'

function isOfFormat(document: unknown, api: Rulebook): boolean {
  try {
    scan(document, api)
    return true
  } catch {
    return false
  }
}

test('a result in the shape of another API is a result, and a call a call', () => {
  const holds = fc.property(foreignCase, ({ api: name, document, joints, isForeign }) => {
    const { rulebook: api } = apiOf(name, [])
    // A document with nothing of the format that is named is refused as a whole.
    fc.pre(isOfFormat(document, api))
    // A local server that judges no role takes such a message, and reads nothing of it.
    fc.pre(api.rows['unknown-role'] !== undefined)
    const { document: mended, report } = repair(document, { api })
    const refused = report.left.filter(({ severity }) => severity === 'refused')
    expect(refused).toEqual([])
    expect(complaints(mended, { api: name, tail: 'closed' })).toEqual([])
    expect(JSON.stringify(mended)).not.toContain('no result was recorded')
    for (const { id, words } of joints) expect(resultOf(mended, id), id).toContain(words)
    if (isForeign) expect(scan(document, api).length).toBeGreaterThan(0)
    expect(repair(mended, { api }).document).toBe(mended)
    const undone = apply(mended, invert(report.plan))
    expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(document))
  })
  fc.assert(holds, { numRuns: 150 })
})

const user = { role: 'user', content: 'go' }
const block = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] }
const answer = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] }
const calls = (...ids: string[]): unknown => ({
  role: 'assistant',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
})
const tool = { role: 'tool', tool_call_id: 'a', content: 'ok' }

// Gateways pass such blocks on: only a half that the chat format misses is taken out of them.
test.each([
  ['a call and its result that both are blocks of another API', [user, block, answer, user]],
  ['a result that answers nothing', [user, calls('a'), tool, answer, user]],
  ['a call that nothing answers', [user, calls('a'), tool, block, user]],
])('a chat conversation stays as it is: %s', (_, messages) => {
  const document = { model: 'gpt-5', tools: [{ type: 'function', function: { name: 'read' } }], messages }
  expect(repair(document, { api: 'openai' }).document).toBe(document)
})

test('one message of another API holds the results of all calls, and words: each becomes a message', () => {
  const results = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` }))
  const content = [...results, { type: 'text', text: 'Go on.' }]
  const { document, report } = repair([user, calls('a', 'b'), { role: 'user', content }], { api: 'openai' })
  expect(document).toEqual([
    user,
    calls('a', 'b'),
    { role: 'tool', tool_call_id: 'a', content: 'of a' },
    { role: 'tool', tool_call_id: 'b', content: 'of b' },
    { role: 'user', content: 'Go on.' },
  ])
  expect(report.found.map(({ rule }) => rule)).toEqual(['unknown-role'])
})
