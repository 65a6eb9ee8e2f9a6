import { type Ledger, type LedgerTurn, memorySink, openLedger } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { apis, expectSendable, onePerFormat, says, textOf, wishes } from './judge.ts'

/** A turn with two calls whose tools can be finished by hand. */
function begun(api: string, sink = memorySink()) {
  const ledger = openLedger({ api, sink })
  void ledger.user('Read some files.')
  const turn = ledger.turn(says(api, wishes(2)))
  const finish = new Map<number, (value: unknown) => void>()
  const run = turn.run(({ index }) => new Promise((resolve) => finish.set(index, resolve)))
  return { ledger, turn, run, finish }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

const ends: readonly (readonly [string, (ledger: Ledger, turn: LedgerTurn) => void, string])[] = [
  ['cancelled', (_, turn) => turn.cancel(), '[cancelled; '],
  ['cancelled by a new message', (ledger) => void ledger.user('Never mind.'), '[cancelled; '],
]

describe.each(apis)('D7: %s', (api) => {
  test.each(ends)('%s: the real result replaces the stand-in, once', async (_, stop, words) => {
    const { ledger, turn, run, finish } = begun(api)
    await until(() => finish.size === 2)
    finish.get(1)?.('the second file')
    await until(() => textOf(ledger.messages()).includes('the second file'))
    stop(ledger, turn)
    expect((await run).closed).toEqual([{ call: turn.calls[0], as: 'cancelled' }])
    const before = ledger.messages()
    expect(textOf(before)).toContain(words)
    finish.get(0)?.('the first file, late')
    await until(() => textOf(ledger.messages()).includes('late'))
    const after = ledger.messages()
    expectSendable(after, api)
    expect(after).toHaveLength(before.length)
    expect(textOf(after)).not.toContain(words)
    expect(textOf(after).indexOf('late')).toBeLessThan(textOf(after).indexOf('the second file'))
    // What was given out before is as it was.
    expect(textOf(before)).toContain(words)
    const [first, second] = turn.calls
    if (first === undefined || second === undefined) throw new Error('There are two calls.')
    expect([turn.answer(first, 'again'), turn.answer(second, 'again'), turn.deny(first)]).toEqual([
      false,
      false,
      false,
    ])
    expect(ledger.messages()).toBe(after)
  })

  test('timed out: the real result replaces the stand-in', async () => {
    const ledger = openLedger({ api })
    await ledger.user('Read a file.')
    let finish: (value: unknown) => void = () => {}
    const turn = ledger.turn(says(api, wishes(1)))
    const outcome = await turn.run(() => new Promise((resolve) => (finish = resolve)), { timeout: 1 })
    expect(outcome.closed).toEqual([{ call: turn.calls[0], as: 'timed-out' }])
    finish('late')
    await until(() => textOf(ledger.messages()).includes('late'))
    expect(textOf(ledger.messages())).not.toContain('[timed out')
    expectSendable(ledger.messages(), api)
  })

  test('interrupted: after a restart the real result replaces the stand-in, once', async () => {
    const sink = memorySink()
    const { finish } = begun(api, sink)
    await until(() => finish.size === 2)
    const again = openLedger({ api, sink: memorySink(sink.lines) })
    expect(textOf(again.messages())).toContain('[interrupted; ')
    expect(again.answer('call00001', 'found after all')).toBe(true)
    expect(again.answer('call00001', 'found twice')).toBe(false)
    expect(again.answer('call99999', 'for nobody')).toBe(false)
    expectSendable(again.messages(), api)
    expect(textOf(again.messages())).toContain('found after all')
    expect(textOf(again.messages())).not.toMatch(/found twice|for nobody/)
  })
})

test.each(onePerFormat)(
  'D7: %s: a result that got into the messages by hand replaces the stand-in too',
  async (api) => {
    const ledger = openLedger({ api })
    await ledger.user('Read a file.')
    const turn = ledger.turn(says(api, wishes(1)))
    const real = await answered(api)
    turn.cancel()
    await ledger.append(real)
    await ledger.user('Go on.')
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toContain('by hand')
    expect(textOf(ledger.messages())).not.toContain('[cancelled')
  },
)

/** A result as the API writes it. */
async function answered(api: string): Promise<unknown> {
  const ledger = openLedger({ api })
  await ledger.user('Read a file.')
  await ledger.turn(says(api, wishes(1))).run(() => 'by hand')
  return ledger.messages().at(-1)
}

describe('who closes a call', () => {
  const api = 'openai'

  test('two runs of one turn: each tool runs once, and both are told how it went', async () => {
    const ledger = openLedger({ api })
    const turn = ledger.turn(says(api, wishes(3)))
    const ran: string[] = []
    const tool = (by: string) => {
      return ({ index }: { readonly index: number }): string => {
        ran.push(`${by} ${index}`)
        return by
      }
    }
    const [one, other] = await Promise.all([turn.run(tool('one')), turn.run(tool('other'))])
    expect(ran).toEqual(['one 0', 'one 1', 'one 2'])
    expect(other).toEqual(one)
    expect(one.kept).toEqual(turn.calls)
  })

  test.each([
    ['at once', undefined, 1],
    ['later', undefined, 2],
    ['while others wait for their turn', 1, 2],
  ])('a run inside a tool of its own turn is refused, %s', async (when, concurrency, count) => {
    const ledger = openLedger({ api })
    const turn = ledger.turn(says(api, wishes(count)))
    const tool = async ({ index }: { readonly index: number }): Promise<unknown> => {
      if (index > 0) return 'done'
      if (when !== 'at once') await new Promise((resolve) => setImmediate(resolve))
      return turn.run(() => 'by itself')
    }
    const outcome = await turn.run(tool, { concurrency })
    expect(outcome.closed).toEqual([{ call: turn.calls[0], as: 'failed' }])
    expect(outcome.kept).toEqual(turn.calls.slice(1))
    expect(textOf(ledger.messages())).toContain('a tool cannot wait for itself')
    expect((await turn.run(() => 'again')).closed).toEqual(outcome.closed)
  })

  test('of two writers the first one closes it, in memory and in the log', async () => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    const turn = ledger.turn(says(api, wishes(1)))
    const [call] = turn.calls
    if (call === undefined) throw new Error('There is one call.')
    expect(turn.answer(call, 'first')).toBe(true)
    expect(turn.answer(call, 'second')).toBe(false)
    expect(turn.deny(call)).toBe(false)
    turn.cancel()
    await ledger.flush()
    // A second writer who has got at the log all the same.
    const line = JSON.stringify({ do: 'end', turn: 0, call: 0, as: 'returned', output: { text: 'second' } })
    const again = openLedger({ api, sink: memorySink([...sink.lines, line]) })
    expect(again.messages()).toEqual(ledger.messages())
    expect(textOf(again.messages())).toContain('first')
  })

  test('a tool that throws once its call was cancelled says nothing new', async () => {
    const ledger = openLedger({ api })
    const stop = new AbortController()
    const turn = ledger.turn(says(api, wishes(1)))
    const run = turn.run(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          queueMicrotask(() => stop.abort())
        }),
      { signal: stop.signal },
    )
    expect((await run).closed).toEqual([{ call: turn.calls[0], as: 'cancelled' }])
    const before = ledger.messages()
    await new Promise((resolve) => setImmediate(resolve))
    expect(ledger.messages()).toBe(before)
  })
})
