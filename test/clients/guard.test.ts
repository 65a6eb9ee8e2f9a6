import type { Report } from '@mortise/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../app/src/sandbox/index.ts'
import type { Manner } from './driver.ts'
import { drivers } from './drivers/index.ts'

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
  const lastBodies = (count: number): readonly string[] =>
    sandbox.requests.slice(-count).map(({ body }) => body.toString())

  test.each(manners)('%s: what the API refuses succeeds with a guard', async (_, manner) => {
    const reports: Report[] = []
    const guarded = connect(sandbox.url, { onRepair: (report) => reports.push(report) })
    await expect(connect(sandbox.url)(broken(2, 20), manner)).rejects.toThrow(says)
    expect(await guarded(broken(2, 20), manner)).not.toBe('')
    expect(reports.map(({ found, left }) => [found.map(({ rule }) => rule), left])).toEqual([
      [['call-without-result'], []],
    ])
    expect(lastBodies(1)[0]).toContain('no result was recorded')
  })

  test.each(manners)('%s: what is sound reaches the wire byte for byte', async (_, manner) => {
    const bare = connect(sandbox.url)
    const guarded = connect(sandbox.url, { onRepair: () => expect.unreachable() })
    expect(await guarded(sound(3, 200), manner)).toBe(await bare(sound(3, 200), manner))
    const [first, second] = lastBodies(2)
    expect(first).toBe(second)
    expect(first).toContain('a line of output')
  })
})
