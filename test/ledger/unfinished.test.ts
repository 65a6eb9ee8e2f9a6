import { openLedger } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { apis, expectSendable, says, textOf, type Wish } from './judge.ts'
import { pairsIn } from './pairs.ts'

/** A turn of the model's, without what JSON does not know. */
function said(api: string, ids: readonly (string | undefined)[], text: string, turn = 0): unknown[] {
  const wishes = ids.map(
    (id, index): Wish => ({ id, name: 'read', arguments: { path: `/${turn}.${index}` } }),
  )
  return JSON.parse(JSON.stringify(says(api, wishes, text)))
}

const ids = [
  ['of their own', ['call00001', 'call00002', 'call00003']],
  ['none', [undefined, undefined, undefined]],
  ['empty', ['', '', '']],
  ['the same', ['call00001', 'call00001', 'call00001']],
  ['some', ['call00001', undefined, 'call00001']],
] as const

describe.each(apis)('%s: one of three calls is unfinished', (api) => {
  describe.each(ids)('with ids: %s', (_, given) => {
    test.each([0, 1, 2])('call %i: the others have their own results', (open) => {
      const others = [0, 1, 2].filter((index) => index !== open)
      const answered = others.map((index) => [`/0.${index}`, `result ${index}.`])
      const all = [0, 1, 2].map((index) => [`/0.${index}`, index === open ? '[' : `result ${index}.`])
      for (const policy of ['keep', 'drop', 'drop-turn'] as const) {
        const expected = { keep: all, drop: answered, 'drop-turn': [] }[policy]
        const ledger = openLedger({ api, policy })
        void ledger.user('Go.')
        const turn = ledger.turn(said(api, given, 'I see.'))
        for (const index of others.toReversed()) {
          const call = turn.calls[index]
          expect(call && turn.answer(call, `result ${index}.`)).toBe(true)
        }
        const look = (): unknown => {
          expectSendable(ledger.messages(), api, policy)
          return pairsIn(ledger.messages(), api).map(([path, words]) => [
            path,
            words.match(/result \d\.|\[(?=no result|cancelled)/)?.[0],
          ])
        }
        expect(look()).toEqual(expected)
        turn.cancel()
        expect(look()).toEqual(expected)
        void ledger.user('Go on.')
        expect(look()).toEqual(expected)
        expect(textOf(ledger.messages()).includes('I see.')).toBe(policy !== 'drop-turn')
      }
    })
  })

  test.each(ids)('the turns beside it are whole; ids: %s', async (_, given) => {
    for (const policy of ['drop', 'drop-turn'] as const) {
      const ledger = openLedger({ api, policy })
      void ledger.user('Go.')
      await ledger.turn(said(api, given, 'First.', 0)).run(({ index }) => `result 0.${index}.`)
      ledger.turn(said(api, [], 'Between.'))
      ledger.turn(said(api, given, 'Second.', 1)).cancel()
      await ledger.turn(said(api, given, 'Third.', 2)).run(({ index }) => `result 2.${index}.`)
      expectSendable(ledger.messages(), api, policy)
      const pairs = pairsIn(ledger.messages(), api).map(([path, words]) => [path, words.match(/\d\.\d/)?.[0]])
      expect(pairs).toEqual(['0.0', '0.1', '0.2', '2.0', '2.1', '2.2'].map((each) => [`/${each}`, each]))
      const words = textOf(ledger.messages()).match(/First|Between|Second|Third/g)
      expect(words).toEqual(
        ['First', 'Between', 'Second', 'Third'].filter((each) => policy === 'drop' || each !== 'Second'),
      )
    }
  })

  test.each(ids)('a turn of two messages: each result follows its own; ids: %s', async (_, given) => {
    const ledger = openLedger({ api })
    void ledger.user('Go.')
    const turn = ledger.turn([...said(api, given, 'One.', 0), ...said(api, given, 'Two.', 1)])
    await turn.run(({ arguments: path }) => path)
    expectSendable(ledger.messages(), api)
    const pairs = pairsIn(ledger.messages(), api)
    expect(pairs).toHaveLength(6)
    for (const [path, words] of pairs) expect(words).toContain(path)
  })

  test.each(['drop', 'drop-turn'] as const)(
    '%s: a result that is brought by hand keeps its call',
    async (policy) => {
      const real = openLedger({ api })
      void real.user('Go.')
      await real.turn(said(api, ['call00001'], 'I see.')).run(() => 'by hand')
      for (const looks of [true, false]) {
        const ledger = openLedger({ api, policy })
        void ledger.user('Go.')
        ledger.turn(said(api, ['call00001'], 'I see.')).cancel()
        if (looks) expect(pairsIn(ledger.messages(), api)).toEqual([])
        void ledger.append(real.messages().at(-1))
        expectSendable(ledger.messages(), api)
        void ledger.user('Go on.')
        expectSendable(ledger.messages(), api)
        expect(pairsIn(ledger.messages(), api)).toEqual(pairsIn(real.messages(), api))
      }
    },
  )
})

describe('what a call is not without', () => {
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I see.' }] }
  const call = (id: string): object => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: 'read',
    arguments: '{}',
  })

  test('reasoning that led to nothing but a call goes with it', () => {
    const api = 'openai-responses'
    const ledger = openLedger({ api, policy: 'drop' })
    void ledger.user('Go.')
    ledger.turn([{ type: 'reasoning', id: 'rs_1', summary: [] }, call('a')]).cancel()
    ledger.turn([{ ...item, id: 'msg_1' }])
    void ledger.user('Go on.')
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toMatch(/msg_1/)
    expect(textOf(ledger.messages())).not.toMatch(/rs_1|fc_a/)
  })

  test.each(['drop', 'drop-turn'] as const)('%s: a cache mark on what goes is passed on', async (policy) => {
    const ledger = openLedger({ api: 'anthropic', policy })
    void ledger.user('Go.')
    const mark = { cache_control: { type: 'ephemeral' } }
    const use = (id: string): object => ({ type: 'tool_use', id, name: 'read', input: {} })
    await ledger.turn({ role: 'assistant', content: [use('a')] }).run(() => 'here it is')
    ledger.turn({ role: 'assistant', content: [{ ...use('b'), ...mark }] }).cancel()
    void ledger.user('Go on.')
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'here it is', ...mark }
    expect(ledger.messages()).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [use('a')] },
      { role: 'user', content: [result] },
      { role: 'user', content: 'Go on.' },
    ])
  })

  test('calls that had their results from the start stay', () => {
    const ledger = openLedger({ api: 'anthropic', policy: 'drop' })
    void ledger.user('Go.')
    const use = (id: string): object => ({ type: 'tool_use', id, name: 'read', input: { path: id } })
    const given = { type: 'tool_result', tool_use_id: 'a', content: 'given' }
    const turn = ledger.turn([
      { role: 'assistant', content: [use('a'), use('b')] },
      { role: 'user', content: [given] },
    ])
    expect(turn.calls.map(({ id }) => id)).toEqual(['b'])
    turn.cancel()
    void ledger.user('Go on.')
    expectSendable(ledger.messages(), 'anthropic')
    expect(pairsIn(ledger.messages(), 'anthropic')).toEqual([['a', '"given"']])
  })
})
