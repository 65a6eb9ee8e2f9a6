import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { gatewayWith } from '../gateway/house.ts'
import { ask } from './ask.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

type Block = { readonly [kind: string]: Readonly<Record<string, unknown>> }
type Message = { readonly role: string; readonly content: readonly Block[] }
type Body = { readonly messages: readonly Message[]; readonly [member: string]: unknown }

const beta = 'thinking-binding-controls-2026-08-01'
const fable = 'us.anthropic.claude-fable-5-1-20260820-v1:0'
const head = {
  system: [{ text: 'Be brief.' }],
  toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] },
}
const thinks = JSON.stringify({ say: [{ thinking: 'Hm.' }, { text: 'Looking.' }, { call: {} }] })

async function post(body: object, { model = fable, scenario = thinks, url = sandbox.url } = {}) {
  const path = `${url}/model/${encodeURIComponent(model)}/converse`
  const { status, text, headers } = await ask(path, body, { headers: { 'x-mortise-scenario': scenario } })
  return { status, body: JSON.parse(text), rule: headers.get('x-mortise-rule') }
}

async function grown(rounds: number, model = fable): Promise<Body> {
  let messages: readonly Message[] = [{ role: 'user', content: [{ text: 'Look.' as never }] }]
  for (let round = 0; round < rounds; round++) {
    const { status, body } = await post({ ...head, messages }, { model })
    expect(status).toBe(200)
    messages = [...messages, body.output.message, resultFor(body.output.message)]
  }
  return { ...head, messages }
}

function resultFor({ content }: Message, text = 'ok'): Message {
  const toolUseId = content.find(({ toolUse }) => toolUse !== undefined)?.toolUse?.toolUseId
  return { role: 'user', content: [{ toolResult: { toolUseId, content: [{ text }] } }] }
}

const body = await grown(3)
const last = body.messages.length - 1
const late = { ...body, messages: body.messages.with(2, resultFor(body.messages[1] as Message, 'late')) }

/** The same with some blocks of thinking left out, by their number. */
function without(numbers: readonly number[]): Body {
  let number = 0
  const messages = body.messages.map(({ role, content }) => ({
    role,
    content: content.filter((block) => !('reasoningContent' in block) || !numbers.includes(number++)),
  }))
  return { ...body, messages }
}

const mark = { cachePoint: { type: 'default' } }
const marked = {
  ...body,
  system: [...head.system, mark],
  toolConfig: { tools: [...head.toolConfig.tools, mark] },
  messages: body.messages.with(last, {
    role: 'user',
    content: [...(body.messages[last] as Message).content, mark],
  }),
}
const sentence = (at: string): string =>
  `${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`

describe('thinking on Bedrock Converse is bound to what stands before it', () => {
  test.each<[string, object]>([
    ['nothing has changed', body],
    ['cache marks were set', marked],
    ['a leading run of blocks went', without([0, 1])],
    ['all blocks went', without([0, 1, 2])],
  ])('accepted where %s', async (_, sent) => {
    expect(await post(sent)).toMatchObject({ status: 200 })
  })

  test.each<[string, object, string]>([
    ['the instructions changed', { ...body, system: [{ text: 'Be long.' }] }, 'messages.1.content.0'],
    ['a tool came', { ...body, toolConfig: withTool('run') }, 'messages.1.content.0'],
    ['an earlier result changed', late, 'messages.3.content.0'],
    ['a block between others was left out', without([1]), 'messages.5.content.0'],
  ])('refused where %s', async (_, sent, at) => {
    const refused = await post(sent)
    expect(refused).toEqual({ status: 400, rule: 'reasoning-bound', body: { message: sentence(at) } })
  })

  test('the same model is asked for in several regions, and another one drops the blocks', async () => {
    expect(await post(body, { model: fable.replace('us.', 'global.') })).toMatchObject({ status: 200 })
    const changed = { ...body, system: [{ text: 'Be long.' }] }
    expect(await post(changed, { model: fable.replace('us.', 'global.') })).toMatchObject({ status: 400 })
    expect(await post(changed, { model: 'us.anthropic.claude-opus-5-5' })).toMatchObject({ status: 200 })
  })

  test('a stream is signed for the same', async () => {
    const path = `${sandbox.url}/model/${encodeURIComponent(fable)}/converse-stream`
    const messages = body.messages.slice(0, 1)
    const { text } = await ask(path, { ...head, messages }, { headers: { 'x-mortise-scenario': thinks } })
    const { signature } = (body.messages[1]?.content[0]?.reasoningContent?.reasoningText ?? {}) as {
      signature?: string
    }
    expect(text).toContain(signature)
  })
})

function withTool(name: string): object {
  const spec = { toolSpec: { name, inputSchema: { json: { type: 'object' } } } }
  return { tools: [...head.toolConfig.tools, spec] }
}

describe('accounts', () => {
  test.each([
    ['us.anthropic.claude-fable-5-1', 200],
    ['us.anthropic.claude-opus-5-5-v1', 200],
    ['us.anthropic.claude-fable-5-2', 400],
  ])('an old one is refused by some models: %s, %i', async (model, status) => {
    const own = { ...(await grown(1, model)), system: [{ text: 'Be long.' }] }
    expect(await post(own, { model, scenario: 'old-account' })).toMatchObject({ status })
    expect(await post(own, { model })).toMatchObject({ status: 400 })
  })
})

describe('blocks may be dropped', () => {
  const fields = (name: string, behavior: string, betas = [beta]): object => ({
    additionalModelRequestFields: {
      thinking: { type: 'adaptive', block_binding: { [name]: behavior } },
      anthropic_beta: betas,
    },
    additionalModelResponseFieldPaths: ['/input_transformations'],
  })

  test.each(['mismatch_behavior', 'prefix_mismatch_behavior'])('by %s', async (name) => {
    const { status, body: told } = await post({ ...late, ...fields(name, 'drop_block') })
    const dropped = (path: string) => ({ type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' })
    expect(status).toBe(200)
    expect(told.additionalModelResponseFields).toEqual({
      input_transformations: ['messages.3.content.0', 'messages.5.content.0'].map(dropped),
    })
    expect(await post({ ...late, ...fields(name, 'error') })).toMatchObject({ status: 400 })
  })

  test('not without the beta', async () => {
    const message = 'thinking.adaptive.block_binding: Extra inputs are not permitted'
    expect(await post({ ...late, ...fields('mismatch_behavior', 'drop_block', []) })).toMatchObject({
      status: 400,
      body: { message },
    })
  })
})

test('a gateway before it mends requests that are accepted, and keeps the thinking made since', async () => {
  const gateway = await gatewayWith({ upstreams: { up: { url: sandbox.url, api: 'bedrock' } } })
  const lost = { role: 'user', content: [{ text: 'Go on.' as never }] }
  const broken = { ...body, messages: body.messages.with(2, lost) }
  expect(await post(broken)).toMatchObject({ status: 400 })
  const first = await post(broken, { url: gateway.url })
  expect(first.status).toBe(200)
  const answer: Message = first.body.output.message
  const next = { ...broken, messages: [...broken.messages, answer, resultFor(answer)] }
  expect((await post(next, { url: gateway.url })).status).toBe(200)
  const sent = String(sandbox.requests.at(-1)?.body)
  expect(sent.match(/"signature"/g)).toHaveLength(2)
})
