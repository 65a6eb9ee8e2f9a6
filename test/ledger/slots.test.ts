import { denied, type LedgerTurn, memorySink, openLedger } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectSendable, textOf } from './judge.ts'
import { pairsIn } from './pairs.ts'
import { type Story, story, type TurnPlan } from './story.ts'
import { mark, messagesOf, newWorld, note, sayIn, speak, type Told, toldOf, type World } from './world.ts'

test('every result is beside its call, and nothing else goes than what the policy takes', async () => {
  const runs = process.env.MORTISE_DEEP === '1' ? 5000 : 150
  await fc.assert(fc.asyncProperty(story, live), { numRuns: runs })
})

async function live(one: Story): Promise<void> {
  const world = newWorld(one)
  speak(world)
  for (const each of one.deeds) {
    if (each.do === 'turn') await takeTurn(world, each)
    else if (each.do === 'user') speak(world)
    else if (each.do === 'note') note(world)
    else if (each.do === 'reopen') await reopen(world)
    else await beLate(world)
    await check(world, each.do)
  }
  await beLate(world)
  speak(world)
  await check(world, 'end')
}

async function beLate(world: World): Promise<void> {
  for (const { call, bring } of world.late.splice(0)) {
    call.said = `<R${call.path}>`
    call.isFinished = true
    bring(call.said)
  }
  await breath()
}

/** What comes late to a ledger that is gone is not heard; the next one takes it by id. */
async function reopen(world: World): Promise<void> {
  await breath()
  world.late = world.late
    .filter(({ call }) => call.isOwn)
    .map(({ call }) => ({ call, bring: (said) => world.ledger.answer(call.id ?? '', said) }))
  world.sink = memorySink(world.sink.lines)
  world.ledger = openLedger({ ...world.options, sink: world.sink })
  expect(world.ledger.skipped).toBe(0)
}

async function takeTurn(world: World, plan: TurnPlan): Promise<void> {
  const pieces = toldOf(world, plan)
  const told = pieces.flatMap(({ calls }) => calls)
  const turn = world.ledger.turn(pieces.flatMap((piece) => messagesOf(world, plan, piece)))
  world.turns.push(...pieces)
  expect(turn.calls.map(({ arguments: given }) => (given as { path: string }).path)).toEqual(
    told.map(({ path }) => path),
  )
  const stopper = new AbortController()
  const run = plan.by === 'run' ? runTurn(world, plan, turn, told, stopper.signal) : undefined
  if (run === undefined) runByHand(world, plan, turn, told)
  await breath()
  const isTimed = run !== undefined && plan.stop === 'timeout'
  if (!isTimed) {
    await check(world, 'open')
    if (plan.isNoted) {
      note(world)
      await check(world, 'open and noted')
    }
  }
  await stopTurn(world, plan, turn, stopper, isTimed)
  if (plan.stop !== 'kill') await run
}

function runTurn(
  world: World,
  { calls, stop, concurrency }: TurnPlan,
  turn: LedgerTurn,
  told: readonly Told[],
  signal: AbortSignal,
): Promise<unknown> {
  const tool = ({ index }: { readonly index: number }): unknown => {
    const call = told[index]
    if (call === undefined) throw new Error('There is no such call.')
    switch (calls[index]?.fate) {
      case 'throw':
        throw new Error(call.said)
      case 'deny':
        return denied(call.said)
      case 'hang':
        return new Promise(() => {})
      case 'late':
        return new Promise((resolve) => world.late.push({ call, bring: resolve }))
      default:
        return call.said
    }
  }
  return turn.run(tool, { signal, concurrency, ...(stop === 'timeout' ? { timeout: 1 } : {}) })
}

/** From the last call to the first. */
function runByHand(world: World, { calls }: TurnPlan, turn: LedgerTurn, told: readonly Told[]): void {
  for (const call of turn.calls.toReversed()) {
    const { index } = call
    const its = told[index]
    const fate = calls[index]?.fate
    if (its === undefined || fate === 'hang') continue
    if (fate === 'late') world.late.push({ call: its, bring: (said) => turn.answer(call, said) })
    else if (fate === 'return') turn.answer(call, its.said)
    else turn.deny(call, its.said)
  }
}

async function stopTurn(
  world: World,
  { stop, by }: TurnPlan,
  turn: LedgerTurn,
  stopper: AbortController,
  isTimed: boolean,
): Promise<void> {
  if (isTimed) return
  if (stop === 'message') speak(world)
  else if (stop === 'turn') {
    const words = mark(world, 'M')
    world.turns.push({ words, calls: [] })
    world.ledger.turn(sayIn(world, [], words))
  } else if (stop === 'kill') await reopen(world)
  else if (stop === 'signal' && by === 'run') stopper.abort()
  else turn.cancel()
}

/** Two judges accept what is sent, and it says what happened: no more, no less, each in its place. */
async function check(world: World, when: string): Promise<void> {
  const { api, policy, ledger, options } = world
  const messages = ledger.messages()
  expect(ledger.messages()).toBe(messages)
  // What was shown may have grown since; nothing of it may have changed.
  for (const [list, then] of world.shown) expect(then.every((each, at) => list[at] === each)).toBe(true)
  world.shown.set(messages, [...messages])
  expectSendable(messages, api, `${policy} ${when}`, options.request && ledger.request())
  const turns = world.turns.filter(
    ({ calls }) => policy !== 'drop-turn' || calls.every(({ isFinished }) => isFinished),
  )
  const calls = turns
    .flatMap((turn) => turn.calls)
    .filter(({ isFinished }) => policy === 'keep' || isFinished)
  const pairs = pairsIn(messages, api).map(([path, said]) => [path, wordsIn(said)])
  expect(pairs).toEqual(calls.map(({ path, said }) => [path, said]))
  const text = textOf(messages)
  expect(text.match(/<R/g) ?? []).toHaveLength(calls.filter(({ isFinished }) => isFinished).length)
  const words = [...world.said, ...turns.map((turn) => turn.words)]
  expect(text.match(/<[UNM]\d+>/g)).toEqual(words.toSorted((one, other) => numberIn(one) - numberIn(other)))
  if (when.startsWith('open')) return
  await ledger.flush()
  const again = openLedger({ ...options, sink: memorySink(world.sink.lines) })
  expect(again.messages()).toEqual(messages)
}

/** Words are numbered as they are said. */
function numberIn(words: string): number {
  return Number(words.match(/\d+/)?.[0])
}

/** What only this result says. */
function wordsIn(said: string): string {
  if (/\[(cancelled|timed out|interrupted|no result was recorded)/.test(said)) return 'stand-in'
  return said.match(/<R[^>]*>/)?.[0] ?? said
}

/** Lets everything happen that can happen now. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
