import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseConfig } from '../../app/src/config/index.ts'
import { type Following, follow, freePort, readiness } from './following.ts'
import { recorder } from './house.ts'

const upstream = await recorder()
const config = (more = '', listen = '127.0.0.1:0'): string =>
  `listen: ${listen}
admin: { listen: 127.0.0.1:0, token: secret }
upstreams: { one: { url: "${upstream.url}", api: openai } }
${more}`

const told = (house: Following, line: string): Promise<void> =>
  vi.waitFor(() => expect(house.lines).toContain(line), { timeout: 5000, interval: 10 })

const post = (house: Following, token = 'secret'): Promise<Response> =>
  fetch(`${house.running.admin?.url}/admin/reload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })

describe('O5: a saved config takes effect', () => {
  test('hot, with the lines of the log word for word', async () => {
    const house = await follow(config())
    const { gateway } = house.running
    house.save(config('tools: { deny: ["*"] }'))
    await told(house, 'config hot reload applied (tools.deny)')
    expect(house.lines).toEqual([
      'config change detected; evaluating reload (tools.deny)',
      'config hot reload applied (tools.deny)',
    ])
    expect(house.running.gateway).toBe(gateway)
    expect(gateway.config.tools.deny).toEqual(['*'])
    expect(house.applied).toEqual(['start → ', ' → *'])
  })

  test('by a restart, on the same socket', async () => {
    const house = await follow(config())
    const { gateway, url } = house.running
    house.save(config('tools: { deny: [exec] }').replace('openai', 'vllm'))
    await told(house, 'gateway restarted by a config change (upstreams.one.api, tools.deny)')
    expect(house.running.gateway).not.toBe(gateway)
    expect(house.running.url).toBe(url)
    expect(house.applied).toEqual(['start → ', ' → exec'])
  })

  test('at another address, with requests to the old one answered', async () => {
    const house = await follow(config())
    const before = house.running.url
    const port = await freePort()
    house.save(config('', `127.0.0.1:${port}`))
    await told(house, 'gateway restarted by a config change (listen)')
    expect(house.running.url).toBe(`http://127.0.0.1:${port}`)
    expect((await fetch(`${house.running.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${before}/healthz`)).headers.get('connection')).toBe('close')
    await vi.waitFor(() => expect(fetch(`${before}/healthz`)).rejects.toThrow(), {
      timeout: 5000,
      interval: 100,
    })
  })

  test('from one address of this machine to all of them, on the same port', async () => {
    const port = await freePort()
    const clients = `clients: [{ name: a, key: "sha256:${'a'.repeat(64)}" }]\nkeyHeader: x-mortise-key`
    const house = await follow(config(clients, `127.0.0.1:${port}`))
    house.save(config(clients, `0.0.0.0:${port}`))
    await told(house, 'gateway restarted by a config change (listen)')
    expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200)
  })

  test('an address that is taken is refused, and everything stays', async () => {
    const house = await follow(config())
    const other = await follow(config())
    const { url, gateway } = house.running
    house.save(config('retries: 3', `127.0.0.1:${other.running.port}`))
    await told(house, 'config refused; the one before stays in effect')
    expect([house.running.url, house.running.gateway]).toEqual([url, gateway])
    expect(await readiness(house)).toEqual({ status: 'ready', config: 'refused', mistakes: 1 })
    expect(gateway.config.retries).toBe(0)
  })

  test.each(['sessions: [{ agent: x }]', 'reload: restart'])(
    '%s is in effect without a reload',
    async (more) => {
      const house = await follow(config())
      house.save(config(more))
      await vi.waitFor(() => expect(house.applied).toHaveLength(2), { timeout: 5000 })
      expect(house.lines).toEqual([expect.stringMatching(/^config change detected; evaluating reload/)])
      expect(house.running.gateway.config).toEqual(parseConfig(config(more), house.path))
    },
  )

  test.each([
    ['reload: off\nretries: 1', 'config change not applied: reload is off (retries, reload)'],
    [
      'reload: hot\nmode: strict\nlimits: { body: 1MB }',
      'config change not applied: it needs a restart, and reload is hot (admin.token)',
    ],
  ])('%j is not allowed by its mode', async (more, line) => {
    const house = await follow(config())
    house.save(config(more).replace('secret', more.includes('off') ? 'secret' : 'other'))
    await told(house, line)
    expect(house.running.gateway.config).toEqual(parseConfig(config(), house.path))
    expect(house.applied).toEqual(['start → '])
  })
})

