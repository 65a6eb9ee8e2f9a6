import { type Ledger, memorySink, openLedger } from '@mortise/core'
import fc from 'fast-check'
import { BoundApi, type Message, type Request } from './bound-api.ts'
import { head, judgeOf } from './loop.ts'

/** One round of a tool loop: how many calls get a result, what the user does meanwhile, and how many calls come next. */
const round = fc.record({
  answered: fc.nat(2),
  calls: fc.nat(2),
  /** A result that was missing arrives before the request, while the model thinks, or not at all. */
  late: fc.constantFrom('before', 'meanwhile', 'never', 'never'),
  which: fc.nat(20),
  /** The user says something while the model thinks. */
  interrupts: fc.boolean(),
  /** The program ends, and opens its ledger again. */
  reopens: fc.boolean(),
  /** Calls are left open when the model is asked: the tools still run. */
  waits: fc.boolean(),
})

type Round = typeof round extends fc.Arbitrary<infer Kind> ? Kind : never

/** The policies that a ledger may have. */
export const policies = ['keep', 'drop', 'drop-turn'] as const

async function live(rounds: readonly Round[], policy: (typeof policies)[number]): Promise<void> {
  let sink = memorySink()
  const open = (): Ledger<Message> => openLedger({ api: 'anthropic', policy, request: head, sink })
  let ledger = open()
  const api = new BoundApi()
  // A result that arrives for a turn that stays left out changes nothing; the ledger takes it for a change all the same.
  const judge = judgeOf(api, policy === 'drop-turn')
  const said: Message[] = []
  const missing: string[] = []
  await ledger.user('Begin.')
  let next = 1
  for (const { answered, calls, late, which, interrupts, reopens, waits } of rounds) {
    const arrive = (): void => {
      const [id] = missing.splice(which % Math.max(1, missing.length), 1)
      if (id !== undefined) ledger.answer(id, `late ${id}`)
    }
    if (late === 'before') arrive()
    const sent = ledger.request() as unknown as Request
    judge({ ...head, messages: said }, sent)
    const answer = api.answer(structuredClone(sent), next)
    if (late === 'meanwhile') arrive()
    if (interrupts) await ledger.append({ role: 'user', content: 'Wait.' })
    said.push(answer)
    const turn = ledger.turn(answer)
    for (const [index, call] of turn.calls.entries()) {
      if (index < answered) turn.answer(call, 'a wall')
      else missing.push(String(call.id))
    }
    if (!waits) await ledger.user('Go on.')
    if (reopens) {
      await ledger.close()
      sink = memorySink(sink.lines)
      ledger = open()
    }
    next = calls
  }
}

/** No request is refused, and no block is lost that is valid. */
export async function ledgerHolds(
  policy: (typeof policies)[number],
  runs: number,
  seed: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 8 }), (rounds) => live(rounds, policy)),
    { numRuns: runs, seed },
  )
}
