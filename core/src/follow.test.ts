import { describe, expect, test } from 'vitest'
import { denying, follow, formats, repair, rulebooks, type Tail } from './index.ts'

type Messages = readonly unknown[]

const user = (words: string): unknown => ({ role: 'user', content: words })
const says = (words: string): unknown => ({ role: 'assistant', content: words })

interface Shape {
  readonly api: string
  calls(...ids: readonly string[]): unknown
  results(...ids: readonly string[]): Messages
}

const shapes: readonly Shape[] = [
  {
    api: 'anthropic',
    calls: (...ids) => ({
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: {} })),
    }),
    results: (...ids) => [
      { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: id })) },
    ],
  },
  {
    api: 'deepseek',
    calls: (...ids) => ({
      role: 'assistant',
      content: null,
      tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
    }),
    results: (...ids) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: id })),
  },
]

/** Follows a conversation through its states and compares each with a repair from scratch. */
function agrees(api: string, states: readonly unknown[], tail: Tail = 'closed'): boolean[] {
  const follower = follow({ api, tail })
  return states.map((document) => {
    const followed = follower.repair(document)
    expect(followed).toEqual(repair(document, { api, tail }))
    return followed.document === document
  })
}

const prefixes = (messages: Messages): Messages[] => messages.map((_, index) => messages.slice(0, index + 1))

describe.each(shapes)('following a conversation with $api', ({ api, calls, results }) => {
  const loop = [
    user('go'),
    calls('a'),
    ...results('a'),
    says('hm'),
    calls('b', 'c'),
    ...results('c', 'b'),
    says('done'),
    user('and?'),
  ]

  test.each<Tail>(['closed', 'rest', 'open'])(
    'that only grows is like repairing it each time (%s)',
    (tail) => {
      agrees(api, prefixes(loop), tail)
    },
  )

  test('that is live never changes it', () => {
    expect(agrees(api, prefixes(loop), 'open')).toEqual(loop.map(() => true))
  })

  test('in bodies is like in lists', () => {
    const bodies = prefixes(loop).map((messages) => ({ model: 'm', messages }))
    agrees(api, bodies)
  })

  test('that the caller repairs and goes on with', () => {
    const follower = follow({ api })
    const broken = [user('go'), calls('a')]
    const { document } = follower.repair(broken)
    expect(document).not.toBe(broken)
    const more = [...(document as Messages), says('ok'), calls('b'), ...results('b')]
    expect(follower.repair(more).document).toBe(more)
    const again = [...more, calls('b')]
    expect(follower.repair(again)).toEqual(repair(again, { api }))
  })

  test('whose history was replaced', () => {
    const other = [user('start'), calls('x'), ...results('x'), says('ok')]
    const broken = [user('start'), calls('x'), says('ok')]
    agrees(api, [loop, other, loop, broken, loop])
  })

  test('whose history was shortened', () => {
    agrees(api, [loop, loop.slice(0, 2), loop, loop.slice(0, -2), []])
  })

  test('whose history was replaced in the middle, its ends kept', () => {
    const changed = loop.map((message, index) => (index === 2 ? user('gone') : message))
    agrees(api, [loop, [...changed, says('ok')]])
  })

  test('that repeats an id it had long before', () => {
    agrees(api, [loop, [...loop, calls('a'), ...results('a')]])
  })

  test('whose end comes in pieces', () => {
    const states = [
      [...loop, calls('x', 'y')],
      [...loop, calls('x', 'y'), ...results('x', 'y')],
    ]
    agrees(api, states)
    agrees(api, states, 'open')
  })

  test('that is none at first', () => {
    agrees(api, [null, {}, [], loop, 7, loop])
  })
})

test('whose model changes to one that may not end on the model', () => {
  const messages = [user('go'), says('hi')]
  const states = ['claude-3-opus', 'claude-opus-4-6', 'claude-3-opus'].map((model) => ({ model, messages }))
  agrees('anthropic', states)
})

test('under another policy', () => {
  const broken = [user('go'), says('hi'), shapes[0]?.calls('a')]
  const follower = follow({ api: 'anthropic', policy: 'drop' })
  expect(follower.repair(broken)).toEqual(repair(broken, { api: 'anthropic', policy: 'drop' }))
})

test('under a name that every format has: the first document settles it', () => {
  const chat = [user('go'), { role: 'assistant', content: null, tool_calls: [] }]
  const follower = follow({ api: 'everywhere' })
  expect(follower.repair(chat)).toEqual(repair(chat, { api: 'everywhere' }))
  const blocks = [user('go'), { role: 'assistant', content: [] }, user('and?')]
  const named = follow({ api: 'everywhere', format: 'anthropic-messages' })
  expect(named.repair(blocks)).toEqual(repair(blocks, { api: 'everywhere', format: 'anthropic-messages' }))
})

