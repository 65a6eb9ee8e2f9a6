import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { convert, MortiseError } from '../../core/src/index.ts'

const formats = converters.map(({ format }) => format)

describe('input that is no conversation', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
    ['a text', 'hello'],
    ['an object of something else', { flour: 200 }],
    ['a list of something else', [1, 2, 3]],
  ])('%s is refused in one sentence', (_, document) => {
    expect(() => convert(document, { to: 'openai-chat' })).toThrow(MortiseError)
    expect(() => convert(document, { to: 'openai-chat' })).toThrow(/^[^\n]+\.$/)
  })

  test.each([
    [
      'an unknown target',
      { to: 'openai-chats' },
      'There is no format `openai-chats` here. Did you mean `openai-chat`?',
    ],
    ['an unknown source', { to: 'openai-chat', from: 'x' }, 'There is no format `x` here.'],
    [
      'an unknown option',
      { to: 'openai-chat', form: 'x' },
      '`convert` has no option `form`. Did you mean `from`?',
    ],
    ['no target', {}, '`convert` needs the option `to`.'],
    ['an unknown kind', { to: 'openai-chat', as: 'x' }, '`as` is `request`, `answer` or `error`, not `x`.'],
  ])('%s', (_, options, message) => {
    expect(() => convert([], options as never)).toThrow(message)
  })

  test('an answer that is none', () => {
    expect(() =>
      convert({ messages: [] }, { to: 'openai-chat', from: 'anthropic-messages', as: 'answer' }),
    ).toThrow('This is not an answer of the format `anthropic-messages`.')
  })
})

describe('strange input', () => {
  test.each(formats.filter((format) => format !== 'openai-chat'))(
    'parts of no kind are losses, to %s',
    (to) => {
      const content = [{ type: 'hologram', data: 'x' }, 5, null, { type: 'text', text: 'hello' }]
      const messages = [{ role: 'user', content }, 7, { role: 'wizard', content: 'abracadabra' }]
      const { report } = convert({ model: 'm', messages }, { from: 'openai-chat', to })
      const lost = report.lost.map(({ at }) => at.join('.'))
      expect(lost).toEqual(
        expect.arrayContaining(['messages.0.content.0', 'messages.0.content.1', 'messages.1']),
      )
    },
  )

  test.each(formats.filter((format) => format !== 'anthropic-messages'))(
    'rings are no trouble, to %s',
    (to) => {
      const input: Record<string, unknown> = { a: 1 }
      input.self = input
      const messages = [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'run', input }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
      ]
      expect(() => convert(messages, { from: 'anthropic-messages', to })).not.toThrow()
    },
  )
})

describe('10,000 parallel calls', () => {
  const document = (count: number): unknown => {
    const ids = Array.from({ length: count }, (_, index) => `toolu_${index}`)
    return [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'run', input: { id } })) },
      { role: 'user', content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: id })) },
    ]
  }

  test.each(formats.filter((format) => format !== 'anthropic-messages'))(
    'stay one turn and take time in proportion, to %s',
    { timeout: 60_000 },
    (to) => {
      const time = (count: number): number => {
        const source = document(count)
        const start = performance.now()
        const { report } = convert(source, { from: 'anthropic-messages', to })
        expect(report.left.filter(({ severity }) => severity === 'refused')).toEqual([])
        return performance.now() - start
      }
      const best = (count: number): number => Math.min(time(count), time(count), time(count))
      const [small, large] = [Math.max(best(1000), 5), best(10_000)]
      // Ten times as much, with room for a machine that does other things too; a square would be a hundred times.
      expect(large / small).toBeLessThan(50)
    },
  )
})
