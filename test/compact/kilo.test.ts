import { apply, type CompactOptions, compact, invert, repair, scan } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { freeze } from '../laws/laws.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const call = (...ids: string[]): object =>
  model(ids.map((id) => ({ type: 'tool_use', id, name: 'read_file', input: { path: 'package.json' } })))
const result = (...ids: string[]): object =>
  user(ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: '{"name":"core"}' })))

/** The six messages of the third scenario. */
const shown = [
  { role: 'system', content: 'You are Kilo.' },
  user('请读取文件'),
  call('toolu_1'),
  result('toolu_1'),
  user('继续工作'),
  model('好的'),
]

/** The positions of what is left, by what the messages hold: a repair may give one another role. */
function left(messages: readonly object[], options: CompactOptions): readonly number[] {
  freeze(messages)
  const { document, report } = compact(messages, options)
  expect(scan(document, options.api ?? 'anthropic').filter(({ severity }) => severity === 'refused')).toEqual(
    [],
  )
  const undone = apply(document, invert(report.plan))
  expect(undone.ok && undone.value).toEqual(messages)
  const held = (message: object): string => JSON.stringify((message as { content: unknown }).content)
  return document.map((message) => messages.findIndex((other) => held(other) === held(message)))
}

describe('K2: the third scenario of the reference', () => {
  test.each<[string, CompactOptions, readonly number[]]>([
    ['half of it', { fraction: 0.5, keep: { firstUser: false }, api: 'anthropic' }, [0, 2, 3, 4, 5]],
    [
      'half of it, oldest first',
      { fraction: 0.5, keep: { firstUser: false }, stages: ['cut'] },
      [0, 2, 3, 4, 5],
    ],
    ['half of it, the task kept', { fraction: 0.5, api: 'anthropic' }, [0, 1, 4, 5]],
    ['a share too small for one message', { fraction: 0.01, api: 'anthropic' }, [0, 1, 4, 5]],
    ['all that may go', { fraction: 1, keep: { firstUser: false }, api: 'anthropic' }, [0, 4, 5]],
    ['nothing', { fraction: 0, api: 'anthropic' }, [0, 1, 2, 3, 4, 5]],
    ['no room at all', { budget: 1, api: 'anthropic' }, [0, 1, 4, 5]],
    ['room enough', { budget: 10_000, api: 'anthropic' }, [0, 1, 2, 3, 4, 5]],
  ])('%s', (_, options, expected) => {
    expect(left(shown, { api: 'anthropic', ...options })).toEqual(expected)
  })
})

describe('K2: where the reference cannot shrink', () => {
  test('results over two messages go with their calls, all at once', () => {
    const messages = [user('go'), call('a', 'b'), result('a'), result('b'), user('on'), model('done')]
    expect(left(messages, { api: 'anthropic', fraction: 0.5 })).toEqual([0, 4, 5])
  })

  test('a stray result at the cut is mended first', () => {
    const messages = [user('go'), call('a'), result('a'), model('so'), result('x'), user('on')]
    const { report } = compact(messages, { api: 'anthropic', fraction: 0.5 })
    expect(report.wasRepaired).toBe(true)
    expect(report.found.map(({ rule }) => rule)).toEqual(['result-without-call'])
    expect(report.fits).toBe(true)
    expect(report.left).toEqual([])
  })

  test('two user messages in a row do not matter', () => {
    const messages = [user('go'), user('now'), call('a'), result('a'), user('on'), model('done'), user('and')]
    expect(left(messages, { api: 'anthropic', fraction: 0.5 })).toEqual([0, 4, 5, 6])
  })

  test('a history of tools alone shrinks to its task and its last joint', () => {
    const joints = Array.from({ length: 20 }, (_, at) => [call(`t${at}`), result(`t${at}`)]).flat()
    const messages = [user('go'), ...joints]
    const { document, report } = compact(messages, { api: 'anthropic', budget: 1 })
    expect(document).toEqual([messages[0], messages.at(-2), messages.at(-1)])
    expect(report).toMatchObject({ fits: false, smallest: report.after.tokens })
  })

  test('what cannot shrink says so, and is the same reference', () => {
    const messages = [user('go'), call('a'), result('a')]
    const { document, report } = compact(messages, { api: 'anthropic', fraction: 0.9 })
    expect(document).toBe(messages)
    expect(report).toMatchObject({ fits: false, smallest: report.before.tokens, plan: { edits: [] } })
  })

  test('each time something goes, until nothing can', () => {
    const joints = Array.from({ length: 9 }, (_, at) => [user(`say ${at}`), call(`t${at}`), result(`t${at}`)])
    let messages: object[] = joints.flat()
    for (let count = messages.length; ; count = messages.length) {
      const { document, report } = compact(messages, { api: 'anthropic', fraction: 0.3 })
      expect(repair(document, { api: 'anthropic' }).document).toBe(document)
      if (!report.fits) break
      expect(document.length).toBeLessThan(count)
      messages = document
    }
    expect(messages).toEqual([joints[0]?.[0], ...(joints.at(-1) ?? [])])
  })
})

describe('a request that must start with the user', () => {
  const converse = (role: string, ...content: object[]): object => ({ role, content })
  const ask = (id: string): object =>
    converse('assistant', { toolUse: { toolUseId: id, name: 'run', input: {} } })
  const answer = (id: string): object =>
    converse('user', { toolResult: { toolUseId: id, content: [{ text: 'done' }] } })
  const say = (text: string): object => converse('user', { text })

  test('the cut moves on to one', () => {
    const messages = [
      say('one'),
      ask('a'),
      answer('a'),
      ask('b'),
      answer('b'),
      converse('assistant', { text: 'so' }),
      say('two'),
      ask('c'),
      answer('c'),
    ]
    const { document } = compact(messages, {
      api: 'bedrock',
      budget: 4,
      countTokens: () => 1,
      keep: { firstUser: false },
      stages: ['cut'],
    })
    expect(document).toEqual(messages.slice(6))
  })
})
