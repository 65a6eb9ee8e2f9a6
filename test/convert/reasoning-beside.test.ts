import { describe, expect, test } from 'vitest'
import { convert, rulebooks, scan } from '../../core/src/index.ts'

const kilo = (model: string) => ({
  model,
  max_tokens: 9,
  thinking: { type: 'enabled', budget_tokens: 5 },
  messages: [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      reasoning_content: 'a file first',
      content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'one' },
        { type: 'text', text: 'environment: 3 tabs' },
      ],
    },
  ],
})

const anthropicApi = (name: string) =>
  rulebooks.find((book) => book.name === name && book.format === 'anthropic-messages') as never

describe('reasoning beside the blocks of a message', () => {
  test.each(['deepseek', 'kimi'])('goes to %s, and nothing is lost', (api) => {
    const { document, report } = convert(kilo('kimi-k2-thinking'), { to: 'openai-chat', api })
    expect(document).toMatchObject({ messages: [{}, { reasoning_content: 'a file first' }, {}, {}] })
    expect(report.lost.filter(({ what }) => what.includes('reasoning'))).toEqual([])
  })

  test.each(['deepseek-reasoner', 'kimi-k2-thinking'])('comes back from Anthropic’s form: %s', (model) => {
    const chat = convert(kilo(model), { to: 'openai-chat' }).document
    const back = convert(chat, { to: 'anthropic-messages' })
    expect(back.to.api).toBe('anthropic-strict')
    expect(convert(back.document, { to: 'openai-chat' }).document).toMatchObject({
      messages: [{}, { reasoning_content: 'a file first' }, {}, {}],
    })
  })

  test('counts as reasoning that went back, unless the API refuses the member', () => {
    const rulesOf = (api: string) =>
      scan(kilo('deepseek-reasoner'), anthropicApi(api)).map(({ rule }) => rule)
    expect(rulesOf('anthropic-strict')).toEqual([])
    expect(rulesOf('anthropic')).toEqual(['unsupported-property'])
  })

  test('is not told twice beside a block that says it', () => {
    const { model, messages } = kilo('deepseek-reasoner')
    const content = [
      { type: 'thinking', thinking: 'a file first' },
      { type: 'text', text: 'done' },
    ]
    const document = {
      model,
      max_tokens: 9,
      messages: [messages[0], { ...messages[1], content }, messages[0]],
    }
    expect(convert(document, { to: 'openai-chat' }).document).toMatchObject({
      messages: [{}, { reasoning_content: 'a file first' }, {}],
    })
  })
})

describe('words beside results', () => {
  const roles = (
    options: { readonly wordsIntoResults?: boolean },
    document: unknown = kilo('deepseek-chat'),
  ) =>
    (
      convert(document, { to: 'openai-chat', ...options }).document as {
        messages: { role: string; content: unknown }[]
      }
    ).messages
      .map(({ role, content }) => `${role}: ${String(content)}`)
      .slice(2)

  test('are a turn of the user', () => {
    expect(roles({})).toEqual(['tool: one', 'user: environment: 3 tabs'])
  })

  test('end the last result if this is wished', () => {
    expect(roles({ wordsIntoResults: true })).toEqual(['tool: one\n\nenvironment: 3 tabs'])
  })

  test('stay if an image stands beside them, or if they are a message of their own', () => {
    const { messages, ...rest } = kilo('deepseek-chat')
    const [first, second, third] = messages as { role: string; content: object[] }[]
    const image = { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } }
    const withImage = { ...third, content: [...(third?.content ?? []), image] }
    expect(roles({ wordsIntoResults: true }, { ...rest, messages: [first, second, withImage] })).toHaveLength(
      2,
    )
    const apart = [
      { role: 'user', content: third?.content.slice(0, 1) },
      { role: 'user', content: 'and now?' },
    ]
    expect(roles({ wordsIntoResults: true }, { ...rest, messages: [first, second, ...apart] })).toEqual([
      'tool: one',
      'user: and now?',
    ])
  })
})
