import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from './ask.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

type Message = { readonly role: string; readonly content: unknown }
type Body = {
  readonly model: string
  readonly messages: readonly Message[]
  readonly [member: string]: unknown
}

const beta = 'thinking-binding-controls-2026-08-01'
const dropping = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
const head = {
  max_tokens: 100,
  system: 'Be brief.',
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
}

async function post(body: object, headers: Record<string, string> = {}, scenario = 'thinking') {
  const {
    status,
    text,
    headers: told,
  } = await ask(`${sandbox.url}/v1/messages`, body, {
    headers: { 'x-mortise-scenario': scenario, ...headers },
  })
  return { status, body: JSON.parse(text), rule: told.get('x-mortise-rule') }
}

/** A conversation of so many rounds, as its client keeps it: thinking, words and a call, and the result of it. */
async function grown(rounds: number, model = 'claude-fable-5-1'): Promise<Body> {
  const messages: Message[] = [{ role: 'user', content: 'Look.' }]
  const body = { ...head, model, messages }
  const scenario = JSON.stringify({ say: [{ thinking: 'Hm.' }, { text: 'Looking.' }, { call: {} }] })
  for (let round = 0; round < rounds; round++) {
    const { status, body: answer } = await post(body, {}, scenario)
    expect(status).toBe(200)
    const call = answer.content.find(({ type }: { type: string }) => type === 'tool_use')
    messages.push({ role: 'assistant', content: answer.content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'ok' }] })
  }
  return body
}

const body = await grown(3)

/** The same with some blocks of thinking left out, by their number. */
function without(numbers: readonly number[], from: Body = body): Body {
  let number = 0
  const messages = from.messages.map(({ role, content }) => ({
    role,
    content: Array.isArray(content)
      ? content.filter(({ type }) => type !== 'thinking' || !numbers.includes(number++))
      : content,
  }))
  return { ...from, messages }
}

function withMessage(index: number, message: Message, from: Body = body): Body {
  return { ...from, messages: from.messages.with(index, message) }
}

const answered = (content: unknown): Message => {
  const [block] = (body.messages[2] as Message).content as [object]
  return { role: 'user', content: [{ ...block, content }] }
}

/** The same as before, written in another way. */
const marked: Body = {
  ...body,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: body.messages.with(0, {
    role: 'user',
    content: [{ type: 'text', text: 'Look.', cache_control: { type: 'ephemeral' } }],
  }),
}

const sentence = (at: string): string =>
  `${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`

describe('thinking is bound to what stands before it', () => {
  test.each<[string, Body]>([
    ['nothing has changed', body],
    ['words are one block, and cache marks have moved', marked],
    ['the content of a result is one block', withMessage(2, answered([{ type: 'text', text: 'ok' }]))],
    ['a leading run of blocks went', without([0, 1])],
    ['all blocks went', without([0, 1, 2])],
    ['something follows them', { ...body, messages: [...body.messages, { role: 'user', content: 'Well?' }] }],
  ])('accepted where %s', async (_, sent) => {
    expect(await post(sent)).toMatchObject({ status: 200 })
  })

  test.each<[string, Body, string]>([
    ['the instructions changed', { ...body, system: 'Be long.' }, 'messages.1.content.0'],
    ['a tool is gone', { ...body, tools: [] }, 'messages.1.content.0'],
    ['an earlier result changed', withMessage(2, answered('late')), 'messages.3.content.0'],
    ['a block between others was left out', without([1]), 'messages.5.content.0'],
  ])('refused where %s', async (_, sent, at) => {
    const refused = await post(sent)
    expect(refused).toMatchObject({ status: 400, rule: 'reasoning-bound' })
    expect(refused.body.error).toEqual({ type: 'invalid_request_error', message: sentence(at) })
  })

  test('a block that was put elsewhere is refused', async () => {
    const [, first, , second] = body.messages as [Message, Message, Message, Message]
    const moved = withMessage(3, {
      ...second,
      content: [(first.content as unknown[])[0], ...(second.content as unknown[]).slice(1)],
    })
    expect((await post(moved)).body.error.message).toBe(sentence('messages.3.content.0'))
  })

  test('blocks that were made after the change stay valid', async () => {
    const changed = withMessage(2, answered('late'), without([1, 2]))
    const { body: answer } = await post(changed)
    const messages = [
      ...changed.messages,
      { role: 'assistant', content: answer.content },
      { role: 'user', content: 'And?' },
    ]
    expect(await post({ ...changed, messages })).toMatchObject({ status: 200 })
    expect(await post({ ...body, messages })).toMatchObject({ status: 200 })
  })

  test('a signature that the sandbox did not make is taken', async () => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'EqQBCgIYAhIM' }
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'Yes?' }] },
      { role: 'user', content: 'Go.' },
    ]
    expect(await post({ ...head, model: 'claude-fable-5-2', messages })).toMatchObject({ status: 200 })
  })

  test('a model that does not bind its thinking takes all of it', async () => {
    const free = await grown(2, 'claude-opus-4-6')
    expect(await post({ ...free, system: 'Be long.' })).toMatchObject({ status: 200 })
  })
})

