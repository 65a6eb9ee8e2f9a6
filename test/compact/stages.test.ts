import {
  apply,
  type CompactReport,
  compact,
  invert,
  repair,
  rulebooks,
  type SummaryRequest,
} from '@mortise/core'
import { describe, expect, test } from 'vitest'

const system = { role: 'system', content: 'Be brief.' }
const user = (content: string): object => ({ role: 'user', content })
const model = (content: string): object => ({ role: 'assistant', content })
const call = (id: string, path = 'a.txt'): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    { id, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } },
  ],
})
const result = (id: string, content: string): object => ({ role: 'tool', tool_call_id: id, content })
const joint = (id: string, content: string, path?: string): object[] => [call(id, path), result(id, content)]

const api = 'openai'
const long = 'A line of a long listing, number 1234. '.repeat(200)

function restores(before: object[], after: object[], { plan }: CompactReport): void {
  const undone = apply(after, invert(plan))
  expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(before))
}

describe('shorten and clear', () => {
  const messages = [
    system,
    user('go'),
    ...joint('a', long),
    ...joint('b', long),
    ...joint('c', 'short'),
    ...joint('d', 'short'),
    user('and'),
    model('so'),
    user('on'),
  ]

  test('the oldest long result loses its middle, and says how much', () => {
    const { report: all } = compact(messages, { api, budget: 1e6 })
    const { document, report } = compact(messages, { api, budget: all.before.tokens - 500 })
    const text = String((document[3] as { content: string }).content)
    expect(text).toContain('\n[6300 characters were cut here to save space]\n')
    expect(text.startsWith(long.slice(0, 1000)) && text.endsWith(long.slice(-500))).toBe(true)
    expect(document[5]).toBe(messages[5])
    expect(report.stages.map(({ stage }) => stage)).toEqual(['shorten'])
    expect(report.plan.edits).toMatchObject([{ do: 'replace', at: [3, 'content'], why: 'shorten' }])
    restores(messages, document, report)
  })

  test('then results become one line each, and the joints stay', () => {
    const { document, report } = compact(messages, { api, budget: 450, stages: ['clear'] })
    expect(document[3]).toEqual(result('a', '[this result was cleared to save space: 7800 characters]'))
    expect(document).toHaveLength(messages.length)
    expect(repair(document, { api }).document).toBe(document)
    expect(compact(document, { api, budget: 450 }).document).toBe(document)
    restores(messages, document, report)
  })

  test('the last results stay whole as long as anything else can go', () => {
    const last = [system, user('go'), ...joint('a', 'old'), user('on'), ...joint('b', long)]
    const { report: all } = compact(last, { api, budget: 1e6 })
    const { document } = compact(last, { api, budget: all.before.tokens - 10 })
    expect(document).toEqual([system, user('go'), user('on'), ...joint('b', long)])
    const { document: smallest, report } = compact(last, { api, budget: 1 })
    expect(smallest.at(-1)).toEqual(result('b', '[this result was cleared to save space: 7800 characters]'))
    expect(report.fits).toBe(false)
  })
})

describe('drop', () => {
  test('what later turns mention stays longer than what they do not', () => {
    const first = joint('a', 'export const width = 1', 'src/look/width.ts')
    const second = joint('b', 'export const height = 2', 'src/look/height.ts')
    const end = user('Compare it with src/look/width.ts again.')
    const { document } = compact([user('go'), ...first, ...second, end], {
      api,
      budget: 4,
      countTokens: () => 1,
    })
    expect(document).toEqual([user('go'), ...first, end])
  })

  test('what is larger goes first', () => {
    const first = joint('a', 'small', 'a/first.txt')
    const messages = [
      user('go'),
      ...first,
      ...joint('b', long, 'a/second.txt'),
      user('and'),
      model('so'),
      user('on'),
    ]
    const { report } = compact(messages, { api, budget: 1e6 })
    const { document } = compact(messages, { api, budget: report.before.tokens - 100, stages: ['drop'] })
    expect(document).toEqual(messages.filter((_, at) => at !== 3 && at !== 4))
  })

  test('an error counts less than a success', () => {
    const use = (id: string, isError: boolean): object[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'run', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: 'out', is_error: isError }],
      },
    ]
    const messages = [
      user('go'),
      ...use('a', false),
      ...use('b', true),
      ...use('c', false),
      ...use('d', false),
      ...use('e', false),
      user('on'),
    ]
    const { document } = compact(messages, { api: 'anthropic', budget: 10, countTokens: () => 1 })
    expect(document).toEqual(messages.filter((_, at) => at !== 3 && at !== 4))
  })

  test('pinned turns stay with all that belongs to them', () => {
    const messages = [
      user('go'),
      ...joint('a', 'one'),
      ...joint('b', 'two'),
      ...joint('c', 'three'),
      user('on'),
    ]
    const kept = [user('go'), ...joint('b', 'two'), user('on')]
    expect(compact(messages, { api, budget: 1, pin: [4] }).document).toEqual(kept)
    const isTwo = (message: unknown): boolean => JSON.stringify(message).includes('two')
    expect(compact(messages, { api, budget: 1, pin: isTwo }).document).toEqual(kept)
  })
})

