import { compact, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const long = 'A line of a long listing, number 1234. '.repeat(200)
const cut = /characters were cut here to save space/

interface Voice {
  readonly user: (text: string) => object
  readonly joint: (id: string, text: string) => object[]
}

const voices: Readonly<Record<string, Voice>> = {
  openai: {
    user: (content) => ({ role: 'user', content }),
    joint: (id, content) => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content },
    ],
  },
  anthropic: {
    user: (content) => ({ role: 'user', content }),
    joint: (id, content) => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    ],
  },
  bedrock: {
    user: (text) => ({ role: 'user', content: [{ text }] }),
    joint: (id, text) => [
      { role: 'assistant', content: [{ toolUse: { toolUseId: id, name: 'read', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: id, content: [{ text }] } }] },
    ],
  },
}

describe.each(Object.entries(voices))('%s', (api, { user, joint }) => {
  const old = [user('go'), ...joint('a', 'one'), ...joint('b', 'two'), ...joint('c', 'three')]
  const tokensOf = (messages: object[]): number =>
    compact(messages, { api, budget: 1e9 }).report.before.tokens

  test('the newest result loses its middle rather than its joint', () => {
    const messages = [...old, ...joint('d', long), ...joint('e', 'ok')]
    const { document, report } = compact(messages, { api, budget: tokensOf(old) + 700 })
    expect(report.fits).toBe(true)
    expect(document).toHaveLength(messages.length)
    expect(JSON.stringify(document.at(-3))).toMatch(cut)
    expect(document.filter((message) => !messages.includes(message))).toHaveLength(1)
    expect(report.stages.at(-1)).toMatchObject({ stage: 'shorten', after: report.after })
    expect(scan(document, api)).toEqual([])
  })

  test('so it is if older ones have to go all the same', () => {
    const messages = [...old, ...joint('d', long), ...joint('e', 'ok')]
    const { after } = compact(messages, { api, budget: tokensOf(old) + 700 }).report
    const { document, report } = compact(messages, { api, budget: after.tokens - 5 })
    expect(report.fits).toBe(true)
    expect(document.length).toBeLessThan(messages.length)
    expect(JSON.stringify(document.at(-3))).toMatch(cut)
  })

  test('the very last one does before all that came before it is lost', () => {
    const messages = [...old, ...joint('d', long)]
    const { document, report } = compact(messages, { api, budget: tokensOf(old) + 700 })
    expect(report.fits).toBe(true)
    expect(document).toHaveLength(messages.length)
    expect(JSON.stringify(document.at(-1))).toMatch(cut)
  })

  test('it stays whole where there is room without an older one', () => {
    const messages = [...old, ...joint('d', long), ...joint('e', 'ok')]
    const { document } = compact(messages, { api, budget: tokensOf(messages) - 5 })
    expect(document.slice(-4)).toEqual(messages.slice(-4))
    expect(document.length).toBeLessThan(messages.length)
  })

  test('it stays whole where there is room without all older ones', () => {
    const fresh = [...joint('d', long), ...joint('e', 'ok')]
    const smaller = [user('go'), ...fresh]
    const { document } = compact([...old, ...fresh], { api, budget: tokensOf(smaller) })
    expect(document).toEqual(smaller)
  })

  test('it goes if nobody may shorten it', () => {
    const messages = [...old, ...joint('d', long), ...joint('e', 'ok')]
    const { document } = compact(messages, { api, budget: tokensOf(old) + 100, stages: ['drop'] })
    expect(JSON.stringify(document)).not.toContain('long listing')
  })
})