describe('accounts', () => {
  test.each([
    ['claude-fable-5-1', 200],
    ['claude-opus-5-5', 200],
    ['claude-fable-5-2', 400],
    ['claude-mythos-5-2', 400],
  ])('an old one is refused by some models: %s, %i', async (model, status) => {
    const own = { ...(await grown(1, model)), system: 'Be long.' }
    expect(await post(own, {}, 'old-account')).toMatchObject({ status })
    expect(await post(own)).toMatchObject({ status: 400 })
  })

  test('the field switches the check on', async () => {
    const changed = {
      ...body,
      system: 'Be long.',
      thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'error' } },
    }
    expect(await post(changed, { 'anthropic-beta': beta }, 'old-account')).toMatchObject({ status: 400 })
  })

  test('without it, the beta tells what would have been refused', async () => {
    const told = await post({ ...body, system: 'Be long.' }, { 'anthropic-beta': beta }, 'old-account')
    expect(told.body.input_transformations).toHaveLength(3)
    expect(told.body.input_transformations[0]).toEqual({
      type: 'thinking_mismatch_allowed',
      path: 'messages.1.content.0',
      reason: 'prefix_binding_mismatch',
    })
  })
})

describe('blocks may be dropped', () => {
  const changed = { ...withMessage(2, answered('late')), thinking: dropping }

  test('the answer lists them, and later requests drop them too', async () => {
    const { status, body: answer } = await post(changed, { 'anthropic-beta': `other-2026-01-01, ${beta}` })
    expect(status).toBe(200)
    expect(answer.input_transformations).toEqual(
      ['messages.3.content.0', 'messages.5.content.0'].map((path) => ({
        type: 'thinking_dropped',
        path,
        reason: 'prefix_binding_mismatch',
      })),
    )
    const more = [
      { role: 'assistant', content: answer.content },
      { role: 'user', content: 'And?' },
    ]
    const next = { ...changed, messages: [...changed.messages, ...more] }
    const later = await post(next, { 'anthropic-beta': beta })
    expect(later.body.input_transformations).toEqual(answer.input_transformations)
    expect(await post({ ...next, thinking: { type: 'adaptive' } })).toMatchObject({ status: 400 })
  })

  test('a stream tells it at its start', async () => {
    const { text } = await ask(
      `${sandbox.url}/v1/messages`,
      { ...changed, stream: true },
      { headers: { 'anthropic-beta': beta } },
    )
    const start = JSON.parse(
      text
        .split('\n')
        .find((line) => line.startsWith('data: '))
        ?.slice(6) ?? '',
    )
    expect(start.message.input_transformations).toHaveLength(2)
  })

  test('the list is empty where nothing was dropped, and absent without the beta', async () => {
    expect((await post(body, { 'anthropic-beta': beta })).body.input_transformations).toEqual([])
    expect((await post(body)).body).not.toHaveProperty('input_transformations')
  })

  test.each([
    ['without the header', dropping, {}, 'thinking.adaptive.block_binding: Extra inputs are not permitted'],
    [
      'without thinking',
      { ...dropping, type: 'disabled' },
      { 'anthropic-beta': beta },
      'thinking.disabled.block_binding: Extra inputs are not permitted',
    ],
    [
      'with another wish',
      { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'ignore' } },
      { 'anthropic-beta': beta },
      "thinking.adaptive.block_binding.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'",
    ],
  ])('the field is refused %s', async (_, thinking, headers: Record<string, string>, message) => {
    const refused = await post({ ...body, thinking }, headers)
    expect(refused).toMatchObject({ status: 400, rule: null, body: { error: { message } } })
  })

  test('a block that another model made is dropped without an error', async () => {
    const other = { ...body, model: 'claude-opus-5-5' }
    expect(await post(other)).toMatchObject({ status: 200 })
    const { body: told } = await post(other, { 'anthropic-beta': beta })
    expect(told.input_transformations).toHaveLength(3)
    expect(told.input_transformations[0].reason).toBe('model_binding_mismatch')
  })
})