describe('summarize', () => {
  const messages = [
    system,
    user('go'),
    ...joint('a', 'the first'),
    model('so'),
    user('next'),
    ...joint('b', 'the second'),
    user('on'),
  ]

  test.each([
    [
      'anthropic',
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'no such file', is_error: true }],
      },
    ],
    [
      'bedrock',
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'no such file' }], status: 'error' } }],
      },
    ],
  ])('K7: %s: an error is still an error in the text', async (name, answered) => {
    const called =
      name === 'bedrock'
        ? { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'read_file', input: {} } }] }
        : { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }] }
    const say = (role: string, text: string) => ({
      role,
      content: [name === 'bedrock' ? { text } : { type: 'text', text }],
    })
    const list = [say('user', 'go'), called, answered, say('assistant', 'so '.repeat(200)), say('user', 'on')]
    const asked: string[] = []
    const summarize = ({ text }: SummaryRequest): Promise<string> => {
      asked.push(text)
      return Promise.resolve('It failed.')
    }
    await compact(list, { api: name, budget: 60, summarize, stages: ['summarize'] })
    expect(asked[0]).toContain('[tool result kept as text: a]\n(the tool reported an error)\nno such file')
  })

  test('K7: the oldest become one turn, and tools are text', async () => {
    const asked: SummaryRequest[] = []
    const summarize = (request: SummaryRequest): Promise<string> => {
      asked.push(request)
      return Promise.resolve('Both files were read.')
    }
    const options = { api, budget: 45, summarize, stages: ['summarize'] } as const
    const { document, report } = await compact(messages, options)
    expect(asked).toHaveLength(1)
    expect(asked[0]?.text).toBe(
      [
        'Model:\n[tool call kept as text: read_file a]\n{"path":"a.txt"}',
        'Tool:\n[tool result kept as text: a]\nthe first',
        'Model:\nso',
        'User:\nnext',
        'Model:\n[tool call kept as text: read_file b]\n{"path":"a.txt"}',
        'Tool:\n[tool result kept as text: b]\nthe second',
      ].join('\n\n'),
    )
    const summary = user('[summary of earlier messages: 6 in number]\nBoth files were read.')
    expect(document).toEqual([system, user('go'), summary, user('on')])
    restores(messages, document, report)

    const grown = [...document, model('done'), user('more'), ...joint('c', 'third'), user('last')]
    const dropped = compact(grown, { api, budget: 1 }).document
    expect(dropped, 'a summary is neither dropped nor edited').toEqual([
      system,
      user('go'),
      summary,
      user('last'),
    ])
    const again = await compact(grown, { ...options, budget: 50 })
    expect(again.document.filter((message) => JSON.stringify(message).includes('[summary of'))).toHaveLength(
      1,
    )
    expect(asked[1]?.text, 'what was summarised is summarised again').toContain('Both files were read.')
  })

  test('where speakers must alternate, the summary still stands by itself', async () => {
    const say = (role: string, text: string): object => ({ role, content: [{ text }] })
    const turns = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((text, at) =>
      say(at % 2 === 0 ? 'user' : 'assistant', `${text} ${'word '.repeat(20)}`),
    )
    const { document } = await compact(turns, { api: 'bedrock', budget: 150, summarize: () => 'Four turns.' })
    expect(document.map((turn) => (turn as { role: string }).role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(document[2]).toEqual({
      role: 'user',
      content: [{ text: '[summary of earlier messages: 4 in number]\nFour turns.' }],
    })
    expect(repair(document, { api: 'bedrock' }).document).toBe(document)
  })

  test('an empty summary changes nothing by itself', async () => {
    const { document } = await compact(messages, {
      api,
      budget: 45,
      summarize: () => ' ',
      stages: ['summarize'],
    })
    expect(document).toBe(messages)
  })

  test.each([4000, 300])('a summary of %i words that leaves no room is done without', async (words) => {
    const talk = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? user(`${at} ${'word '.repeat(60)}`) : model(`${at} ${'word '.repeat(60)}`),
    )
    const summarize = (): string => 'word '.repeat(words)
    const { document, report } = await compact(talk, { api, budget: 300, summarize })
    const without = compact(talk, { api, budget: 300 })
    expect(report.fits).toBe(true)
    expect([document, report.after]).toEqual([without.document, without.report.after])
    expect(talk, 'it was asked for').not.toEqual(document)
  })

  test('what the caller throws reaches the caller', async () => {
    const summarize = (): never => {
      throw new Error('no model')
    }
    await expect(compact(messages, { api, budget: 45, summarize })).rejects.toThrow('no model')
  })
})

