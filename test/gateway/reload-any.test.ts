import fc from 'fast-check'
import { expect, test } from 'vitest'
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
