import { createHash } from 'node:crypto'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { parseConfig } from '../../app/src/config/index.ts'
import { amount } from '../amount.ts'
import { follow, freePort, readiness } from './following.ts'
import { recorder } from './house.ts'

const ports = [await freePort(), await freePort()]
const upstreams = [await recorder(), await recorder()]

/** A config that is right: everything that can differ in it. */
interface Right {
  readonly deny: string[]
  readonly retries: number
  readonly port: number
  readonly upstream: number
  readonly reload: string
}

const right: fc.Arbitrary<Right> = fc.record({
  deny: fc.subarray(['exec', 'read', '*']),
  retries: fc.nat(3),
  port: fc.nat(1),
  upstream: fc.nat(1),
  reload: fc.constantFrom('hybrid', 'restart'),
})
const wrong = fc.constantFrom('', 'retries: [', 'upstreams: {}', 'listen: nowhere', '\0')
const version = fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: wrong })

function textOf(each: Right | string): string {
  if (typeof each === 'string') return each
  return `listen: 127.0.0.1:${ports[each.port]}
admin: false
upstreams: { one: { url: "${upstreams[each.upstream]?.url}", api: openai } }
retries: ${each.retries}
reload: ${each.reload}
tools: { deny: ${JSON.stringify(each.deny)} }
`
}

/** Ways to save a file. */
const ways: Readonly<Record<string, (path: string, text: string) => void>> = {
  inPlace: writeFileSync,
  byRename(path, text) {
    writeFileSync(`${path}.tmp`, text)
    renameSync(`${path}.tmp`, path)
  },
  anew(path, text) {
    rmSync(path, { force: true })
    writeFileSync(path, text)
  },
  byLink(path, text) {
    const target = `${path}.${createHash('sha256').update(text).digest('hex')}`
    writeFileSync(target, text)
    rmSync(`${path}.link`, { force: true })
    symlinkSync(target, `${path}.link`)
    renameSync(`${path}.link`, path)
  },
}

test('saves in any way and at any pace end in the last one', async () => {
  const first: Right = { deny: [], retries: 0, port: 0, upstream: 0, reload: 'hybrid' }
  const house = await follow(textOf(first))
  const save = fc.record({ version, way: fc.constantFrom(...Object.keys(ways)), pause: fc.nat(60) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(save, { maxLength: 5 }),
      right,
      fc.constantFrom(...Object.keys(ways)),
      async (saves, last, way) => {
        for (const each of saves) {
          ways[each.way]?.(house.path, textOf(each.version))
          await wait(each.pause)
        }
        ways[way]?.(house.path, textOf(last))
        const expected = parseConfig(textOf(last), house.path)
        await vi.waitFor(() => expect(house.running.gateway.config).toEqual(expected), {
          timeout: 5000,
          interval: 10,
        })
        expect(await readiness(house)).toEqual({ status: 'ready' })
      },
    ),
    { numRuns: amount(15) },
  )
})

test('any sequence of configs, right and wrong, ends in the state of the last one that is right', async () => {
  let last: Right = { deny: [], retries: 0, port: 0, upstream: 0, reload: 'hybrid' }
  const house = await follow(textOf(last))
  await fc.assert(
    fc.asyncProperty(fc.array(version, { minLength: 1, maxLength: 8 }), async (versions) => {
      for (const each of versions) {
        house.save(textOf(each))
        await house.reload()
        if (typeof each !== 'string') last = each
      }
      const { gateway, port, url } = house.running
      expect(gateway.config).toEqual(parseConfig(textOf(last), house.path))
      expect(port).toBe(ports[last.port])
      const arrived = upstreams[last.upstream]?.arrived ?? []
      const before = arrived.length
      const { status } = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        body: '{"messages":[]}',
      })
      expect([status, arrived.length]).toEqual([200, before + 1])
      const isRefused = 'config' in (await readiness(house))
      expect(isRefused).toBe(typeof versions.at(-1) === 'string')
    }),
    { numRuns: amount(40) },
  )
})
