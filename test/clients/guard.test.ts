import type { Report } from '@mortise/core'
import type { GuardOptions } from '@mortise/core/guard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, type ScenarioStep, startSandbox } from '../../app/src/sandbox/index.ts'
import type { Manner } from './driver.ts'
import { drivers } from './drivers/index.ts'
import { byGetters, byInstances, errorOf, frozen, messagesOf } from './trouble.ts'

/** Headers that are never twice the same. */
const changing = ['amz-sdk-invocation-id', 'authorization', 'x-amz-date']

const manners: readonly [string, Manner][] = [
  ['plain', { isStreaming: false }],
  ['streaming', { isStreaming: true }],
]

describe.each(drivers)('$name', ({ api, connect, sound, broken, says }) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox({ api })
  })
  afterAll(() => sandbox.close())
  const bodiesSince = (count: number): readonly string[] =>
    sandbox.requests.slice(count).map(({ body }) => body.toString())

  test.each(manners)('%s: what the API refuses succeeds with a guard', async (_, manner) => {
    const reports: Report[] = []
    const guarded = connect(sandbox.url, { onRepair: (report) => reports.push(report) })
    await expect(connect(sandbox.url)(broken(2, 20), manner)).rejects.toThrow(says)
    expect(await guarded(broken(2, 20), manner)).not.toBe('')
    const refused = ({ found }: Report): string[] =>
      found.filter(({ severity }) => severity === 'refused').map(({ rule }) => rule)
    expect(reports.map((report) => [refused(report), refused({ ...report, found: report.left })])).toEqual([
      [['call-without-result'], []],
    ])
    expect(bodiesSince(-1)[0]).toContain('no result was recorded')
  })

  test.each(manners)('%s: what is sound reaches the wire byte for byte', async (_, manner) => {
    const bare = connect(sandbox.url)
    const guarded = connect(sandbox.url, { retry: true, onRepair: () => expect.unreachable() })
    expect(await guarded(sound(3, 200), manner)).toBe(await bare(sound(3, 200), manner))
    const [first, second] = bodiesSince(-2)
    expect(first).toBe(second)
    expect(first).toContain('a line of output')
    const [one, other] = sandbox.requests.slice(-2).map(({ headers, path, method }) => {
      const told = Object.entries(headers).filter(([name]) => !changing.includes(name))
      return [method, path, ...told]
    })
    expect(one).toEqual(other)
  })

  test.each(manners)(
    '%s: a request that nobody may change is mended and stays as it was',
    async (_, manner) => {
      const request = frozen(broken(2, 20))
      expect(await connect(sandbox.url, {})(request, manner)).not.toBe('')
      expect(request).toEqual(broken(2, 20))
    },
  )

  test.each(manners)('%s: calls at the same time do not disturb each other', async (_, manner) => {
    const bare = connect(sandbox.url)
    const reports: Report[] = []
    const guarded = connect(sandbox.url, { onRepair: (report) => reports.push(report) })
    const before = sandbox.requests.length
    for (let calls = 2; calls < 12; calls++) await bare(sound(calls, 20), manner)
    const alone = bodiesSince(before)
    const middle = sandbox.requests.length
    const both = Array.from({ length: 20 }, (_, turn) => {
      const calls = 2 + (turn >> 1)
      return guarded(turn % 2 === 0 ? sound(calls, 20) : broken(calls, 20), manner)
    })
    expect(await Promise.all(both)).not.toContain('')
    expect(reports.length).toBe(10)
    expect(bodiesSince(middle)).toEqual(expect.arrayContaining([...alone]))
  })

  const shapes = [
    ['getters', byGetters],
    ['instances', byInstances],
  ] as const
  const shaped = shapes.flatMap(([shape, make]) =>
    manners.map(([name, manner]) => ({ shape, make, name, manner })),
  )

  test.each(shaped)(
    '$name: a request of $shape is sent and mended like any other',
    async ({ make, manner }) => {
      const bare = connect(sandbox.url)
      const guarded = connect(sandbox.url, {})
      await guarded(broken(2, 20), manner)
      await bare(make(sound(2, 20)), manner)
      const given = make(broken(2, 20))
      await expect(bare(given, manner)).rejects.toThrow(says)
      await guarded(make(sound(2, 20)), manner)
      await guarded(given, manner)
      const [mended, alone, , same, alike] = bodiesSince(-5)
      expect([same, alike]).toEqual([alone, mended])
      expect(JSON.stringify(given)).toBe(JSON.stringify(broken(2, 20)))
    },
  )

  test('a history of 20 MB', async () => {
    const guarded = connect(sandbox.url, {})
    expect(await guarded(broken(20, 1e6), { isStreaming: false })).not.toBe('')
    expect(bodiesSince(-1)[0]?.length).toBeGreaterThan(19e6)
  })

  test.each(manners)('%s: an abort ends it like the bare client', async (_, manner) => {
    const ended = async (options?: GuardOptions): Promise<object> => {
      const controller = new AbortController()
      const scenarios = { default: { delay: 60_000 } }
      const slow = await startSandbox({ api, scenarios, onRequest: () => controller.abort() })
      const call = connect(slow.url, options)
      const error = await errorOf(call(sound(1, 20), { ...manner, signal: controller.signal }))
      const late = await errorOf(call(broken(1, 20), { ...manner, signal: controller.signal }))
      expect(slow.requests.length, 'what is aborted before it is sent is not sent').toBe(1)
      await slow.close()
      return { error, late }
    }
    expect(await ended({ retry: true })).toEqual(await ended())
  })

  const failures: readonly [string, ScenarioStep][] = [
    ['an error of the server', { fail: { status: 503, message: 'come back later' } }],
    ['an error in the middle', { say: [{ text: 'One, two, three.' }], piece: 2, fail: { after: 3 } }],
    ['a broken connection', { say: [{ text: 'One, two, three.' }], piece: 2, cut: 3 }],
  ]
  const failing = failures.flatMap(([what, step]) =>
    manners.map(([name, manner]) => ({ what, step, name, manner })),
  )

  test.each(failing)('$name: $what comes through as it is', async ({ step, manner }) => {
    const failed = async (options?: GuardOptions): Promise<object> => {
      const bad = await startSandbox({ api, scenarios: { default: step } })
      const error = await errorOf(connect(bad.url, options)(sound(1, 20), manner))
      await bad.close()
      return { error, requests: bad.requests.length }
    }
    const bare = await failed()
    expect(await failed({ retry: true })).toEqual(bare)
    if (manner.isStreaming || step.say === undefined) expect(bare).not.toMatchObject({ error: nothing })
  })

  test.each(manners)('%s: where nobody listens it fails like the bare client', async (_, manner) => {
    const gone = await startSandbox({ api })
    await gone.close()
    const [bare, guarded] = [connect(gone.url), connect(gone.url, { retry: true })]
    expect(await errorOf(guarded(sound(1, 20), manner))).toEqual(await errorOf(bare(sound(1, 20), manner)))
    expect(await errorOf(guarded(broken(1, 20), manner))).toEqual(await errorOf(bare(sound(1, 20), manner)))
  })

  test('what `onRepair` throws stops the request', async () => {
    const stop = (): never => {
      throw new Error('not like this')
    }
    const before = sandbox.requests.length
    const call = connect(sandbox.url, { onRepair: stop })(broken(1, 20), { isStreaming: false })
    expect(await messagesOf(call)).toContain('not like this')
    expect(sandbox.requests.length).toBe(before)
  })

  test('a policy and an API of one’s own', async () => {
    const reports: Report[] = []
    const call = connect(sandbox.url, { policy: 'drop', api, onRepair: (report) => reports.push(report) })
    expect(await call(broken(2, 20), { isStreaming: false })).not.toBe('')
    expect(bodiesSince(-1)[0]).not.toContain('no result was recorded')
    expect(() => connect(sandbox.url, { api: 'nobody' })).toThrow('There is no API `nobody` here.')
  })
})

const nothing = { message: 'it did not fail' }
