import Anthropic from '@anthropic-ai/sdk'
import { type GuardOptions, guard } from '@mortise/core/guard'
import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'

const sandbox = await startSandbox({
  scenarios: { default: [{ say: [{ thinking: 'Hm.' }, { text: 'Looking.' }, { call: {} }] }] },
})
afterAll(() => sandbox.close())

const bare = new Anthropic({ apiKey: 'none', maxRetries: 0, baseURL: sandbox.url })
const guarded = (options: GuardOptions): Anthropic => guard(bare, options)

type Request = Anthropic.MessageCreateParamsNonStreaming
type Message = Anthropic.MessageParam

const head: Omit<Request, 'messages'> = {
  model: 'claude-fable-5-2',
  max_tokens: 100,
  system: 'Be brief.',
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
}

/** Every call of a message with its result. */
function resultsFor({ content }: Anthropic.Message): Message {
  const calls = content.filter(({ type }) => type === 'tool_use') as Anthropic.ToolUseBlock[]
  return {
    role: 'user',
    content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' })),
  }
}

/** A conversation of three rounds, the first of which then loses its result. */
async function damaged(): Promise<{ readonly messages: Message[]; readonly lost: Message }> {
  const messages: Message[] = [{ role: 'user', content: `Look ${counter++}.` }]
  for (let round = 0; round < 3; round++) {
    const answer = await bare.messages.create({ ...head, messages })
    messages.push({ role: 'assistant', content: answer.content }, resultsFor(answer))
  }
  const [lost] = messages.splice(2, 1, { role: 'user', content: 'Go on.' })
  return { messages, lost: lost as Message }
}
let counter = 0

/** What of the last request tells how bound thinking was treated. */
function lastSent() {
  const { body, headers, status } = sandbox.requests.at(-1) ?? {}
  const { thinking, messages } = JSON.parse(String(body)) as Request
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return {
    status,
    thinking,
    betas: headers?.['anthropic-beta'],
    thoughts: blocks.filter(({ type }) => type === 'thinking').length,
  }
}

const beta = 'thinking-binding-controls-2026-08-01'
const dropping = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }

test('mended by hand, the request is refused', async () => {
  const { messages } = await damaged()
  const call = (messages.at(1)!.content as Anthropic.ToolUseBlock[]).find(({ type }) => type === 'tool_use')
  const mended = messages.with(2, {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: String(call?.id), content: 'No result.' },
      { type: 'text', text: 'Go on.' },
    ],
  })
  const request = bare.messages.create({ ...head, messages: mended })
  await expect(request).rejects.toThrow('The block is bound to a different conversation.')
})

describe.each<[string, GuardOptions, object]>([
  [
    'a guard that asks for blocks to be dropped',
    { binding: 'drop_block' },
    { thinking: dropping, betas: beta, thoughts: 3 },
  ],
  [
    'a guard that takes blocks out',
    { binding: 'remove' },
    { thinking: undefined, betas: undefined, thoughts: 1 },
  ],
  ['a guard for a host that is not Anthropic’s', {}, { thinking: undefined, betas: undefined, thoughts: 1 }],
])('%s', (_, options, expected) => {
  test('is accepted, with each request that follows', async () => {
    const client = guarded(options)
    const { messages, lost } = await damaged()
    const answer = await client.messages.create({ ...head, messages })
    expect(lastSent()).toEqual({ status: 200, ...expected })
    messages.push({ role: 'assistant', content: answer.content }, resultsFor(answer))
    const next = await client.messages.create({ ...head, messages })
    messages.push({ role: 'assistant', content: next.content }, resultsFor(next))
    // The result arrives after all: the history is sound, and what was made without it is not valid any more.
    const late = messages.with(2, {
      role: 'user',
      content: [...(lost.content as []), { type: 'text', text: 'Go on.' }],
    })
    await client.messages.create({ ...head, messages: late })
    expect(lastSent().status).toBe(200)
    await client.messages.stream({ ...head, messages: late }).finalMessage()
    expect(lastSent().status).toBe(200)
  })

  test('keeps blocks that the model has made since', async () => {
    const client = guarded(options)
    const { messages } = await damaged()
    const answer = await client.messages.create({ ...head, messages })
    const before = lastSent().thoughts
    messages.push({ role: 'assistant', content: answer.content }, resultsFor(answer))
    await client.messages.create({ ...head, messages })
    expect(lastSent()).toMatchObject({ status: 200, thoughts: before + 1 })
  })

  test('is accepted by one retry where it is made anew', async () => {
    const { messages, lost } = await damaged()
    const client = guarded(options)
    const answer = await client.messages.create({ ...head, messages })
    messages.push({ role: 'assistant', content: answer.content }, resultsFor(answer))
    const late = messages.with(2, {
      role: 'user',
      content: [...(lost.content as []), { type: 'text', text: 'Go on.' }],
    })
    const count = sandbox.requests.length
    await guarded(options).messages.create({ ...head, messages: late })
    expect(sandbox.requests.slice(count).map(({ status }) => status)).toEqual([400, 200])
  })
})

test('the beta stands beside those of the caller, in each form', async () => {
  const client = guarded({ binding: 'drop_block' })
  const { messages } = await damaged()
  const thinking = { type: 'adaptive' } as const
  await client.messages.create({ ...head, thinking, messages }, { headers: { 'anthropic-beta': 'one,two' } })
  expect(lastSent()).toMatchObject({ betas: `one,two,${beta}`, thinking: dropping })
  await client.beta.messages.create({ ...head, thinking, messages, betas: ['one', 'two'] } as never)
  expect(lastSent()).toMatchObject({ betas: `one,two,${beta}`, thinking: dropping })
  const other = client.withOptions({ defaultHeaders: { 'anthropic-beta': 'mine' } })
  const answer = await other.beta.messages.create({ ...head, messages } as never)
  expect(lastSent()).toMatchObject({ betas: `mine,${beta}` })
  expect(answer.input_transformations).toHaveLength(2)
})
