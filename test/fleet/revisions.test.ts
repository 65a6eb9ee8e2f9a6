import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FleetDatabase,
  listNodes,
  migrate,
  newestRevision,
  openDatabase,
  writeRevision,
} from '../../app/src/fleet/index.ts'
import { migrations } from '../../app/src/fleet/migrations.ts'
import { sealed, sealKey } from '../../app/src/fleet/seal.ts'
import { command, configOf, folder, gatewayOf, later, machineFile, readyz, until } from './machines.ts'
import { proxyTo } from './proxy.ts'
import { type Server, startServer } from './server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function opened(url: string): Promise<FleetDatabase> {
  const database = openDatabase(url)
  later(() => database.close())
  return database
}

describe('migrations', () => {
  test('two nodes migrate at once, and a second time nothing changes', async () => {
    const url = await server.database()
    const [one, other] = await Promise.all([opened(url), opened(url)])
    await Promise.all([migrate(one), migrate(other)])
    await migrate(one)
    const rows = await one.query('select version from mortise.migrations order by version')
    expect(rows).toEqual(migrations.map((_, index) => ({ version: index + 1 })))
  })

  test('a step that fails leaves the schema as it was', async () => {
    const database = await opened(await server.database())
    await expect(migrate(database, [...migrations, 'select nothing from nowhere'])).rejects.toThrow('nowhere')
    expect(await database.query(`select to_regnamespace('mortise') as there`)).toEqual([{ there: null }])
  })

  test('a newer schema is refused in one sentence', async () => {
    const database = await opened(await server.database())
    await migrate(database, [...migrations, 'create table mortise.of_tomorrow (id integer)'])
    const [newer, known] = [migrations.length + 1, migrations.length]
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'newer-schema',
      message: `The database has version ${newer} of the schema, and this Mortise knows ${known}: update Mortise on this machine.`,
    })
  })

  test('the role of docs/fleet.md is enough, and reaches no other table', async () => {
    const at = await server.database()
    const admin = new pg.Client({ connectionString: at })
    admin.on('error', () => undefined)
    await admin.connect()
    const [{ name }] = (await admin.query('select current_database() as name')).rows
    await admin.query('drop role if exists mortise_fleet')
    const docs = readFileSync(new URL('../../docs/fleet.md', import.meta.url), 'utf8')
    const [grants = '', revoke = ''] =
      /```sql\n(create role [\s\S]*?)```/.exec(docs)?.[1]?.split('-- after the first start:') ?? []
    const here = (sql: string): string => sql.replaceAll('on database mortise', `on database ${name}`)
    await admin.query(here(grants))
    await admin.query('create table public.others (id integer)')
    const url = new URL(at)
    Object.assign(url, { username: 'mortise_fleet', password: 'secret' })
    const own = await opened(url.href)
    await migrate(own)
    await expect(own.query('select * from public.others')).rejects.toThrow('permission denied')
    await admin.query(here(revoke))
    await migrate(own)
    await admin.end()
  })
})

/** A reference to the environment of each node. */
const reference = ['$', '{KEY}'].join('')

