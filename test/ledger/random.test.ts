import { denied, type Ledger, memorySink, openLedger, repair } from '@mortise/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runAgent } from '../../examples/agent-loop.js'
import { apis, expectSendable, says, textOf, wish } from './judge.ts'

/** What a tool does: at once, after some ticks, never, or not at all. */
type Deed = 'return' | 'wait' | 'throw' | 'hang' | 'deny' | 'nothing' | 'strange'

/** One run of an agent, and when and how it is interrupted. */
interface Story {
  readonly api: string
  readonly policy: 'keep' | 'drop' | 'drop-turn'
  readonly steps: readonly (readonly Deed[])[]
  readonly stop: { readonly tick: number; readonly by: 'signal' | 'message' | 'cancel' | 'close' | 'kill' }
  readonly timeout: number | undefined
  readonly isAskFailing: boolean
  /** How many ids there are: few, and they repeat. */
  readonly ids: number
}

const deed = fc.constantFrom<Deed>(
  'return',
  'return',
  'return',
  'wait',
  'throw',
  'hang',
  'deny',
  'nothing',
  'strange',
)

const story: fc.Arbitrary<Story> = fc.record({
  api: fc.constantFrom(...apis),
  policy: fc.constantFrom('keep', 'keep', 'drop', 'drop-turn'),
  steps: fc.array(fc.array(deed, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  stop: fc.record({
    tick: fc.nat(60),
    by: fc.constantFrom('signal', 'signal', 'message', 'cancel', 'close', 'kill'),
  }),
  timeout: fc.constantFrom(undefined, 0, 1),
  isAskFailing: fc.boolean(),
  ids: fc.constantFrom(1, 3, 1000),
})

test('an agent loop interrupted at random a thousand times can always be sent', async () => {
  await fc.assert(fc.asyncProperty(story, live), { numRuns: 300 })
})

async function live(one: Story): Promise<void> {
  const { api, policy, stop } = one
  const sink = memorySink()
  const ledger = openLedger({ api, policy, sink })
  const stopper = new AbortController()
  const run = startAgent(one, ledger, stopper.signal)
  await ticks(stop.tick)
  expectSendable(ledger.messages(), api, 'while it runs')
  const seen = contentsIn(textOf(ledger.messages()))
  const rest = interrupt(one, ledger, stopper)
  const left = [...sink.lines]
  if (stop.by !== 'kill') {
    // A tool that hangs and nobody stops would be waited for.
    stopper.abort()
    await run
    await rest
    expectSendable(ledger.messages(), api, 'when it is over')
    if (policy !== 'drop-turn')
      expect(contentsIn(textOf(ledger.messages()))).toEqual(expect.arrayContaining([...seen]))
    await ledger.flush()
    const again = openLedger({ api, policy, sink: memorySink(sink.lines) })
    expect(again.messages()).toEqual(ledger.messages())
  }
  const revived = openLedger({ api, policy, sink: memorySink(left) })
  await revived.user('Are you there?')
  expectSendable(revived.messages(), api, 'when it is opened again')
  if (policy !== 'drop-turn') {
    expect(contentsIn(textOf(revived.messages())).toSorted()).toEqual(contentsIn(left.join('\n')).toSorted())
  }
  const { report } = repair(revived.messages(), { api, policy })
  expect(report.plan.edits).toEqual([])
  await ledger.close()
}

function interrupt({ stop }: Story, ledger: Ledger, stopper: AbortController): Promise<void> | undefined {
  switch (stop.by) {
    case 'signal':
      return void stopper.abort()
    case 'message':
      return ledger.user('Something else, please.')
    case 'cancel':
      return void ledger.cancel()
    case 'close':
      return ledger.close()
    default:
      return undefined
  }
}

/** What tools gave that is found in a text. */
function contentsIn(text: string): string[] {
  return text.match(/content of file .\d+\./g) ?? []
}

async function startAgent(one: Story, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const { api, steps, ids, timeout, isAskFailing } = one
  await ledger.user('Read some files.')
  let step = 0
  let number = 0
  const deeds = new Map<string, Deed>()
  const ask = async (messages: readonly unknown[]): Promise<unknown> => {
    expectSendable(messages, api, `step ${step}`)
    const planned = steps[step++]
    if (planned === undefined && isAskFailing) throw new TypeError('fetch failed')
    const wishes = (planned ?? []).map((what) => {
      const { name } = wish(0)
      const path = `/${number}`
      deeds.set(path, what)
      return { id: wish(number++ % ids).id, name, arguments: { path } }
    })
    return says(api, wishes)
  }
  const read = ({ path }: { readonly path: string }): Promise<unknown> =>
    act(deeds.get(path) ?? 'return', `content of file ${path}.`)
  await runAgent({
    ledger,
    ask,
    tools: { read },
    signal,
    ...(timeout === undefined ? {} : { timeout }),
  }).catch(() => 'failed')
}

async function act(what: Deed, said: string): Promise<unknown> {
  switch (what) {
    case 'return':
      return said
    case 'wait':
      await ticks(7)
      return said
    case 'throw':
      throw new Error('no such file')
    case 'hang':
      return new Promise(() => {})
    case 'deny':
      return denied('not this one')
    case 'strange':
      return { size: 10n, again: new Map([['a', new Set([1])]]) }
    default:
      return undefined
  }
}

/** Lets other things happen, a little at a time. */
async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}