test('K3: hide: everything stays, and the report lists what would not be shown', () => {
  const messages = [
    system,
    user('go'),
    ...joint('a', 'one', 'a.ts'),
    ...joint('b', 'two', 'b.ts'),
    user('on'),
  ]
  const { document, report } = compact(messages, { api, budget: 5, countTokens: () => 1, stages: ['hide'] })
  expect(document).toBe(messages)
  expect(report).toMatchObject({
    fits: true,
    hidden: [2, 3],
    after: { messages: 5, tokens: 5 },
    plan: { edits: [] },
  })
})

test('what a repair adds to what is left counts with the last stage', () => {
  const use = (id: string): object => ({
    role: 'assistant',
    content: [{ toolUse: { toolUseId: id, name: 'run', input: {} } }],
  })
  const done = (id: string): object => ({
    role: 'user',
    content: [{ toolResult: { toolUseId: id, content: [{ text: 'ok' }] } }],
  })
  const say = (role: string, text: string): object => ({ role, content: [{ text }] })
  const messages = [
    say('user', 'go'),
    say('assistant', 'yes'),
    say('user', 'and'),
    ...['a', 'b', 'c'].flatMap((id) => [use(id), done(id)]),
    say('assistant', 'so'),
    say('user', 'on'),
  ]
  for (const stages of [['drop'], ['cut'], ['hide'], ['hide', 'drop'], undefined] as const) {
    for (let budget = 1; budget < messages.length; budget++) {
      const wish = { api: 'bedrock', budget, countTokens: () => 1, ...(stages && { stages }) }
      const { document, report } = compact(messages, wish)
      expect(report.stages.at(-1)?.after ?? report.before).toEqual(report.after)
      expect(report.after.messages).toBe(document.length - report.hidden.length)
    }
  }
})

test('tokens are whole, and so is what there is room for', () => {
  const given = Array.from({ length: 9 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: 'x' }))
  const wish = { api: 'openai', countTokens: () => 0.4 } as const
  const all = compact(given, { ...wish, budget: 3.7 }).report
  expect([all.before.tokens, all.fits, all.after.tokens]).toEqual([4, true, 3])
})

test('what a provider counted sets the scale', () => {
  const messages = [user('go'), ...joint('a', 'one'), ...joint('b', 'two'), user('on')]
  const options = { api, countTokens: () => 1, usage: { tokens: 600 } } as const
  const { document, report } = compact(messages, { ...options, budget: 400 })
  expect(report).toMatchObject({ before: { tokens: 600 }, after: { tokens: 400 }, fits: true })
  expect(document).toHaveLength(4)
})

test('instructions and tools of a body count too', () => {
  const body = {
    model: 'gpt-5',
    tools: [{ type: 'function', function: { name: 'read_file' } }],
    messages: [user('go')],
  }
  const bare = compact(body.messages, { api, budget: 1e6 }).report.before.tokens
  expect(compact(body, { api, budget: 1e6 }).report.before.tokens).toBeGreaterThan(bare)
})

const junk: readonly unknown[] = [
  null,
  'text',
  [],
  {},
  { messages: 'none' },
  { messages: [] },
  [null, 5, 'text', {}, [], { role: 'user' }, { role: 'tool', content: { deep: [1] } }],
  { contents: [{ parts: 5 }, { role: 'model', parts: [null] }], messages: [], input: [] },
  { input: ['text', { type: 'reasoning' }, { type: 'function_call_output', call_id: 5 }], messages: [] },
]

test.each(rulebooks.map((rulebook) => [`${rulebook.name} ${rulebook.format}`, rulebook] as const))(
  '%s: junk is never a reason to throw',
  (_, rulebook) => {
    for (const document of junk) {
      for (const goal of [{ budget: 0 }, { budget: 20 }, { fraction: 0.5 }]) {
        const { report, document: small } = compact(document, { api: rulebook, ...goal })
        const undone = apply(small, invert(report.plan))
        expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(document))
      }
    }
  },
)
