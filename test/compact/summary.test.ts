import { apply, type CompactReport, compact, invert, repair, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const texts = { bedrock: (text: string) => [{ text }] as unknown, chat: (text: string) => text as unknown }
const noted = '(noted)'

/** Texts of a conversation, each with its role's first letter. */
function told(messages: readonly object[]): readonly string[] {
  return messages.map((message) => {
    const { role, content } = message as { role: string; content: unknown }
    const said = Array.isArray(content) ? content.map(({ text }) => text).join(' | ') : content
    return `${role.at(0)}: ${said}`
  })
}

function restores(before: object[], after: object[], { plan }: CompactReport): void {
  const undone = apply(after, invert(plan))
  expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(before))
}

describe.each([
  ['bedrock', texts.bedrock],
  ['llama-cpp', texts.chat],
  ['everywhere', texts.chat],
  ['openai', texts.chat],
] as const)('%s', (api, write) => {
  const user = (text: string): object => ({ role: 'user', content: write(text) })
  const model = (text: string): object => ({ role: 'assistant', content: write(text) })
  const isTight = api !== 'openai'
  const nod = isTight ? [model(noted)] : []
  const sum = user('[summary of earlier messages: 9 in number]\nNine turns.')
  const summed = [user('first'), ...nod, sum]
  const options = { api, countTokens: () => 1 } as const

  test('is not merged when what the model said after it goes', () => {
    const messages = [...summed, model('so'), user('and'), model('done'), user('last')]
    for (let budget = 1; budget <= messages.length; budget++) {
      const { document, report } = compact(messages, { ...options, budget })
      expect(document).toContain(sum)
      expect(document).toContain(messages[0])
      expect(scan(document, api)).toEqual([])
      restores(messages, document, report)
    }
    const { document } = compact(messages, { ...options, budget: 1 })
    expect(document).toEqual([...summed, ...nod, user('last')])
  })

  test('is not merged when the user goes on without an answer', () => {
    const messages = [...summed, user('and now')]
    const { document } = repair(messages, { api })
    // Bedrock and llama.cpp take turns of one speaker that others wrote; a repair puts no turn between them.
    const takesBoth = api === 'bedrock' || api === 'llama-cpp'
    expect(document).toEqual(takesBoth ? messages : [...summed, ...nod, user('and now')])
  })

  test('what parts it from the words of the user is no unit to be dropped', () => {
    const messages = [...summed, ...nod, user('a'), model('b'), user('c'), model('d'), user('last')]
    const { document, report } = compact(messages, { ...options, budget: messages.length - 2 })
    expect(document).toEqual([...summed, ...nod, ...messages.slice(-3)])
    expect(report.plan.edits.map(({ do: what }) => what)).toEqual(['remove', 'remove'])
  })

  test('is summed up again with the rest, and leaves nothing behind', async () => {
    const messages = [...summed, ...nod, user('a'), model('b'), user('c'), model('d'), user('last')]
    const asked: string[] = []
    const summarize = ({ text }: { text: string }): string => {
      asked.push(text)
      return 'All of it.'
    }
    const wish = { ...options, budget: 5, summarize, stages: ['summarize'] } as const
    const { document, report } = await compact(messages, wish)
    expect(asked.join()).toContain('Nine turns.')
    expect(asked.join()).not.toContain(noted)
    expect(told(document)).toEqual([
      'u: first',
      ...nod.map(() => `a: ${noted}`),
      expect.stringMatching(/^u: \[summary of earlier messages: \d in number\]\nAll of it\.$/),
      ...(told(document).includes('a: d') ? ['a: d'] : nod.map(() => `a: ${noted}`)),
      'u: last',
    ])
    expect(scan(document, api)).toEqual([])
    restores(messages, document, report)
  })

  test('stays where it is pinned', async () => {
    const messages = [...summed, model('a'), user('b'), model('c'), user('last')]
    const wish = { ...options, budget: 4, summarize: () => 'More.', pin: [messages.indexOf(sum)] }
    const { document } = await compact(messages, wish)
    expect(document).toContain(sum)
  })
})