test('what was sound with its tools is looked at again without them', () => {
  const messages = [
    { role: 'user', content: [{ text: 'go' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'run', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'done' }] } }] },
  ]
  const toolConfig = { tools: [{ toolSpec: { name: 'run' } }] }
  const follower = follow({ api: 'bedrock' })
  expect(follower.repair({ toolConfig, messages }).report.found).toEqual([])
  const { found } = follower.repair({ messages }).report
  expect(found.map(({ rule }) => rule)).toEqual(['tools-not-declared'])
})

describe('what the body says may change while the messages do not', () => {
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] }
  const found = { type: 'tool_reference', tool_name: 'search' }
  const result = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'a', content: [found] }],
  }
  const messages = [user('go'), call, result]
  const more = [...messages, says('done'), user('and?')]

  test.each<[string, object, object, boolean[]]>([
    [
      'a tool that a result points to',
      { tools: [{ name: 'search' }] },
      { tools: [{ name: 'x' }] },
      [true, false],
    ],
    ['thinking', { thinking: { type: 'adaptive' } }, { thinking: { type: 'enabled' } }, [true, false]],
    ['instructions', { system: 'a' }, { system: [{ type: 'text', text: '' }] }, [true, false]],
    ['nothing', { tools: [{ name: 'search' }] }, { tools: [{ name: 'search' }] }, [true, true]],
  ])('%s', (_, before, after, sound) => {
    const states = [
      { ...before, messages },
      { ...after, messages },
    ]
    expect(agrees('anthropic', states)).toEqual(sound)
  })

  test('a loop that somebody closed needs no reasoning any more', () => {
    const thinking = { type: 'enabled' }
    expect(
      agrees('anthropic', [
        { thinking, messages },
        { thinking, messages: more },
      ]),
    ).toEqual([false, true])
  })
})

describe('following a list of items that grows in place', () => {
  const call = (id: string): unknown => ({
    type: 'function_call',
    call_id: id,
    name: 'read',
    arguments: '{}',
  })
  const output = (id: string): unknown => ({ type: 'function_call_output', call_id: id, output: id })
  const reference = { type: 'item_reference', id: 'msg_1' }
  const steps: readonly (readonly [store: boolean, ...items: readonly unknown[]])[] = [
    [false, user('go'), call('a'), output('a')],
    [false, reference],
    // Turns that were not looked at while nothing was stored count once it is.
    [true, output('kept')],
    [true, call('b')],
    [true, output('b'), output('kept too')],
  ]

  test('an item that stands for a kept one is seen, whenever it came', () => {
    const follower = follow({ api: 'openai-responses' })
    const input: unknown[] = []
    for (const [store, ...items] of steps) {
      input.push(...items)
      const body = { model: 'gpt-4.1', store, input }
      expect(follower.repair(body)).toEqual(repair(body, { api: 'openai-responses' }))
    }
  })

  test('in a list without a body', () => {
    const follower = follow({ api: 'openai-responses' })
    const input: unknown[] = []
    for (const item of steps.flatMap(([, ...items]) => items)) {
      input.push(item)
      expect(follower.repair(input)).toEqual(repair(input, { api: 'openai-responses' }))
    }
  })

  test('what was not looked for while nothing was stored is looked for once it is', () => {
    const format = formats.find(({ name }) => name === 'openai-responses')
    const input = [user('go'), reference, user('and?')]
    const isContinued = (store: boolean): boolean | undefined => {
      const facts = format?.factsOf({ store, input })
      if (facts === undefined) return undefined
      return format?.factsOf({ input: [...input, user('more')] }, { facts, count: 3 }).isContinued
    }
    expect([isContinued(true), isContinued(false)]).toEqual([true, true])
  })
})

test('a tool that is denied is found, be it only declared', () => {
  const anthropic = rulebooks.find(({ name }) => name === 'anthropic')
  if (anthropic === undefined) throw new Error('There is no rulebook for Anthropic.')
  const api = denying(anthropic, { tools: ['Bash'] })
  const tools = [{ name: 'Bash', input_schema: { type: 'object' } }]
  const follower = follow({ api })
  for (const messages of [[user('go')], [user('go'), says('so'), user('and?')]]) {
    const body = { model: 'claude-opus-4-8', tools, messages }
    expect(follower.repair(body).report).toEqual(repair(body, { api }).report)
    expect(follower.repair(body).report.found.map(({ rule }) => rule)).toEqual(['tool-denied'])
  }
})
