import { apply, type CompactReport, compact, invert, type Stage, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const user = (content: string): object => ({ role: 'user', content })
const model = (content: string): object => ({ role: 'assistant', content })
const call = (id: string): object => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, type: 'function', function: { name: 'run', arguments: '{}' } }],
})
const result = (id: string, content = 'done'): object => ({ role: 'tool', tool_call_id: id, content })
const one = (): number => 1

function seen(document: readonly object[], { hidden }: CompactReport): readonly object[] {
  return document.filter((_, at) => !hidden.includes(at))
}

function restores(before: object[], after: object[], { plan }: CompactReport): void {
  const undone = apply(after, invert(plan))
  expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(before))
}

describe('after a repair', () => {
  test('a result that was made for a call is hidden with it, and one that was not is shown', () => {
    const messages = [user('one'), call('a'), user('two'), call('b')]
    const { document, report } = compact(messages, { api: 'openai', budget: 0, stages: ['hide'] })
    expect(document).toHaveLength(6)
    expect(report).toMatchObject({ wasRepaired: true, hidden: [1, 2], after: { messages: 4 } })
    expect(seen(document, report)).toEqual([user('one'), user('two'), call('b'), document[5]])
    expect(scan(seen(document, report), 'openai')).toEqual([])
    restores(messages, document, report)
  })

  test('a result that was moved home is hidden, and what stood between is not', () => {
    const messages = [user('one'), call('a'), user('two'), result('a'), model('so'), user('three')]
    const { document, report } = compact(messages, { api: 'openai', budget: 0, stages: ['hide'], pin: [2] })
    expect(document).toEqual([user('one'), call('a'), result('a'), user('two'), model('so'), user('three')])
    expect(report.hidden).toEqual([1, 2, 4])
    expect(seen(document, report)).toEqual([user('one'), user('two'), user('three')])
    restores(messages, document, report)
  })

  test('what the user said stays to be seen where it was merged with what is hidden', () => {
    const say = (role: string, text: string): object => ({ role, content: [{ text }] })
    const messages = [
      say('user', 'a'),
      say('user', 'b'),
      say('assistant', 'c'),
      say('user', 'd'),
      say('assistant', 'e'),
      say('user', 'f'),
    ]
    const { document, report } = compact(messages, { api: 'bedrock', budget: 0, stages: ['hide'] })
    expect(report.hidden).toEqual([1, 2])
    expect(scan(seen(document, report), 'bedrock')).toEqual([])
    restores(messages, document, report)
  })
})

const chat = Array.from({ length: 9 }, (_, at) => (at % 2 === 0 ? user(`turn ${at}`) : model(`turn ${at}`)))
const blocks = chat.map((turn) => ({ ...turn, content: [{ text: (turn as { content: string }).content }] }))
const work = [1, 2, 3].flatMap((at) => [
  user(`do ${at}`),
  call(`call0000${at}`),
  result(`call0000${at}`),
  model('so'),
])

describe.each<[string, string, object[], number]>([
  ['turns', 'bedrock', blocks, 3],
  ['words', 'llama-cpp', chat, 3],
  ['words with calls between', 'llama-cpp', [...work, user('end')], 3],
  ['words, for all APIs at once', 'everywhere', [...work, user('end')], 3],
  ['a user who may not follow a result', 'mistral', [...work, user('end')], 2],
  ['nothing', 'openai', [...work, user('end')], 2],
])('where %s must alternate: %s', (_, api, messages, smallest) => {
  test.each(messages.map((_, at) => at + 1))('with room for %i, what can be seen is accepted', (budget) => {
    const { document, report } = compact(messages, { api, budget, countTokens: one, stages: ['hide'] })
    expect(document).toBe(messages)
    expect(scan(seen(document, report), api)).toEqual([])
    expect(report.after.messages).toBe(messages.length - report.hidden.length)
    expect(report.after.messages).toBeLessThanOrEqual(Math.max(budget, smallest))
    expect(report.fits).toBe(budget >= smallest)
    expect([report.hidden.includes(0), report.hidden.includes(messages.length - 1)]).toEqual([false, false])
  })
})

test('what is wrong anyway is no reason to show everything', () => {
  const messages = [...work, model('the end')]
  const { document, report } = compact(messages, { api: 'mistral', budget: 0, stages: ['hide'] })
  expect(report.left.map(({ rule }) => rule)).toContain('ends-on-model')
  expect(document).toBe(messages)
  expect(report.hidden.length).toBeGreaterThan(4)
})

test('what is hidden and what goes can be wished for at once', () => {
  const messages = [...work, user('end')]
  const wish = { api: 'llama-cpp', countTokens: one, stages: ['cut', 'hide'] } as const
  const { document, report } = compact(messages, { ...wish, budget: 5 })
  expect(report.fits).toBe(true)
  expect(scan(document, 'llama-cpp')).toEqual([])
  expect(scan(seen(document, report), 'llama-cpp')).toEqual([])
  restores(messages, document, report)
})

describe('where what is hidden would leave turns that are refused', () => {
  const say = (at: number, text: string): object => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ text }],
  })
  const talk = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'].map((text, at) => say(at, text))

  test('units are dropped if hiding them leaves more to be sent', () => {
    const wish = { api: 'bedrock', budget: 0, stages: ['hide', 'drop'], pin: [2, 3] } as const
    const { document, report } = compact(talk, wish)
    expect(document).toEqual([
      { role: 'user', content: [{ text: 'zero' }, { text: 'two' }] },
      talk[3],
      talk[6],
    ])
    expect(report.hidden).toEqual([])
    restores(talk, document, report)
  })

  test('dropped first, nothing is hidden', () => {
    const wish = { api: 'bedrock', budget: 0, stages: ['drop', 'hide'], pin: [2, 3] } as const
    const { document, report } = compact(talk, wish)
    expect([document.length, report.hidden]).toEqual([3, []])
    restores(talk, document, report)
  })

  test('the turn hidden right before a refused one is sent again', () => {
    const long = talk.map((turn, at) => (at === 1 || at === 5 ? say(at, 'a long answer '.repeat(9)) : turn))
    const { report } = compact(long, { api: 'bedrock', budget: 0, stages: ['hide'] })
    expect(report.hidden).toEqual([1, 2, 3, 4])
    expect(report.smallest).toBe(report.after.tokens)
  })

  test('a share that cannot be hidden alone is hidden with the next', () => {
    const { report } = compact(talk, { api: 'bedrock', fraction: 0.1, stages: ['hide'] })
    expect([report.fits, report.hidden]).toEqual([true, [1, 2]])
  })

  test.each<[string, Stage[]]>([
    ['before', ['hide', 'summarize']],
    ['after', ['summarize', 'hide']],
  ])('a summary of all is asked for, if hiding %s is not enough', async (_, stages) => {
    const asked: number[] = []
    const summarize = ({ messages }: { readonly messages: readonly unknown[] }): string => {
      asked.push(messages.length)
      return '.'
    }
    const long = talk.map((turn, at) => (at % 2 === 1 ? say(at, 'a long answer '.repeat(20)) : turn))
    const { document, report } = await compact(long, { api: 'bedrock', budget: 30, stages, summarize })
    expect(asked.at(-1)).toBe(5)
    expect(report.hidden).toEqual([])
    expect(JSON.stringify(document)).not.toContain('a long answer')
  })
})
