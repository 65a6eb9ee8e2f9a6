import { denied, type Ledger, type LedgerTurn, memorySink, openLedger } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apis, expectSendable, formatOf, says, textOf, type Wish } from './judge.ts'
import { pairsIn } from './pairs.ts'

/** What becomes of a call: the last two take until somebody stops them, and one of them is late. */
type Fate = 'return' | 'throw' | 'deny' | 'hang' | 'late'

interface CallPlan {
  /** An id of its own, none, an empty one, one that no API takes, or one that others have too. */
  readonly id: 'own' | 'none' | 'empty' | 'odd' | 'same' | 'other'
  readonly name: string
  readonly fate: Fate
}

interface TurnPlan {
  readonly do: 'turn'
  readonly calls: readonly CallPlan[]
  /** Who runs the tools. */
  readonly by: 'run' | 'hand'
  /** Who stops the calls that hang. */
  readonly stop: 'signal' | 'timeout' | 'cancel' | 'message' | 'turn' | 'kill'
  /** Whether something is noted while calls are open. */
  readonly isNoted: boolean
  readonly isReasoned: boolean
  readonly concurrency: number
  /** From which call on it is another message of the same turn. */
  readonly split: number
}

type Deed = TurnPlan | { readonly do: 'user' | 'note' | 'late' | 'reopen' }

interface Story {
  readonly api: string
  readonly policy: 'keep' | 'drop' | 'drop-turn'
  readonly deeds: readonly Deed[]
}

const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  id: fc.constantFrom('own', 'own', 'none', 'empty', 'odd', 'same', 'same', 'other'),
  name: fc.constantFrom('read', 'list'),
  fate: fc.constantFrom('return', 'return', 'throw', 'deny', 'hang', 'late'),
})

const turnPlan: fc.Arbitrary<TurnPlan> = fc.record({
  do: fc.constant('turn'),
  calls: fc.array(callPlan, { maxLength: 4 }),
  by: fc.constantFrom('run', 'hand'),
  stop: fc.constantFrom('signal', 'timeout', 'cancel', 'message', 'turn', 'kill'),
  isNoted: fc.boolean(),
  isReasoned: fc.boolean(),
  concurrency: fc.constantFrom(9, 1),
  split: fc.constantFrom(9, 9, 1, 2),
})

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: turnPlan },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('user', 'note', 'late', 'reopen') }) },
)

const story: fc.Arbitrary<Story> = fc.record({
  api: fc.constantFrom(...apis),
  policy: fc.constantFrom('keep', 'drop', 'drop-turn'),
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
})

test('every result is beside its call, and nothing else goes than what the policy takes', async () => {
  const runs = process.env.MORTISE_DEEP === '1' ? 5000 : 400
  await fc.assert(
    fc.asyncProperty(story, (one) => live(one)),
    { numRuns: runs },
  )
})

/** A call as it should be told: by its path, and by words that only its result has. */
interface Told {
  readonly path: string
  readonly name: string
  readonly id: string | undefined
  /** Whether no other call has its id. */
  readonly isOwn: boolean
  said: string
  isFinished: boolean
}

interface ToldTurn {
  readonly words: string
  readonly calls: Told[]
}

/** A result that is late: brought by its tool, or by id to a ledger that was opened again. */
interface Late {
  readonly call: Told
  bring(said: string): unknown
}

/** A ledger, and what should be in it. */
interface World {
  readonly api: string
  readonly policy: Story['policy']
  ledger: Ledger
  sink: ReturnType<typeof memorySink>
  readonly turns: ToldTurn[]
  readonly said: string[]
  /** Brings about the results that are late. */
  late: Late[]
  count: number
}

