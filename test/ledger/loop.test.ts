import { type Ledger, type LedgerCall, memorySink, openLedger, repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { runAgent } from '../../examples/agent-loop.js'
import { apis, expectSendable, says, textOf, wishes } from './judge.ts'

/** The moments at which the reference loop looks whether it was stopped. */
const moments = [
  'loop start',
  'iteration start',
  'after context',
  'after the model',
  'after tools',
  'in catch',
] as const

type Moment = (typeof moments)[number]

const perStep = 2

/** A loop like the reference's: it looks at each moment, and goes away without a word where it was stopped. */
async function referenceLoop(ledger: Ledger, api: string, isStopped: (at: Moment, step: number) => boolean) {
  if (isStopped('loop start', 0)) return
  for (let step = 0; step < 3; step++) {
    try {
      if (isStopped('iteration start', step)) return
      expectSendable(ledger.messages(), api, `step ${step}`)
      if (isStopped('after context', step)) return
      const turn = ledger.turn(says(api, wishes(perStep, step * 10)))
      if (isStopped('after the model', step)) return
      await turn.run(({ id }) => `result of ${id}`)
      if (isStopped('after tools', step)) return
      if (isStopped('in catch', step)) throw new Error('stopped')
    } catch {
      return
    }
  }
}

/** How many steps have all their results when the loop is stopped at a moment of a step. */
function finishedSteps(moment: Moment, step: number): number {
  return moment === 'after tools' || moment === 'in catch' ? step + 1 : step
}

const stops = moments.flatMap((moment) =>
  (moment === 'loop start' ? [0] : [0, 1, 2]).map((step) => [moment, step] as const),
)

describe.each(apis)('%s', (api) => {
  test.each(stops)('D2: stopped %s of step %i, the history can be sent', async (moment, step) => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    await ledger.user('Read some files.')
    await referenceLoop(ledger, api, (at, now) => at === moment && now === step)
    expectSendable(ledger.messages(), api, 'as it was left')
    await ledger.user('Go on.')
    expectSendable(ledger.messages(), api, 'with a new message')
    const finished = wishes(perStep * 3, 0).length
    expect(finished).toBe(6)
    const text = textOf(ledger.messages())
    const results = text.match(/result of call\d+/g) ?? []
    expect(results).toEqual(resultsOf(finishedSteps(moment, step)))
    expect(text).toContain('Go on.')
    await ledger.close()
    expect(openLedger({ api, sink: memorySink(sink.lines) }).messages()).toEqual(ledger.messages())
  })
})

function resultsOf(steps: number): string[] {
  return Array.from({ length: steps }, (_, step) => wishes(perStep, step * 10)).flatMap((group) =>
    group.map(({ id }) => `result of ${id}`),
  )
}

describe.each(apis)('D3: %s', (api) => {
  const start = async (): Promise<Ledger> => {
    const ledger = openLedger({ api })
    await ledger.user('Read some files.')
    return ledger
  }
  const signal = new AbortController().signal

  test('the model cannot be reached', async () => {
    const ledger = await start()
    let asked = 0
    const ask = async (): Promise<unknown> => {
      if (asked++ === 1) throw new TypeError('fetch failed')
      return says(api, wishes(2))
    }
    const tools = { read: () => 'here it is' }
    await expect(runAgent({ ledger, ask, tools, signal })).rejects.toThrow('fetch failed')
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages()).match(/here it is/g)).toHaveLength(2)
  })

  test('a tool throws, its sibling does not', async () => {
    const ledger = await start()
    const turn = ledger.turn(says(api, wishes(2)))
    const outcome = await turn.run(({ index }) => {
      if (index === 0) throw new Error('no such file')
      return 'here it is'
    })
    expect(outcome).toEqual({
      cancelled: false,
      kept: [turn.calls[1]],
      closed: [{ call: turn.calls[0], as: 'failed' }],
    })
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toContain('[failed: no such file]')
    expect(textOf(ledger.messages())).toContain('here it is')
  })

  test('a tool takes too long, its sibling does not', async () => {
    const ledger = await start()
    const turn = ledger.turn(says(api, wishes(2)))
    const reasons: unknown[] = []
    const tool = ({ index }: LedgerCall, stop: AbortSignal): unknown => {
      if (index === 1) return 'here it is'
      return new Promise(() => stop.addEventListener('abort', () => reasons.push(stop.reason.code)))
    }
    const outcome = await turn.run(tool, { timeout: 5 })
    expect(outcome).toEqual({
      cancelled: false,
      kept: [turn.calls[1]],
      closed: [{ call: turn.calls[0], as: 'timed-out' }],
    })
    expect(reasons).toEqual(['timed-out'])
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages())).toContain('[timed out; ')
  })

  test('the loop has gone round too often', async () => {
    const ledger = await start()
    let asked = 0
    const ask = async (): Promise<unknown> => says(api, wishes(2, 10 * asked++))
    const tools = { read: () => 'here it is' }
    expect(await runAgent({ ledger, ask, tools, signal, most: 3 })).toBe('too many steps')
    expectSendable(ledger.messages(), api)
    expect(textOf(ledger.messages()).match(/here it is/g)).toHaveLength(6)
  })

  test('the process has gone while tools ran', async () => {
    const sink = memorySink()
    const ledger = openLedger({ api, sink })
    await ledger.user('Read some files.')
    const turn = ledger.turn(says(api, wishes(3)))
    const run = turn.run(({ index }) => (index === 1 ? 'here it is' : new Promise(() => {})), {
      concurrency: 2,
    })
    await untilLine(sink.lines, 'here it is')
    const again = openLedger({ api, sink: memorySink(sink.lines) })
    expectSendable(again.messages(), api)
    const text = textOf(again.messages())
    expect(text).toContain('here it is')
    expect(text).toContain('[interrupted; ')
    await ledger.close()
    expect((await run).cancelled).toBe(true)
  })
})

