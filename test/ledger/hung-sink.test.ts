import { type LedgerTurn, memorySink, openLedger } from '@mortise/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HeldSink, heldSink } from './held-sink.ts'
import { expectSendable, says, textOf, wishes } from './judge.ts'

const api = 'deepseek'
const patience = 5000
const onceStopped = 1000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Whether a promise has settled once so much time has gone by. */
async function isSettledAfter(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let isSettled = false
  void promise.finally(() => {
    isSettled = true
  })
  await vi.advanceTimersByTimeAsync(milliseconds)
  return isSettled
}

async function begun(): Promise<HeldSink & { ledger: ReturnType<typeof openLedger>; turn: LedgerTurn }> {
  const hung = heldSink(false)
  const ledger = openLedger({ api, sink: hung.sink })
  await ledger.user('Go.')
  const turn = ledger.turn(says(api, wishes(2)))
  await ledger.flush()
  return { ...hung, ledger, turn }
}

test('before tools run, and somebody stops it: none runs, and the outcome says that it is not saved', async () => {
  const { ledger, turn, hold, release, sink } = await begun()
  hold()
  const stop = new AbortController()
  let ran = 0
  const run = turn.run(() => ++ran, { signal: stop.signal })
  // Nobody is in a hurry: the sink is waited for.
  expect(await isSettledAfter(run, 60 * patience)).toBe(false)
  stop.abort()
  expect(await isSettledAfter(run, onceStopped - 1)).toBe(false)
  expect(await isSettledAfter(run, 1)).toBe(true)
  const outcome = await run
  expect(outcome).toMatchObject({ cancelled: true, kept: [], unsaved: { code: 'not-written' } })
  expect(outcome.unsaved?.message).toBe('The sink of the ledger has not answered for a second.')
  expect(outcome.closed.map(({ as }) => as)).toEqual(['cancelled', 'cancelled'])
  expect(textOf(ledger.messages()).match(/\[cancelled before the tool ran\]/g)).toHaveLength(2)
  expectSendable(ledger.messages(), api)
  release()
  await ledger.flush()
  expect(ran).toBe(0)
  expect(openLedger({ api, sink: memorySink(sink.lines) }).messages()).toEqual(ledger.messages())
})

test.each([
  ['the tools’ time is shorter than patience', 20, patience],
  ['the tools’ time is longer', 60_000, 60_000],
])('before tools run, %s: none runs', async (_, timeout, limit) => {
  const { ledger, turn, hold } = await begun()
  hold()
  let ran = 0
  const run = turn.run(() => ++ran, { timeout })
  expect(await isSettledAfter(run, limit)).toBe(false)
  const outcome = await Promise.all([run, vi.advanceTimersByTimeAsync(limit)]).then(([each]) => each)
  expect(ran).toBe(0)
  expect(outcome.closed.map(({ as }) => as)).toEqual(['not-run', 'not-run'])
  expect(outcome.unsaved?.code).toBe('not-written')
  expect(textOf(ledger.messages())).toContain('[not run: the call could not be written down first: The sink')
  expect(vi.getTimerCount()).toBe(0)
})

test('while tools run: their results are kept, and somebody can stop the waiting', async () => {
  const { ledger, turn, hold, release, sink } = await begun()
  const stop = new AbortController()
  const tool = ({ index }: { readonly index: number }): string => {
    hold()
    return `result ${index}.`
  }
  const run = turn.run(tool, { signal: stop.signal })
  expect(await isSettledAfter(run, 60 * patience)).toBe(false)
  expect(textOf(ledger.messages())).toMatch(/result 0\..*result 1\./)
  stop.abort()
  await vi.advanceTimersByTimeAsync(onceStopped)
  expect(await run).toMatchObject({
    cancelled: true,
    kept: turn.calls,
    closed: [],
    unsaved: { code: 'not-written' },
  })
  release()
  await ledger.flush()
  expect(openLedger({ api, sink: memorySink(sink.lines) }).messages()).toEqual(ledger.messages())
})

test('a new message while the sink hangs: the run comes to an end', async () => {
  const { ledger, turn, hold } = await begun()
  hold()
  const run = turn.run(() => 'ran')
  void ledger.user('Never mind.')
  await vi.advanceTimersByTimeAsync(onceStopped)
  expect(await run).toMatchObject({ cancelled: true, kept: [], unsaved: { code: 'not-written' } })
  expectSendable(ledger.messages(), api)
  expect(vi.getTimerCount()).toBe(0)
})

test('a ledger is closed: that is told not to be possible yet, and the sink is let go once it answers', async () => {
  const { sink, hold, release } = heldSink(false)
  let isClosed = false
  const close = async (): Promise<void> => {
    isClosed = true
  }
  const ledger = openLedger({ api, sink: { ...sink, close } })
  await ledger.user('Go.')
  hold()
  void ledger.user('Go on.')
  const closing = ledger.close()
  expect(
    await isSettledAfter(
      closing.catch(() => 'failed'),
      patience - 1,
    ),
  ).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await expect(closing).rejects.toMatchObject({ code: 'not-written' })
  expect(isClosed).toBe(false)
  release()
  await vi.advanceTimersByTimeAsync(0)
  expect(isClosed).toBe(true)
  expect(textOf(sink.lines)).toContain('Go on.')
})

test('a sink that answers in time is waited for', async () => {
  const { turn, hold, release } = await begun()
  hold()
  const stop = new AbortController()
  const run = turn.run(() => 'ran', { signal: stop.signal })
  stop.abort()
  expect(await isSettledAfter(run, onceStopped - 1)).toBe(false)
  release()
  expect(await run).toEqual({
    cancelled: true,
    kept: [],
    closed: turn.calls.map((call) => ({ call, as: 'cancelled' })),
  })
  expect(vi.getTimerCount()).toBe(0)
})
