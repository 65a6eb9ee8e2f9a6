import { describe, expect, test } from 'vitest'
import { guard } from './guard/index.ts'
import {
  apply,
  compact,
  denying,
  invert,
  MortiseError,
  openCalls,
  printPlace,
  repair,
  rulebooks,
  scan,
} from './index.ts'
import type { Rulebook } from './types.ts'

const user = { role: 'user', content: 'go' }
const use = (id: string): unknown => ({ type: 'tool_use', id, name: 'read', input: {} })
const answer = (id: string): unknown => ({ type: 'tool_result', tool_use_id: id, content: id })
const call = (id: string, given = '{}'): unknown => ({
  id,
  type: 'function',
  function: { name: 'read', arguments: given },
})
const calls = (...list: readonly unknown[]): unknown => ({
  role: 'assistant',
  content: null,
  tool_calls: list,
})
const tool = (id: string): unknown => ({ role: 'tool', tool_call_id: id, content: id })

function open(document: unknown, api: string): string[] {
  return openCalls(document, api).map(({ id, name, at }) => `${id} ${name} ${printPlace(at)}`)
}

describe('scan', () => {
  const document = {
    model: 'claude-opus-4-5',
    messages: [user, { role: 'assistant', content: [use('a')] }, user],
  }
  const found = scan(document, 'anthropic')
  const anthropic = rulebooks.find(({ name }) => name === 'anthropic')!

  test.each<[string, Parameters<typeof scan>]>([
    ['the API among the options', [document, { api: 'anthropic' }]],
    ['a rulebook', [document, anthropic]],
    ['a rulebook among the options', [document, { api: anthropic }]],
    ['a format', [document, { format: 'anthropic-messages' }]],
    ['nothing, so that the document decides', [document]],
  ])('takes %s', (_, asked) => {
    expect(found.map(({ rule }) => rule)).toEqual(['call-without-result'])
    expect(scan(...asked)).toEqual(found)
  })

  test('takes the end in either place', () => {
    const tail = { ...document, messages: document.messages.slice(0, 2) }
    expect(scan(tail, 'anthropic', { tail: 'open' })).toEqual([])
    expect(scan(tail, { api: 'anthropic', tail: 'open' })).toEqual([])
    expect(scan(tail, { api: 'anthropic' })).not.toEqual([])
  })

  test('names an option that there is not', () => {
    expect(() => scan(document, { apis: 'anthropic' } as never)).toThrow('apis')
  })
})

describe('openCalls', () => {
  const blocks = [
    user,
    { role: 'assistant', content: [use('a'), use('b')] },
    { role: 'user', content: [answer('b')] },
    { role: 'assistant', content: [{ type: 'text', text: 'hm' }, use('c')] },
  ]
  const chat = [user, calls(call('a'), call('b')), tool('b'), calls(call('c'))]

  test.each<[string, unknown, string, string[]]>([
    ['those of a list', blocks, 'anthropic', ['a read 1.content.0', 'c read 3.content.1']],
    [
      'those of a body',
      { messages: chat },
      'openai',
      ['a read messages.1.tool_calls.0', 'c read messages.3.tool_calls.0'],
    ],
    ['none where all are answered', chat.slice(0, 1), 'openai', []],
    [
      'a repeated id by occurrence',
      [user, calls(call('a')), tool('a'), calls(call('a'))],
      'openai',
      ['a read 3.tool_calls.0'],
    ],
    ['none in what is no conversation', 7, 'openai', []],
    [
      'one without an id',
      [calls({ function: { name: 'read' } })],
      'openai',
      ['undefined read 0.tool_calls.0'],
    ],
  ])('gives %s', (_, document, api, expected) => {
    expect(open(document, api)).toEqual(expected)
  })
})