/** Lets things happen until a line is there. */
async function untilLine(lines: readonly string[], words: string): Promise<void> {
  while (!lines.some((line) => line.includes(words))) await new Promise((resolve) => setImmediate(resolve))
}

describe('a new user message while calls are open', () => {
  test.each(apis)('%s: finished results stay, the others are cancelled, and tools are told', async (api) => {
    const ledger = openLedger({ api })
    await ledger.user('Read some files.')
    const turn = ledger.turn(says(api, wishes(3)))
    const told: unknown[] = []
    const run = turn.run(
      ({ index }, stop) => {
        if (index === 1) return 'here it is'
        return new Promise(() => stop.addEventListener('abort', () => told.push(index)))
      },
      { concurrency: 2 },
    )
    await settled(() => textOf(ledger.messages()).includes('here it is'))
    await ledger.user('Never mind.')
    expect(await run).toEqual({
      cancelled: true,
      kept: [turn.calls[1]],
      closed: [
        { call: turn.calls[0], as: 'cancelled' },
        { call: turn.calls[2], as: 'cancelled' },
      ],
    })
    expect(told).toContain(0)
    expectSendable(ledger.messages(), api)
    const text = textOf(ledger.messages())
    expect(text.indexOf('[cancelled; ')).toBeLessThan(text.indexOf('here it is'))
    expect(text.indexOf('here it is')).toBeLessThan(text.indexOf('Never mind.'))
  })
})

async function settled(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('what the DeepSeek document does', () => {
  const cut = [{ role: 'user', content: '请列出文件' }, ...says('deepseek', wishes(2))]

  test.each(['drop', 'drop-turn'] as const)(
    '%s takes unfinished calls out as the engine does',
    async (policy) => {
      const ledger = openLedger({ api: 'deepseek', policy })
      await ledger.user('请列出文件')
      const turn = ledger.turn(says('deepseek', wishes(2)))
      const [first] = turn.calls
      if (first !== undefined) turn.answer(first, 'a.txt')
      turn.cancel()
      const answered = [...cut, { role: 'tool', tool_call_id: first?.id, content: 'a.txt' }]
      const { document } = repair(answered, { api: 'deepseek', policy })
      expect(ledger.messages()).toEqual(document)
      expectSendable(ledger.messages(), 'deepseek')
      expect(textOf(ledger.messages()).includes('a.txt')).toBe(policy === 'drop')
    },
  )

  test('nothing was finished: the turn goes, and comes back with a late result', async () => {
    const ledger = openLedger({ api: 'deepseek', policy: 'drop' })
    await ledger.user('请列出文件')
    const turn = ledger.turn(says('deepseek', wishes(1), ''))
    turn.cancel()
    expect(ledger.messages()).toEqual([{ role: 'user', content: '请列出文件' }])
    expect(ledger.answer('call00000', 'a.txt')).toBe(true)
    expect(textOf(ledger.messages())).toContain('a.txt')
    expectSendable(ledger.messages(), 'deepseek')
  })
})
