import { repairBytes, scan } from '@mortise/core'
import { guardFetch } from '@mortise/core/guard'
import { repairMessages } from '@mortise/core/guard/langchain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairing } from '../../core/src/guard/langchain/pairing.ts'
import { viewOf } from '../../core/src/guard/langchain/view.ts'
import { formatOf } from '../generate/api.ts'
import { damagedCase } from '../generate/case.ts'
import { apiOf } from '../laws/task.ts'

const paths: Readonly<Record<string, string>> = {
  'anthropic-messages': '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'gemini-contents': '/v1beta/models/m:generateContent',
  'bedrock-converse': '/model/m/converse',
}

interface Init {
  readonly method: string
  readonly body: string
}

test('a guarded fetch sends what a repair of the bytes makes, and nothing else', async () => {
  const sendsRepaired = fc.asyncProperty(damagedCase, async ({ document, api: name, policy, tail }) => {
    const path = paths[formatOf(name)]
    const { name: api, format } = apiOf(name, document).rulebook
    // A request has a body; and the AI SDK has no address.
    if (path === undefined || Array.isArray(document)) return
    const body = JSON.stringify(document)
    const sent: string[] = []
    const fetch = async (_url: string, init: Init): Promise<number> => sent.push(init.body)
    await guardFetch(fetch, { api, policy, tail })(`https://example.com${path}`, { method: 'POST', body })
    const { bytes } = repairBytes(new TextEncoder().encode(body), { api, format, policy, tail })
    expect(sent).toEqual([new TextDecoder().decode(bytes)])
  })
  await fc.assert(sendsRepaired, { numRuns: 150 })
})

/** A message as LangChain has it. */
class Message {
  readonly type: string
  constructor(type: string, members: object) {
    this.type = type
    Object.assign(this, members)
    Object.freeze(this)
  }
}

const id = fc.constantFrom('a', 'b', 'c')
const words = fc.stringMatching(/^[a-z]{6,9}$/)
const message: fc.Arbitrary<Message> = fc.oneof(
  words.map((content) => new Message('human', { content })),
  fc.tuple(words, id).map(([content, tool_call_id]) => new Message('tool', { content, tool_call_id })),
  fc.tuple(words, fc.array(id, { maxLength: 3 })).map(([content, ids]) => {
    const tool_calls = Object.freeze(ids.map((each) => Object.freeze({ id: each, name: 'look', args: {} })))
    return new Message('ai', { content, tool_calls })
  }),
)

test('messages of LangChain are mended for good, and nothing of them is lost', () => {
  const areMended = fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
    const mended = repairMessages<object>(Object.freeze(messages) as Message[])
    expect(scan(viewOf(mended), pairing).filter(({ severity }) => severity === 'refused')).toEqual([])
    expect(repairMessages(mended)).toBe(mended)
    const said = JSON.stringify(mended)
    const kept = messages.filter((one) => !said.includes(`${(one as { content?: unknown }).content}`))
    expect(kept, 'every word is still there').toEqual([])
    const people = messages.filter(({ type }) => type === 'human')
    expect(mended.filter((one) => people.includes(one as Message))).toEqual(people)
    const calls = (list: readonly object[]): number =>
      list.reduce((sum, one) => sum + ((one as { tool_calls?: unknown[] }).tool_calls?.length ?? 0), 0)
    expect(calls(mended)).toBe(calls(messages))
  })
  fc.assert(areMended, { numRuns: 800 })
})