describe('wishes that nobody can read', () => {
  const repairBy = (policy: unknown): unknown =>
    repair([user, calls(call('a'))], { api: 'openai', policy: policy as 'keep' })
  const deny = (wish: unknown): unknown => denying(rulebooks[0] as Rulebook, wish as { tools: string[] })

  test.each<[string, () => unknown, string]>([
    ['a policy of nobody', () => repairBy('hope'), 'unknown-policy'],
    ['no policy', () => repairBy(null), 'unknown-policy'],
    ['a number for a policy', () => repairBy(7), 'unknown-policy'],
    ['a preset of nobody', () => repairBy({ preset: 'hope', rows: {} }), 'unknown-policy'],
    ['no rows', () => repairBy({ preset: 'keep' }), 'bad-option'],
    [
      'a remedy of nobody',
      () => repairBy({ preset: 'keep', rows: { 'call-without-result': 'awnser' } }),
      'bad-option',
    ],
    [
      'a remedy of nobody in a whole table',
      () => repairBy({ name: 'own', rows: { 'call-without-result': 'x' }, otherwise: 'mend', asks: [] }),
      'bad-option',
    ],
    ['tools that are no list', () => deny({ tools: 'exec' }), 'bad-option'],
    ['tools that are no names', () => deny({ tools: [7] }), 'bad-option'],
    ['allowed tools that are no list', () => deny({ tools: [], allow: 'exec' }), 'bad-option'],
    ['calls to be kept that are of no kind', () => deny({ tools: ['exec'], keep: 'all' }), 'bad-option'],
    ['no client', () => guard(null as unknown as object), 'unknown-client'],
    ['an address for a client', () => guard('https://' as unknown as object), 'unknown-client'],
  ])('%s: one sentence', (_, wish, code) => {
    expect(wish).toThrow(expect.objectContaining({ name: 'MortiseError', code }))
  })
})

/** The code of the error that is thrown; a bug comes through. */
function codeOf(run: () => unknown): string {
  try {
    run()
    return ''
  } catch (error) {
    if (error instanceof MortiseError) return error.code
    throw error
  }
}

describe('what is no JSON', () => {
  test('a message that is undefined stays so, and the plan is taken back beside it', () => {
    const document = [user, { role: 'assistant', content: [use('a')] }, undefined, user]
    const { document: mended, report } = repair(document, { api: 'anthropic', policy: 'drop' })
    expect(mended).toEqual([user, undefined, user])
    expect(apply(mended, invert(report.plan))).toEqual({ ok: true, value: document })
  })

  const hole: unknown[] = []
  hole[1] = { type: 'text', text: 'well' }
  test.each(rulebooks)('$format, $name: there may be holes in lists', (api) => {
    for (const key of ['content', 'parts', 'tool_calls', 'toolInvocations', 'output']) {
      for (const role of ['user', 'assistant', 'model', 'tool', 'system']) {
        const turns = [
          user,
          { role, [key]: hole },
          { role, content: 'so', type: 'function_call_output', [key]: [hole] },
        ]
        for (const document of [turns, { messages: turns }, { input: turns }, { contents: turns }]) {
          // A list under the name that another format has for it is told, and nothing else.
          expect(['', 'wrong-format']).toContain(codeOf(() => repair(document, { api })))
          expect(['', 'wrong-format']).toContain(codeOf(() => compact(document, { api, budget: 1 })))
        }
      }
    }
  })
})

