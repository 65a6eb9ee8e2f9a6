import { apply, bindingMemory, type Edit, invert, plan, printPlace, repair, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

type Message = Readonly<Record<string, unknown>>

const format = 'anthropic-claude-v1'
const detail = (signature: string): object => ({
  type: 'reasoning.text',
  text: 'Hm.',
  signature,
  format,
  index: 0,
})
const user: Message = { role: 'user', content: 'go' }
const call = (id: string): object => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
const calling = (id: string, ...details: readonly object[]): Message => ({
  role: 'assistant',
  content: null,
  reasoning: 'Hm.',
  reasoning_details: details,
  tool_calls: [call(id)],
})
const result = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'ok' })
const saying = (text: string, ...details: readonly object[]): Message => ({
  role: 'assistant',
  content: text,
  reasoning_details: details,
})

const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }]
const bodyOf = (messages: readonly Message[], model = 'anthropic/claude-opus-5.5') => ({
  model,
  tools,
  messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
})
const first = [user, calling('a', detail('1')), result('a')]
/** The call has no result: what is put there loosens the reasoning after it. */
const broken = [...first, calling('b', detail('2')), user, saying('so', detail('3')), user]

function boundIn(edits: readonly Edit[]): string[] {
  return edits.filter(({ why }) => why === 'reasoning-bound').map(({ at }) => printPlace(at))
}

function signaturesIn(document: unknown): string[] {
  return [...JSON.stringify(document).matchAll(/"signature":"(\w+)"/g)].map(([, name]) => name ?? '')
}

describe('reasoning that Claude has bound, behind OpenRouter', () => {
  test.each([
    ['a model that binds', 'anthropic/claude-fable-5.2', ['messages.6.reasoning_details']],
    ['one that does not', 'anthropic/claude-sonnet-4.5', []],
    ['another maker', 'openai/gpt-5', []],
  ])('%s', (_, model, edits) => {
    expect(boundIn(plan(bodyOf(broken, model), 'openrouter', 'keep').plan.edits)).toEqual(edits)
  })

  test('goes whole after the first change, in pieces or sealed, and none before', () => {
    const pieces = [{ type: 'reasoning.text', text: 'H', format, index: 0 }, detail('3')]
    const sealed = { type: 'reasoning.encrypted', data: 'c2VhbGVk', format, index: 0 }
    const later = [saying('so', ...pieces), user, calling('c', sealed), result('c')]
    const given = bodyOf([...broken.slice(0, 5), ...later])
    const { document, report } = repair(given, { api: 'openrouter' })
    expect(signaturesIn(document)).toEqual(['1', '2'])
    expect(JSON.stringify(document)).not.toContain('c2VhbGVk')
    expect(JSON.stringify(document.messages).match(/reasoning_details/g)).toHaveLength(2)
    expect(report.left).toEqual([])
    expect(repair(document, { api: 'openrouter' }).document).toBe(document)
    const undone = apply(document, invert(report.plan))
    expect(undone.ok && undone.value).toEqual(given)
  })

  test('a change of its own turn stands after it', () => {
    const odd = { ...calling('b', detail('2')), tool_calls: [{ ...call('b'), id: '' }] }
    const { document } = repair(bodyOf([...first, odd, user, saying('so', detail('3')), user]), {
      api: 'openrouter',
    })
    expect(signaturesIn(document)).toEqual(['1', '2'])
  })

  test.each<[string, readonly Message[]]>([
    ['nothing is wrong', [...first, saying('so', detail('2')), user]],
    ['a cache mark stands beside it', [{ ...user, cache_control: { type: 'ephemeral' } }, ...first.slice(1)]],
  ])('is not touched where %s', (_, messages) => {
    const given = bodyOf(messages)
    expect(scan(given, 'openrouter')).toEqual([])
    expect(repair(given, { api: 'openrouter' }).document).toBe(given)
  })

  test.each<[string, object]>([
    ['another maker', { type: 'reasoning.encrypted', data: 'x', format: 'openai-responses-v1', index: 0 }],
    ['no signature', { type: 'reasoning.text', text: 'Hm.', format, index: 0 }],
  ])('details of %s stay', (_, other) => {
    const given = bodyOf([...broken.slice(0, 5), saying('so', other), user])
    const { document } = repair(given, { api: 'openrouter' })
    expect(document.messages.at(-2)).toBe(given.messages.at(-2))
  })

  test('a memory keeps what was made since', () => {
    const memory = bindingMemory()
    const sent = repair(bodyOf(broken), { api: 'openrouter', memory }).document
    expect(signaturesIn(sent)).toEqual(['1', '2'])
    const grown = [...broken, saying('well', detail('4')), user]
    const next = repair(bodyOf(grown), { api: 'openrouter', memory }).document
    expect(signaturesIn(next)).toEqual(['1', '2', '4'])
    expect(next.messages.slice(0, sent.messages.length)).toEqual(sent.messages)
  })

  test('does not stand for reasoning that another API asks for', () => {
    const given = { ...bodyOf(first, 'deepseek-reasoner'), messages: first }
    expect(scan(given, 'deepseek').map(({ rule }) => rule)).toContain('reasoning-missing')
  })
})