async function live({ api, policy, deeds }: Story): Promise<void> {
  const sink = memorySink()
  const ledger = openLedger({ api, policy, sink })
  const world: World = { api, policy, ledger, sink, turns: [], said: [], late: [], count: 0 }
  speak(world)
  for (const each of deeds) {
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

function mark(world: World, letter: string): string {
  return `<${letter}${world.count++}>`
}

function speak(world: World): void {
  const words = mark(world, 'U')
  world.said.push(words)
  void world.ledger.user(words)
}

function note(world: World): void {
  const words = mark(world, 'N')
  world.said.push(words)
  void world.ledger.append(asUser(world.api, words))
}

/** A message of the user's, as the API writes it. */
function asUser(api: string, words: string): unknown {
  const ledger = openLedger({ api })
  void ledger.user(words)
  return ledger.messages()[0]
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
  world.ledger = openLedger({ api: world.api, policy: world.policy, sink: world.sink })
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

/** What should be told of a turn, message by message. */
function toldOf(world: World, { calls, split, by, concurrency, stop }: TurnPlan): ToldTurn[] {
  const isQueue = by === 'run' && concurrency === 1 && stop !== 'timeout'
  const hanging = calls.findIndex(isHanging)
  const tell = ({ id, name, fate }: CallPlan, index: number): Told => {
    const path = `/${world.count++}`
    const own = `own${String(world.count++).padStart(6, '0')}`
    // Where tools run one by one, those behind one that hangs never do.
    const isBehind = isQueue && hanging >= 0 && index > hanging
    const isFinished = !isHanging({ fate }) && !isBehind
    const said = isFinished ? `<R${path}>` : 'stand-in'
    return { path, name, id: id === 'own' ? own : shared[id], isOwn: id === 'own', said, isFinished }
  }
  const told = calls.map(tell)
  // Where a call is an item of its own, a turn is all that is said in a row.
  const cut = formatOf(world.api) === 'openai-responses' ? calls.length : split
  const pieces = cut < calls.length ? [told.slice(0, cut), told.slice(cut)] : [told]
  return pieces.map((piece) => ({ words: mark(world, 'M'), calls: piece }))
}

function isHanging({ fate }: Pick<CallPlan, 'fate'>): boolean {
  return fate === 'hang' || fate === 'late'
}

const shared: Readonly<Record<string, string | undefined>> = {
  none: undefined,
  empty: '',
  odd: 'dup dup!',
  same: 'call00001',
  other: 'call00002',
}

function messagesOf(world: World, plan: TurnPlan, { words, calls }: ToldTurn): unknown[] {
  const wishes = calls.map(({ id, name, path }): Wish => ({ id, name, arguments: { path } }))
  const messages: unknown[] = JSON.parse(JSON.stringify(says(world.api, wishes, words)))
  if (!plan.isReasoned || formatOf(world.api) !== 'openai-responses') return messages
  const number = world.count++
  const [first, ...rest] = messages.map((item, at) =>
    Object.assign({}, item, { id: nameOf(item, number, at) }),
  )
  return [first, { type: 'reasoning', id: `rs_${number}`, summary: [] }, ...rest]
}

/** A name of the kind that the provider gives. */
function nameOf(item: unknown, number: number, at: number): string {
  const isCall = textOf([item]).includes('"function_call"')
  return `${isCall ? 'fc' : 'msg'}_${number}_${at}`
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
    world.ledger.turn(says(world.api, [], words))
  } else if (stop === 'kill') await reopen(world)
  else if (stop === 'signal' && by === 'run') stopper.abort()
  else turn.cancel()
}

async function check(world: World, when: string): Promise<void> {
  const { api, policy, ledger } = world
  const messages = ledger.messages()
  expect(ledger.messages()).toBe(messages)
  expectSendable(messages, api, `${policy} ${when}`)
  const text = textOf(messages)
  const stays = world.turns.filter(
    ({ calls }) => policy !== 'drop-turn' || calls.every(({ isFinished }) => isFinished),
  )
  const calls = stays
    .flatMap((turn) => turn.calls)
    .filter(({ isFinished }) => policy === 'keep' || isFinished)
  expect(pairsIn(messages, api).map(([path, said]) => [path, wordsIn(said)])).toEqual(
    calls.map(({ path, said }) => [path, said]),
  )
  const words = [...world.said, ...stays.map((turn) => turn.words)]
  expect(words.filter((each) => text.split(each).length !== 2)).toEqual([])
  if (when.startsWith('open')) return
  await ledger.flush()
  const again = openLedger({ api, policy, sink: memorySink(world.sink.lines) })
  expect(again.messages()).toEqual(messages)
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