describe('repair', () => {
  test('lets the model go on where a policy asks for it, and only there', () => {
    const document = { model: 'mistral-small', messages: [user, { role: 'assistant', content: 'hm' }] }
    const asked = { preset: 'keep', rows: { 'ends-on-model': 'append' } } as const
    const { document: mended, report } = repair(document, { api: 'mistral', policy: asked })
    expect(mended.messages).toEqual([...document.messages, { role: 'user', content: '(go on)' }])
    expect(report.left).toEqual([])
    expect(repair(document, { api: 'mistral' }).document).toBe(document)
  })

  test('finds the API by itself', () => {
    expect(repair({ model: 'deepseek-chat', messages: [user] }).api).toBe('deepseek')
    expect(repair([user], { format: 'anthropic-messages' }).api).toBe('anthropic')
  })

  test('throws for an API that nobody knows, never for a document', () => {
    expect(() => repair([user], { api: 'nobody' })).toThrow(MortiseError)
    for (const document of [null, 7, 'go', {}, { messages: null }, [null], [[]]])
      expect(() => repair(document, { api: 'anthropic' })).not.toThrow()
  })

  test('leaves advice alone, unless a row of the policy asks for it', () => {
    const document = [user, calls(call('a', '{"path": "a.t')), tool('a')]
    expect(repair(document, { api: 'openai' }).document).toBe(document)
    const policy = { preset: 'keep', rows: { 'arguments-not-json': 'mend' } } as const
    const mended = repair(document, { api: 'openai', policy })
    expect(mended.document).toEqual([user, calls(call('a', '{"unparsed":"{\\"path\\": \\"a.t"}')), tool('a')])
    expect(mended.report.left).toEqual([])
  })

  test('one row can be overridden', () => {
    const document = [
      user,
      { role: 'user', content: [answer('x')] },
      { role: 'assistant', content: [use('a')] },
    ]
    const policy = { preset: 'keep', rows: { 'result-without-call': 'drop' } } as const
    const { document: mended } = repair(document, { api: 'anthropic', policy })
    expect((mended as unknown[]).length).toBe(3)
    expect(JSON.stringify(mended)).not.toContain('"x"')
  })

  test('tells the earliest change', () => {
    const document = { messages: [user, { role: 'assistant', content: [use('a')] }, user] }
    expect(repair(document, { api: 'anthropic' }).report.firstChange).toEqual(['messages', 2])
    expect(repair({ messages: [user] }, { api: 'anthropic' }).report.firstChange).toBeUndefined()
  })

  const depth = 25_000
  const nest = (text: string): unknown => JSON.parse(`${'['.repeat(depth)}"${text}"${']'.repeat(depth)}`)
  const deep = nest('a')
  const model = (input: unknown): unknown => ({
    role: 'assistant',
    content: [{ ...Object(use('a')), input }],
  })

  test.each<[string, string, unknown[]]>([
    ['arguments', 'anthropic', [user, model({ deep })]],
    ['half a character', 'anthropic', [user, model({ deep: nest('\\ud83d') })]],
    ['arguments that are a list', 'anthropic', [user, model(deep)]],
    [
      'a result',
      'anthropic',
      [user, { role: 'user', content: [{ ...Object(answer('a')), content: [deep] }] }],
    ],
    ['a block', 'anthropic', [{ role: 'user', content: [{ type: 'image', deep }] }]],
    ['a member', 'anthropic', [{ role: 'user', content: '', deep }]],
    ['arguments', 'openai', [user, calls({ id: 'a', function: { name: 'read', arguments: deep } })]],
    ['a result', 'openai', [user, { role: 'tool', tool_call_id: 'a', content: deep }]],
    [
      'a result twice',
      'openai',
      [calls(call('a')), { ...Object(tool('a')), deep }, { ...Object(tool('a')), deep }],
    ],
  ])('never throws, however deep %s goes (%s)', (_, api, document) => {
    expect(() => repair(document, { api })).not.toThrow()
  })
})

describe('what the API says', () => {
  test.each<[string, unknown, string]>([
    [
      'anthropic',
      [user, { role: 'assistant', content: [{ type: 'tool_use', name: 'read', input: {} }] }],
      'messages.1.content.0.tool_use.id: Field required',
    ],
    [
      'openai',
      [user, calls({ type: 'function', function: { name: 'read', arguments: '{}' } })],
      "Missing required parameter: 'messages[1].tool_calls[0].id'.",
    ],
    [
      'openai',
      [user, calls(call('a')), { role: 'tool', content: 'one' }],
      "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    ],
  ])('%s speaks its own words', (api, document, says) => {
    const finding = scan(document, api).find(({ rule }) => rule === 'call-id-missing')
    expect(finding?.says).toBe(says)
  })
})

test('a local shell is called so, in our words and in those of the API', () => {
  const shell = {
    type: 'local_shell_call',
    id: 'lsh_1',
    call_id: 'c',
    action: { type: 'exec', command: ['ls'] },
  }
  const [finding] = scan({ model: 'gpt-4.1', input: [user, shell, user] }, 'openai-responses')
  expect(finding?.message).toBe('`c` local_shell has no result.')
  expect(finding?.says).toBe('No tool output found for local shell call c.')
})
