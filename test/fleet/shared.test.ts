import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOld } from '../../app/src/fleet/audit.ts'
import { type FleetDatabase, migrate, openDatabase } from '../../app/src/fleet/index.ts'
import { builtInScenarios, startSandbox } from '../../app/src/sandbox/index.ts'
import type { GatewayAnswer } from '../../app/src/window/api.ts'
import { ask } from '../sandbox/ask.ts'
import { command, configOf, folder, gatewayOf, later, until } from './machines.ts'
import { type Server, startServer } from './server.ts'
import { processOf } from './workers.ts'

let server: Server
let url: string
let database: FleetDatabase
let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => {
  server = await startServer()
  url = await server.database()
  database = openDatabase(url)
  await migrate(database)
  sandbox = await startSandbox({ scenarios: { default: builtInScenarios.thinking ?? [] } })
  writeFileSync(join(folder, 'all.yaml'), configOf(sandbox.url))
  await command(['config', 'push', 'all.yaml', '--reason', 'first', '--database', url])
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
  await server.stop()
})

const base = {
  model: 'claude-opus-5-5',
  max_tokens: 4096,
  tools: [{ name: 'look', input_schema: { type: 'object', properties: { city: { type: 'string' } } } }],
}

test('a conversation whose second half reaches other nodes keeps its thinking, and is mended to the same bytes', async () => {
  const one = await gatewayOf('one', url)
  const two = await gatewayOf('two', url)
  const history: object[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_lost', name: 'look', input: {} }] },
    { role: 'user', content: 'And?' },
  ]
  const arrived: { messages: unknown[] }[] = []
  for (let round = 0; round < 3; round++) {
    // The third node starts in the middle of the conversation.
    const node = [one, two][round] ?? (await gatewayOf('three', url))
    await until(
      () => database.query('select from mortise.bindings'),
      (rows) => rows.length === round,
    )
    await until(
      () => node.shared,
      ({ learned }) => learned >= (round === 0 ? 0 : 1),
    )
    const sent = sandbox.requests.length
    const { status, text } = await ask(`${node.url}/v1/messages`, { ...base, messages: history })
    expect([round, status, text]).toEqual([round, 200, expect.any(String)])
    // It was right at once: no request was refused and sent again.
    expect(sandbox.requests.length).toBe(sent + 1)
    arrived.push(JSON.parse(String(sandbox.requests.at(-1)?.body)) as { messages: unknown[] })
    const { content } = JSON.parse(text) as { content: { type: string; id?: string }[] }
    const results = content
      .filter(({ type }) => type === 'tool_use')
      .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' }))
    history.push({ role: 'assistant', content })
    history.push({ role: 'user', content: results.length > 0 ? results : 'Go on.' })
  }
  const [first, second, third] = arrived.map(({ messages }) => messages)
  expect(second?.slice(0, first?.length)).toEqual(first)
  expect(third?.slice(0, second?.length)).toEqual(second)
  expect(JSON.stringify(third)).toContain('"type":"thinking"')
})

test('repairs are written down without a word of the request, and forgotten after a while', async () => {
  const node = await gatewayOf('auditor', url)
  const messages = [
    { role: 'user', content: 'a secret question' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_secret', name: 'look', input: { city: '\0' } }],
    },
    { role: 'user', content: 'And?' },
  ]
  expect((await ask(`${node.url}/v1/messages`, { ...base, messages })).status).toBe(200)
  const rows = await until(
    () =>
      database.query<{ findings: unknown; action: string }>(
        `select * from mortise.audit where node = 'auditor'`,
      ),
    ({ length }) => length === 1,
  )
  expect(rows[0]).toMatchObject({
    client: '',
    upstream: 'claude',
    action: 'mended',
    findings: [{ rule: 'call-without-result', at: ['messages', 1] }],
  })
  expect(JSON.stringify(rows)).not.toContain('secret')
  await database.query(`update mortise.audit set at = now() - interval '31 days' where node = 'auditor'`)
  await forgetOld(database.query, 30)
  expect(await database.query(`select from mortise.audit where node = 'auditor'`)).toEqual([])
  later(() => node.stopAll())
})

test('the page of a gateway lists the processes of the fleet, and shows no address of the database', async () => {
  const gateway = await processOf(['gateway'], 'shown', url)
  const { admin } = JSON.parse(gateway.first) as { admin: string }
  const entered = await fetch(`${admin}/?token=a-token-of-tests`, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const told = await until(
    async () => (await fetch(`${admin}/api/gateway`, { headers: { cookie } })).text(),
    (text) => (JSON.parse(text) as GatewayAnswer).nodes?.some(({ name }) => name === 'shown') === true,
  )
  const { nodes = [] } = JSON.parse(told) as GatewayAnswer
  expect(nodes.find(({ name }) => name === 'shown')).toMatchObject({
    role: 'gateway',
    isThere: true,
    refused: null,
  })
  expect(told).not.toContain('postgres://')
  const { change } = (await (await fetch(`${admin}/api/start`, { headers: { cookie } })).json()) as {
    change: string
  }
  const denied = await fetch(`${admin}/api/deny`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-mortise-change': change },
    body: '{"tools":["exec"]}',
  })
  expect([denied.status, await denied.text()]).toEqual([409, expect.stringContaining('mortise config set')])
  await gateway.stop()
})