describe('a config that is wrong', () => {
  test('is refused, told, and forgotten with the next one that is right', async () => {
    const house = await follow(config('retries: 1'))
    house.save(config('retries: many'))
    await told(house, 'config refused; the one before stays in effect')
    expect(house.running.gateway.config.retries).toBe(1)
    expect(await readiness(house)).toEqual({ status: 'ready', config: 'refused', mistakes: 1 })
    const answer = await post(house)
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { state: 'refused', paths: [], mistakes: [`${house.path}:4:10: \`retries\` has to be a number.`] },
    ])
    house.save(config('retries: 2'))
    await told(house, 'config hot reload applied (retries)')
    expect(await readiness(house)).toEqual({ status: 'ready' })
  })

  test('the one before, saved again, is told', async () => {
    const house = await follow(config('retries: 1'))
    house.save(config('retries: many'))
    await told(house, 'config refused; the one before stays in effect')
    house.save(config('retries: 1'))
    await told(house, 'config is right again; nothing has changed')
    expect(await readiness(house)).toEqual({ status: 'ready' })
  })

  test('a file that is gone is wrong too', async () => {
    const house = await follow(config())
    rmSync(house.path)
    await told(house, 'config refused; the one before stays in effect')
    expect(await readiness(house)).toEqual({ status: 'ready', config: 'refused', mistakes: 1 })
  })
})

describe('POST /admin/reload', () => {
  test('does what a change of the file does', async () => {
    const house = await follow(config())
    expect(await (await post(house)).json()).toEqual({ state: 'unchanged', paths: [], mistakes: [] })
    house.save(config('retries: 4'))
    const answers = await Promise.all([1, 2, 3].map(async () => (await post(house)).json()))
    expect(answers).toContainEqual({ state: 'applied', paths: ['retries'], mistakes: [] })
    expect(house.running.gateway.config.retries).toBe(4)
    expect(house.lines.filter((line) => line.startsWith('config hot reload'))).toHaveLength(1)
  })

  test('needs the token, and POST', async () => {
    const house = await follow(config())
    expect((await post(house, 'wrong')).status).toBe(401)
    const headers = { authorization: 'Bearer secret' }
    expect((await fetch(`${house.running.admin?.url}/admin/reload`, { headers })).status).toBe(405)
  })

  test('the control plane goes, and comes back at its address', async () => {
    const house = await follow(config())
    const before = house.running.admin
    house.save(config().replace(/admin: .*/, 'admin: false'))
    await told(house, 'gateway restarted by a config change (admin)')
    expect(house.running.admin).toBeUndefined()
    house.save(config())
    expect((await house.reload()).state).toBe('restarted')
    expect(house.running.admin).toEqual(before)
    expect((await post(house)).status).toBe(200)
  })

  test('a new token counts from then on, at the same address', async () => {
    const house = await follow(config())
    house.save(config().replace('secret', 'other'))
    await told(house, 'gateway restarted by a config change (admin.token)')
    expect([(await post(house)).status, (await post(house, 'other')).status]).toEqual([401, 200])
  })
})

test('a secret in a file is read again when the file changes', async () => {
  const secret = join(mkdtempSync(join(tmpdir(), 'mortise-secret-')), 'secret')
  onTestFinished(() => rmSync(dirname(secret), { recursive: true }))
  writeFileSync(secret, 'first')
  const text = config().replace('openai }', `openai, key: "\${file:${secret}}" }`)
  const house = await follow(text)
  const send = async (): Promise<unknown> => {
    await fetch(`${house.running.url}/v1/chat/completions`, { method: 'POST', body: '{"messages":[]}' })
    return upstream.arrived.at(-1)?.headers.authorization
  }
  expect(await send()).toBe('Bearer first')
  writeFileSync(secret, 'second')
  await told(house, 'config hot reload applied (upstreams.one.key)')
  expect(await send()).toBe('Bearer second')
  expect(house.lines.join()).not.toMatch(/first|second/)
})

test.each<[string, () => void | Promise<void>]>([
  [
    'throws',
    () => {
      throw new Error('no')
    },
  ],
  ['fails later', () => Promise.reject(new Error('no'))],
])('work after a change that %s does not fail the reload', async (_, work) => {
  const house = await follow(config(), work)
  house.save(config('tools: { deny: ["*"] }'))
  await told(house, 'config hot reload applied (tools.deny)')
  expect(house.lines.filter((line) => line.startsWith('the work after a config change failed'))).toHaveLength(
    2,
  )
  expect(await readiness(house)).toEqual({ status: 'ready' })
})

test('requests under way keep the config that they came with', async () => {
  const house = await follow(config('mode: strict'))
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const usual = upstream.answer
  upstream.answer = (_, response) => void held.then(() => response.end('{}'))
  const body = '{"messages":[{"role":"user","content":"x"}]}'
  const early = fetch(`${house.running.url}/v1/chat/completions`, { method: 'POST', body })
  await vi.waitFor(() => expect(house.running.gateway.underWay).toBe(1))
  house.save(config(`clients: [{ name: a, key: "sha256:${'a'.repeat(64)}" }]\nkeyHeader: x-mortise-key`))
  await vi.waitFor(() => expect(house.running.gateway.config.clients).toHaveLength(1), { timeout: 5000 })
  upstream.answer = usual
  const late = await fetch(`${house.running.url}/v1/chat/completions`, { method: 'POST', body })
  release()
  expect([late.status, (await early).status]).toEqual([401, 200])
})