describe('revisions', () => {
  let url: string
  let database: FleetDatabase
  beforeAll(async () => {
    url = await server.database()
    database = await opened(url)
    await migrate(database)
  })
  const run = (...words: string[]) => command([...words, '--database', url])

  test('a file becomes the first revision, and a member the second', async () => {
    writeFileSync(join(folder, 'all.yaml'), configOf('http://127.0.0.1:9', 'listen: 127.0.0.1:1\n'))
    expect(await run('config', 'push', 'all.yaml')).toMatchObject({ exit: 2 })
    const pushed = await run('config', 'push', 'all.yaml', '--reason', 'first')
    expect(pushed.stderr).toContain('each machine has `listen` in its own file')
    expect(pushed).toMatchObject({ exit: 0 })
    const set = await run('config', 'set', 'tools.deny', '["*"]', '--reason', 'INC-1204')
    expect(set.stdout).toContain('tools.deny: [] → ["*"], as revision 2')
    expect((await run('config', 'show')).stdout).toContain('# the config of the fleet')
    expect((await run('config', 'show', '1')).stdout).not.toContain('tools')
    expect((await run('config', 'diff', '1', '2')).stdout).toContain('tools.deny')
    expect((await run('config', 'set', 'tools.deny', '["*"]', '--reason', 'again')).stdout).toContain(
      'already',
    )
    expect((await run('config', 'set', 'tools.denied', '[]', '--reason', 'no')).exit).toBe(2)
    expect(await run('config', 'set', 'routes', '[{to: nobody}]', '--reason', 'no')).toMatchObject({
      exit: 2,
    })
    const { stdout: log } = await run('config', 'log')
    expect(log).toMatch(/\n {0,2}2 .*INC-1204\n {0,2}1 .*first/)
  })

  test('of two writers the second is told, and nothing is overwritten', async () => {
    const write = (reason: string) =>
      writeRevision(database, { base: 2, text: configOf('http://127.0.0.1:9'), name: 'a.yaml', reason })
    const [one, other] = await Promise.allSettled([write('one'), write('other')])
    const [won, lost] = one.status === 'fulfilled' ? [one, other] : [other, one]
    expect(won).toMatchObject({ status: 'fulfilled', value: 3 })
    expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'written-meanwhile', exit: 3 } })
    expect(await database.query('select revision from mortise.revisions')).toHaveLength(3)
  })

  test('nodes take a revision over, and one that refuses it says why', async () => {
    const two = await gatewayOf('gw-2', url, { environment: { KEY: 'k' } })
    const three = await gatewayOf('gw-3', url, { environment: { KEY: 'k' } })
    const one = await gatewayOf('gw-1', url)
    expect(await readyz(one.url)).toEqual({ status: 'ready', revision: 3, database: 'reached' })
    const set = await run(
      'config',
      'set',
      'upstreams.claude.key',
      reference,
      '--reason',
      'keys',
      '--wait',
      '20s',
    )
    expect(set.stdout).toContain('2/3 nodes on revision 4')
    expect(set.stdout).toContain('gw-1 refuses it:')
    expect(set.stdout).toContain('The environment has no variable `KEY`.')
    expect(set.exit).toBe(1)
    expect(await readyz(one.url)).toMatchObject({ revision: 3, refused: 4, config: 'refused', mistakes: 1 })
    expect(two.following.running.gateway.config.upstreams.claude?.key).toBe('k')
    const restored = await run('config', 'restore', '3', '--reason', 'no key there', '--wait', '20s')
    expect(restored.stdout).toContain('revision 5 is revision 3 again')
    expect(restored.stdout).toContain('3/3 nodes on revision 5')
    expect(await readyz(one.url)).toEqual({ status: 'ready', revision: 5, database: 'reached' })
    await Promise.all([one, two, three].map(({ stopAll }) => stopAll()))
    expect(await listNodes(database.query)).toEqual([])
  })

  test('a notification takes effect if the fleet sealed it, and not if another role of the database sent it', async () => {
    const { node, stopAll } = await gatewayOf('gw-1', url)
    const { revision = 0 } = (await newestRevision(database.query)) ?? {}
    await until(
      () => listNodes(database.query),
      ([row]) => row?.revision === revision,
    )
    const text = configOf('http://127.0.0.1:9', 'retries: 4\n')
    const told = { revision: revision + 1, name: 'mortise.yaml', text }
    const tell = (payload: string) =>
      database.query('select pg_notify($1, $2)', ['mortise_revision', payload])
    for (const payload of ['', String(told.revision), JSON.stringify(told), sealed(told, randomBytes(32))])
      await tell(payload)
    // Notifications arrive in their order: the reload of the last one shows that the others were heard.
    await tell(sealed({ ...told, revision: told.revision + 1 }, await sealKey(database.query)))
    await until(
      () => node.standing,
      (standing) => standing.revision === told.revision + 1,
    )
    await stopAll()
  })

  test('a revoked key is refused at once, and requests go on while a node is cut off', async () => {
    const proxy = await proxyTo(url)
    later(() => proxy.close())
    const near = await gatewayOf('near', url)
    const far = await gatewayOf('far', proxy.url)
    const key = 'sha256:2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683'
    await run(
      'config',
      'set',
      'clients',
      `[{name: ci, key: "${key}"}]`,
      '--reason',
      'a client',
      '--wait',
      '20s',
    )
    const statusAt = async ({ url: at }: { url: string }, sent: string) =>
      (await fetch(`${at}/v1/models`, { headers: { 'x-api-key': sent } })).status
    expect([await statusAt(near, 'key'), await statusAt(far, 'key')]).not.toContain(401)
    proxy.cut()
    await until(
      () => readyz(far.url),
      ({ database: state }) => state === 'unreachable',
    )
    const none = `sha256:${'a'.repeat(64)}`
    const set = await run('config', 'set', 'clients[0].key', none, '--reason', 'leaked', '--wait', '1s')
    expect(set.stdout).toContain('1/2 nodes on revision')
    expect(set.stdout).toContain('far is away since')
    expect(await statusAt(near, 'key')).toBe(401)
    expect(await statusAt(far, 'key')).not.toBe(401)
    proxy.mend()
    await until(
      () => statusAt(far, 'key'),
      (status) => status === 401,
    )
    expect(await readyz(far.url)).toMatchObject({ status: 'ready', database: 'reached' })
    expect(far.node.losses).toBe(1)
    await Promise.all([near, far].map(({ stopAll }) => stopAll()))
  })

  test('a node without its database starts on the revision that it kept, and says so', async () => {
    const proxy = await proxyTo(url)
    later(() => proxy.close())
    const before = await gatewayOf('keeper', proxy.url)
    const { revision } = before.node.standing
    await before.stopAll()
    proxy.cut()
    const after = await gatewayOf('keeper', proxy.url)
    expect(await readyz(after.url)).toMatchObject({ status: 'ready', revision, database: 'unreachable' })
    expect(after.told.join('\n')).toContain(`starting on revision ${revision}, which was kept on this disk`)
    const { admin } = after.following.running
    const headers = { authorization: 'Bearer a-token-of-tests' }
    const metrics = await (await fetch(`${admin?.url}/metrics`, { headers })).text()
    expect(metrics).toContain('mortise_fleet_database_up 0')
    expect(metrics).toContain(`mortise_fleet_revision ${revision}`)
    await expect(gatewayOf('stranger', proxy.url)).rejects.toMatchObject({ code: 'unreachable' })
    proxy.mend()
    await until(
      () => readyz(after.url),
      ({ database: state }) => state === 'reached',
    )
    await after.stopAll()
  })

  test.runIf(process.env.DATABASE_URL === undefined)('nodes outlive a restart of the server', async () => {
    const node = await gatewayOf('patient', url)
    await server.restart?.()
    await until(
      () => readyz(node.url),
      ({ database: state }) => state === 'reached',
    )
    const set = await run('config', 'set', 'retries', '3', '--reason', 'after the restart', '--wait', '20s')
    expect(set.stdout).toContain('1/1 node on revision')
    await node.stopAll()
  })

  test('members of one machine stay in its file, and others are not read there', async () => {
    const file = machineFile('single', url)
    const set = await command(['config', 'set', 'listen', '127.0.0.1:4999', '--config', file])
    expect(set).toMatchObject({ exit: 0 })
    const node = await gatewayOf('single', url, { more: 'retries: 9\n' })
    expect(node.following.running.gateway.config.retries).not.toBe(9)
    expect(node.told.join('\n')).toContain('`retries` not read here')
    await node.stopAll()
  })
})