describe('a summary that does not fit', () => {
  const say = (at: number): object => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `turn ${at} ${'word '.repeat(20)}`,
  })
  const talk = Array.from({ length: 21 }, (_, at) => say(at))
  const api = 'openai'
  const words = (count: number) => (): string => 'word '.repeat(count)

  test.each([60, 100, 150, 200, 300])(
    'with room for %i tokens, one as long as it may be fits',
    async (budget) => {
      const summarize = ({ room }: { room: number }): string => 'word '.repeat(room - 1)
      const { report } = await compact(talk, { api, budget, summarize, stages: ['summarize'] })
      expect(report.fits).toBe(budget > 60)
    },
  )

  test('is asked for once more, with all that can go, if nothing else can help', async () => {
    const counts: number[] = []
    const summarize = ({ messages }: { messages: readonly unknown[] }): string => {
      counts.push(messages.length)
      return words(150)()
    }
    const { document, report } = await compact(talk, { api, budget: 300, summarize, stages: ['summarize'] })
    expect(counts).toEqual([expect.any(Number), 19])
    expect(report).toMatchObject({ fits: true, after: { messages: 3 } })
    expect(document.at(-1)).toBe(talk.at(-1))
  })

  test('stays if it is still smaller than what it tells', async () => {
    const wish = { api, budget: 100, summarize: words(300), stages: ['summarize'] } as const
    const { document, report } = await compact(talk, wish)
    expect(report).toMatchObject({ fits: false, smallest: report.after.tokens })
    expect(document).toHaveLength(3)
    expect((await compact(talk, { ...wish, summarize: words(3000) })).document).toBe(talk)
  })

  test('goes if what goes without it fits, though it was no longer than it might be', async () => {
    const without = compact(talk, { api, budget: 80, stages: ['drop'] })
    const wish = { api, budget: without.report.after.tokens, summarize: words(5) }
    const { document, report } = await compact(talk, wish)
    expect(report.fits).toBe(true)
    expect(document).toEqual(without.document)
  })

  test('stays if it is shorter than the one before it', async () => {
    const sum = { role: 'user', content: `[summary of earlier messages: 9 in number]\n${words(300)()}` }
    let asked = 0
    const summarize = (): string => {
      asked++
      return words(200)()
    }
    const stages = ['summarize', 'summarize', 'drop'] as const
    const messages = [talk[0] as object, sum, ...talk.slice(1)]
    const { document, report } = await compact(messages, { api, budget: 150, summarize, stages })
    expect(report.fits).toBe(false)
    expect(document).toEqual([talk[0], expect.anything(), talk.at(-1)])
    expect(JSON.stringify(document)).toContain(words(199)())
    expect(JSON.stringify(document)).not.toContain(words(201)())
    expect([asked, report.after.messages]).toEqual([1, 3])
  })

  test('is asked for in one stage only, of more turns than it takes', async () => {
    let asked = 0
    const summarize = (): string => {
      asked++
      return 'Short.'
    }
    const messages = talk.map((_, at) => ({ ...say(at), content: [{ text: `turn ${at} ${words(20)()}` }] }))
    const stages = ['summarize', 'summarize'] as const
    const wish = { api: 'bedrock', fraction: 0.1, summarize, stages } as const
    const { document, report } = await compact(messages, wish)
    expect([asked, report.fits]).toEqual([1, true])
    expect(document.length).toBeLessThan(messages.length)
    expect(report.after).toEqual(compact(document, { api: 'bedrock', budget: 1e9 }).report.before)
    expect(document.filter((turn) => JSON.stringify(turn).includes('Short.'))).toHaveLength(1)
  })
})

describe('a share of the messages', () => {
  const use = (id: string): object[] => [
    { role: 'assistant', content: null, tool_calls: [callOf(id)] },
    { role: 'tool', tool_call_id: id, content: 'done' },
  ]
  const callOf = (id: string): object => ({
    id,
    type: 'function',
    function: { name: 'run', arguments: '{}' },
  })

  test.each(['openai', 'llama-cpp'])('%s: more turns are summed up than come', async (api) => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: `two ${'and more '.repeat(30)}` },
      { role: 'user', content: 'three' },
      ...use('call00001'),
      { role: 'assistant', content: 'four' },
      { role: 'user', content: 'five' },
    ]
    const wish = { api, fraction: 0.1, stages: ['summarize'], summarize: () => 'Short.' } as const
    const { document, report } = await compact(messages, wish)
    expect(report.fits).toBe(true)
    expect(document.length).toBeLessThan(messages.length)
  })
})
