import { describe, expect, test } from 'vitest'
import { chooseApi, findApi, type Wanted } from './choose.ts'
import { formats } from './formats/index.ts'
import { rulebooks } from './rulebooks/index.ts'
import { openai } from './rulebooks/openai.ts'

const known = { formats, rulebooks, rules: [] }

const user = { role: 'user', content: 'go' }
const block = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] }
const calls = { role: 'assistant', content: null, tool_calls: [] }
const native = { role: 'assistant', content: '', tool_calls: [{ function: { name: 'read', arguments: {} } }] }
const named = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'call_1', function: { name: 'read', arguments: {} } }],
}
const given = { role: 'tool', tool_name: 'read', content: 'ok' }
const part = { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'read' }] }
const shown = { id: '1', role: 'user', parts: [{ type: 'text', text: 'go' }] }
const invoking = { id: '1', role: 'assistant', content: '', toolInvocations: [] }
const thinking = { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] }
const pondered = {
  role: 'assistant',
  content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }],
}
const found = { role: 'tool', tool_call_id: 'a', content: [{ type: 'document', document: { data: '{}' } }] }
const seen = { role: 'user', content: [{ type: 'image', image: 'aGk=' }] }

const bare = { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] }
const output = { type: 'text', value: 'ok' }
const typed = { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'read', output }] }
const heard = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'a', result: { llmContent: 'ok' } }],
}
const older = { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', result: 'ok' }] }

function chosen(document: unknown, wanted?: Wanted): string {
  const outcome = chooseApi(known, document, wanted)
  if (!outcome.ok) return outcome.error.code
  return `${outcome.value.rulebook.name} (${outcome.value.because})`
}

const body = (model: string, ...messages: readonly unknown[]): unknown => ({ model, messages })

describe('the API of a document', () => {
  test.each<[string, unknown, Wanted | undefined, string]>([
    ['by name', [user], { api: 'mistral' }, 'mistral (named)'],
    ['by name, whatever its model', body('gpt-5', user), { api: 'deepseek' }, 'deepseek (named)'],
    ['by name, of that format', [user], { api: 'openai', format: 'openai-chat' }, 'openai (named)'],
    ['by a name that every format has', [user, block], { api: 'everywhere' }, 'everywhere (named)'],
    ['by calls and results of Neovate', [user, block, bare], undefined, 'neovate (format)'],
    ['by results that Neovate alone writes', body('some', user, block, heard), undefined, 'neovate (format)'],
    ['by names of messages', [{ uuid: '1', parentUuid: null, ...user }], undefined, 'neovate (format)'],
    ['by names of messages that call', [{ uuid: '1', ...block }], undefined, 'neovate (format)'],
    ['not by the calls of another API', [user, block], undefined, 'anthropic (format)'],
    ['not by names alone', [{ uuid: '1', ...user }], undefined, 'openai (format)'],
    ['not by results with an output', [user, block, typed], undefined, 'anthropic (format)'],
    [
      'not in a request of an API',
      body('claude-opus-4-6', user, block, bare),
      undefined,
      'anthropic (model)',
    ],
    ['not by results of the AI SDK', [user, part, older], undefined, 'ai-sdk (format)'],
    ['by model', body('claude-opus-4-6', block), undefined, 'anthropic (model)'],
    [
      'by a model behind a gateway',
      body('mistralai/mistral-large', user, calls),
      undefined,
      'openai (format)',
    ],
    ['by a local model', body('mistral-nemo:12b', user, calls), undefined, 'ollama-v1 (model)'],
    ['by a free model of a router', body('qwen/qwen3-coder:free', user), undefined, 'openai (format)'],
    ['by an open model', body('deepseek-ai/DeepSeek-V3', user, calls), undefined, 'openai (format)'],
    [
      'by a model that others run',
      body('deepseek-r1-distill-llama-70b', user, calls),
      undefined,
      'openai (format)',
    ],
    ['by a model of DeepSeek’s own', body('deepseek-v4-pro', user, calls), undefined, 'deepseek (model)'],
    [
      'by a model of Kimi’s behind a gateway',
      body('moonshotai/kimi-k2', user, calls),
      undefined,
      'openai (format)',
    ],
    ['by calls as Ollama writes them', body('mistral', user, native), undefined, 'ollama (format)'],
    ['by results as Ollama writes them', body('llama3.2', named, given), undefined, 'ollama (format)'],
    [
      'by a member of Ollama’s',
      { ...(body('llama3.2', named) as object), options: {} },
      undefined,
      'ollama (format)',
    ],
    ['not by arguments alone', body('llama3.2', user, named), undefined, 'openai (format)'],
    ['by model, behind a path', body('us.claude-opus-4-6', block), undefined, 'anthropic (model)'],
    ['by model, of a copy', body('deepseek-v4-pro', block), undefined, 'anthropic-strict (model)'],
    ['by model, of a copy', body('MiniMax-M2', block), undefined, 'anthropic-strict (model)'],
    ['by model, where anything would do', body('kimi-k2', user), undefined, 'kimi (model)'],
    ['by format, behind a path', body('deepseek/deepseek-chat', user), undefined, 'openai (format)'],
    ['by model', body('deepseek-chat', calls), undefined, 'deepseek (model)'],
    ['by model', body('Mistral-Large', user), undefined, 'mistral (model)'],
    ['by model', body('open-mixtral-8x7b', user), undefined, 'mistral (model)'],
    ['by model, where reasoning is a list', body('magistral-medium', pondered), undefined, 'mistral (model)'],
    ['by model', body('ft:gpt-4o:acme', user), undefined, 'openai (model)'],
    ['by model', body('o3-mini', user), undefined, 'openai (model)'],
    ['by format, for a model of nobody', body('llama', block), undefined, 'anthropic (format)'],
    [
      'by format, for a model of another format',
      body('claude-opus-4-6', calls),
      undefined,
      'openai (format)',
    ],
    ['by format', [user, block], undefined, 'anthropic (format)'],
    ['by format', [{ role: 'user', content: [{ text: 'go' }] }], undefined, 'bedrock (format)'],
    ['by format', { modelId: 'meta.llama3', messages: [user] }, undefined, 'bedrock (format)'],
    ['by format', [user, calls], undefined, 'openai (format)'],
    [
      'by format, where instructions are of the body',
      { system: 'x', messages: [user] },
      undefined,
      'anthropic (format)',
    ],
    ['by format, where a part is a call', [user, part], undefined, 'ai-sdk (format)'],
    ['by format, where a chat shows parts', { messages: [shown] }, undefined, 'ai-sdk (format)'],
    ['by format, where invocations stand beside words', [invoking], undefined, 'ai-sdk (format)'],
    ['by format, where an image has no source', [user, seen], undefined, 'ai-sdk (format)'],
    ['by format, where a document has no source', [user, calls, found], undefined, 'openai (format)'],
    ['by format, where reasoning is words', [user, thinking], undefined, 'ai-sdk (format)'],
    [
      'by format, where the body names a version',
      { anthropic_version: 'vertex-2023-10-16', max_tokens: 9, messages: [user] },
      undefined,
      'anthropic (format)',
    ],
    [
      'by format, where a body goes on from an answer',
      { previous_response_id: 'r', input: [{ anything: true }] },
      undefined,
      'openai-responses (format)',
    ],
    [
      'by format, where a tool waits for approval',
      [{ type: 'mcp_list_tools', tools: [] }, user],
      undefined,
      'openai-responses (format)',
    ],
    [
      'by format, where only tools were found',
      { input: [{ type: 'tool_search_output', tools: [] }] },
      undefined,
      'openai-responses (format)',
    ],
    ['by format, where anything would do', [user], undefined, 'openai (format)'],
    ['by format, for an empty list', [], undefined, 'openai (format)'],
    ['by a format that is named', [user], { format: 'anthropic-messages' }, 'anthropic (format)'],
    ['is not, for a name of nobody', [user], { api: 'nobody' }, 'unknown-api'],
    ['is not, for a format of nobody', [user], { format: 'nothing' }, 'unknown-format'],
    [
      'is not, for a name and a format of nobody',
      [user],
      { api: 'openai', format: 'nothing' },
      'unknown-format',
    ],
    [
      'is not, of another format',
      [user],
      { api: 'openai', format: 'anthropic-messages' },
      'api-not-of-format',
    ],
    ['is not, for what is no conversation', { a: 1 }, undefined, 'not-a-conversation'],
    ['is not, for what is no conversation', [1, 2], undefined, 'not-a-conversation'],
    ['is not, for what is no conversation', null, undefined, 'not-a-conversation'],
    ['is not, for what is no conversation', 'go', { api: 'openai' }, 'not-a-conversation'],
    ['is not, for what is no conversation', {}, { format: 'openai-chat' }, 'not-a-conversation'],
  ])('%s: %j, %j', (_, document, wanted, expected) => {
    expect(chosen(document, wanted)).toBe(expected)
  })

  test('every refusal has a hint', () => {
    const refusals = [
      chooseApi(known, null),
      chooseApi(known, [user], { api: 'x' }),
      chooseApi(known, [user], { format: 'x' }),
    ]
    expect(refusals.filter((outcome) => outcome.ok || outcome.error.hint === undefined)).toEqual([])
  })
})

describe('findApi', () => {
  test('takes a rulebook of one’s own', () => {
    const own = { ...openai, name: 'own' }
    const outcome = findApi(known, own)
    expect(outcome.ok && outcome.value.rulebook).toBe(own)
  })

  test.each([
    ['the blocks of a document', { document: [user, block] }, 'anthropic-messages'],
    ['the turns of a document', { document: [user, calls] }, 'openai-chat'],
    ['a format that is named', { document: [user], format: 'anthropic-messages' }, 'anthropic-messages'],
    ['nothing: the first that there is', { document: 7 }, 'openai-chat'],
  ])('a name that every format has is settled by %s', (_, hints, format) => {
    const outcome = findApi(known, 'everywhere', hints)
    expect(outcome.ok && outcome.value.format.name).toBe(format)
    expect(outcome.ok && outcome.value.rulebook.format).toBe(format)
  })

  test.each([undefined, null, 7])('refuses %s, which is neither a name nor a rulebook', (api) => {
    const outcome = findApi(known, api as unknown as string)
    expect(outcome.ok ? '' : outcome.error.code).toBe('unknown-api')
  })

  test.each([
    ['openai', 'anthropic-messages', 'api-not-of-format'],
    [openai, 'anthropic-messages', 'api-not-of-format'],
    ['openai', 'nothing', 'unknown-format'],
    ['everywhere', 'nothing', 'unknown-format'],
    ['openai', 'openai-chat', 'found'],
  ])('an API in a format: %#', (api, format, expected) => {
    const outcome = findApi(known, api, { document: [user], format })
    expect(outcome.ok ? 'found' : outcome.error.code).toBe(expected)
  })

  test('refuses one of a format that is not there', () => {
    const outcome = findApi(known, { ...openai, format: 'nothing' })
    expect(outcome.ok ? '' : outcome.error.code).toBe('unknown-format')
  })
})

test.each(rulebooks.filter(({ serves, ownRules }) => serves !== undefined && ownRules !== undefined))(
  '$name is known by a model’s name alone: its own rules are advice, and refused where it is named',
  ({ name, ownRules = [], rows }) => {
    const models: Readonly<Record<string, string>> = {
      deepseek: 'deepseek-v4-pro',
      kimi: 'kimi-k2.5',
      qwen: 'qwen3-max',
      glm: 'glm-4.6',
      'ollama-v1': 'Qwen/Qwen3-8B-GGUF:Q4_K_M',
    }
    const model = models[name] ?? 'MiniMax-M2'
    const guessed = chooseApi(known, { model, messages: [user] })
    const told = chooseApi(known, { model, messages: [user] }, { api: name })
    const severities = (choice: typeof told) =>
      choice.ok && choice.value.rulebook.name === name
        ? Object.entries(choice.value.rulebook.rows).filter(
            ([rule, row]) => row.severity === 'refused' && ownRules.some((own) => own === rule),
          )
        : undefined
    expect(severities(guessed)).toEqual([])
    expect(severities(told)?.length).toBeGreaterThan(0)
    expect(Object.keys(rows)).toEqual(expect.arrayContaining([...ownRules]))
  },
)
