import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ClientHttp2Session, connect as connectSecond, createServer as createSecond } from 'node:http2'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createGateway } from '../../app/src/doors/gateway.ts'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { closeLater, gatewayWith, recorder } from '../gateway/house.ts'

/** A request as somebody else may send it: names and values by turns, and the target of the request line. */
interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
}

/** A place where requests come in, and the path that it answers. */
interface Door {
  readonly name: string
  readonly path: string
  /** Whether the config with its allowed names counts here. */
  readonly isConfigured: boolean
  ask(sent: Sent): Promise<number>
}

const names = { origins: ['https://chat.example', 'app://desk'], hosts: ['gateway.example', 'FD00::5'] }
const upstream = await recorder()
const upstreams = { up: { url: upstream.url, api: 'anthropic', key: 'sk-own', passthrough: true } }
const running = await gatewayWith({ upstreams, ...names, admin: { listen: '127.0.0.1:0', token: 't' } })
const sandbox = await startSandbox()
closeLater(sandbox.close)
const made = createGateway({ upstreams, ...names })
const path = '/v1/messages'

const doors: readonly Door[] = [
  ...atPort('the port of the gateway', running.port, { path, isConfigured: true }),
  ...atPort('the port of the sandbox', sandbox.port, { path, isConfigured: false }),
  ...atPort('the admin port', Number(new URL(running.admin?.url ?? '').port), {
    path: '/metrics',
    isConfigured: true,
  }),
  ...atPort('the listener of node:http', await portOf(createServer(made.listener)), {
    path,
    isConfigured: true,
  }).slice(0, 1),
  ...atPort('the listener of node:http2', await portOf(createSecond(made.listener)), {
    path,
    isConfigured: true,
  }).slice(1),
  { name: 'fetch', path, isConfigured: true, ask: askFunction },
]

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

const ownHosts = [
  'localhost',
  'localhost:4141',
  'LocalHost:80',
  'localhost.',
  'localhost.:4141',
  'a.localhost:1',
  '127.0.0.1',
  '127.0.0.1:4141',
  '127.8.9.10:4141',
  '[::1]',
  '[::1]:4141',
  '[0:0:0:0:0:0:0:1]:4141',
]
const configuredHosts = ['gateway.example', 'GATEWAY.example:443', 'gateway.example.:8443', '[fd00:0:0::5]:1']
const foreignHosts = [
  'evil.example',
  'evil.example:4141',
  'EVIL.example.',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'evil-localhost',
  'xlocalhost',
  'localhost@evil.example',
  'localhost:4141@evil.example',
  'localhost, evil.example',
  'localhost..',
  'gateway.example.evil.example',
  '169.254.169.254',
  '10.0.0.1:4141',
  '0.0.0.0:4141',
  '2130706433',
  '[::]:4141',
  '[::2]',
  '[fe80::1%25lo]',
  '[::1',
  '::1',
  'localhost:x',
]
const configuredOrigins = ['https://chat.example', 'HTTPS://CHAT.example', 'app://desk']
const foreignOrigins = [
  'null',
  'NULL',
  'https://evil.example',
  'http://evil.example:4141',
  'http://localhost',
  'http://localhost:3000',
  'http://127.0.0.1:4141',
  'http://[::1]:4141',
  'https://chat.example.evil.example',
  'https://chat.example:8443',
  'https://chat.example.',
  'https://chat.example/',
  'http://chat.example',
  'https://chat.example https://evil.example',
  'app://desk2',
  'chrome-extension://abcdef',
  'vscode-webview://1',
  'file://',
  'garbage',
]

describe.each(doors)('$name', (door) => {
  const { isConfigured } = door

  test('answers programs that name this machine, and hosts of its config', async () => {
    const hosts = [...ownHosts, ...(isConfigured ? configuredHosts : [])]
    expect(await refused(door, methods, hosts.map(to))).toEqual([])
  })

  test('refuses requests that name another host, and sends none on', async () => {
    const hosts = [...foreignHosts, ...(isConfigured ? [] : configuredHosts)]
    expect(await answered(door, methods, hosts.map(to))).toEqual([])
  })

  test('refuses pages of every origin that is not in its config, and sends none on', async () => {
    const origins = [...foreignOrigins, ...(isConfigured ? [] : configuredOrigins)]
    expect(await answered(door, methods, origins.map(from))).toEqual([])
  })

  test('answers pages of its config', async () => {
    if (isConfigured) expect(await refused(door, methods, configuredOrigins.map(from))).toEqual([])
  })

  test('refuses a page of its config that names another host', async () => {
    const lists = configuredOrigins.map((origin) => ['host', 'evil.example', 'origin', origin])
    expect(await answered(door, methods, lists)).toEqual([])
  })

  test('refuses requests without an origin if a browser says that another site caused them', async () => {
    const sites = ['cross-site', 'same-site', 'Cross-Site'].map((site) => [
      ...to('localhost'),
      'sec-fetch-site',
      site,
    ])
    expect(await answered(door, methods, sites)).toEqual([])
    const own = ['none', 'same-origin'].map((site) => [...to('localhost'), 'sec-fetch-site', site])
    expect(await refused(door, methods, own)).toEqual([])
  })

  test('refuses the question of a browser whether a page may ask', async () => {
    const asks = (origin: string): string[] => [...from(origin), 'access-control-request-method', 'POST']
    expect(await answered(door, ['OPTIONS'], foreignOrigins.map(asks))).toEqual([])
  })
})

describe('two hosts in one request', () => {
  const first = doors.filter(({ name }) => /HTTP\/1/.test(name))

  test.each(first)('$name: both have to be known', async (door) => {
    const wholes = [
      'http://evil.example',
      'HTTP://evil.example:80',
      'https://localhost@evil.example',
      'ftp://evil.example',
    ]
    for (const whole of wholes)
      for (const method of methods) {
        const sent = { method, target: whole + door.path, headers: to('localhost') }
        expect([400, 403], `${method} ${whole}`).toContain(await door.ask(sent))
      }
    const own = { method: 'GET', target: `http://localhost:9${door.path}`, headers: to('localhost') }
    expect(await door.ask(own)).not.toBe(403)
    const other = { method: 'GET', target: `http://localhost:9${door.path}`, headers: to('evil.example') }
    expect(await door.ask(other)).toBe(403)
  })

  test.each(first)('$name: a second header with another host or origin counts too', async (door) => {
    const twice = [
      [...to('localhost'), ...to('evil.example')],
      [...from('https://chat.example'), 'Origin', 'https://evil.example'],
    ]
    expect(await answered(door, ['GET', 'POST'], twice)).toEqual([])
  })

  test.each(doors.filter(({ name }) => /HTTP\/2/.test(name)))(
    '$name: both have to be known',
    async (door) => {
      const headers = [':authority', 'localhost', 'host', 'evil.example']
      expect(await answered(door, methods, [headers])).toEqual([])
    },
  )
})

test('a page of the config may ask and read, and no other page is told that it may', async () => {
  const url = `${running.url}${path}`
  const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }
  const before = upstream.arrived.length
  const told = await fetch(url, { method: 'OPTIONS', headers: { origin: 'https://chat.example', ...asks } })
  expect([told.status, upstream.arrived.length]).toEqual([204, before])
  expect(Object.fromEntries(told.headers)).toMatchObject({
    'access-control-allow-origin': 'https://chat.example',
    'access-control-allow-headers': 'x-api-key',
    'access-control-allow-methods': 'POST',
    vary: 'origin',
  })
  for (const [origin, allowed] of [
    ['https://chat.example', 'https://chat.example'],
    ['https://evil.example', null],
  ] as const) {
    const { headers } = await fetch(url, { method: 'POST', headers: { origin }, body: '{}' })
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
  }
})

function to(host: string): string[] {
  return ['host', host]
}

function from(origin: string): string[] {
  return [...to('localhost:4141'), 'origin', origin]
}

/** The requests that a door refused, though it should not. */
async function refused(door: Door, each: readonly string[], lists: readonly string[][]): Promise<string[]> {
  return wrong(door, each, lists, (status) => status !== 403)
}

/** The requests that a door did not refuse, or that reached the upstream. */
async function answered(door: Door, each: readonly string[], lists: readonly string[][]): Promise<string[]> {
  const before = upstream.arrived.length
  const found = await wrong(door, each, lists, (status) => status === 403 || status === 400)
  expect(upstream.arrived.length).toBe(before)
  return found
}

async function wrong(
  { path: target, ask }: Door,
  each: readonly string[],
  lists: readonly string[][],
  isRight: (status: number) => boolean,
): Promise<string[]> {
  const found: string[] = []
  for (const headers of lists)
    for (const method of each) {
      const status = await ask({ method, target, headers })
      if (!isRight(status)) found.push(`${method} ${headers.join(' ')}: ${status}`)
    }
  return found
}

/** A port as two doors, one for each version of HTTP. */
function atPort(name: string, port: number, rest: Pick<Door, 'path' | 'isConfigured'>): readonly Door[] {
  let session: ClientHttp2Session | undefined
  closeLater(() => session?.destroy())
  return [
    { name: `${name}, HTTP/1.1`, ...rest, ask: (sent) => askFirst(port, sent) },
    {
      name: `${name}, HTTP/2`,
      ...rest,
      ask(sent) {
        if (session === undefined || session.destroyed) session = connectSecond(`http://127.0.0.1:${port}`)
        session.on('error', () => undefined)
        return askSecond(session, sent)
      },
    },
  ]
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeLater(() => server.close())
  return (server.address() as AddressInfo).port
}

/** One open connection for each port; a test asks one thing after another. */
const sockets = new Map<number, Socket>()
closeLater(() => {
  for (const socket of sockets.values()) socket.destroy()
})

/** Sends the very bytes, which no client would do with every host. */
async function askFirst(port: number, { method, target, headers }: Sent): Promise<number> {
  let socket = sockets.get(port)
  if (socket === undefined || socket.destroyed || socket.readableEnded) {
    socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.set(port, socket)
  }
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []))
  socket.write(`${[`${method} ${target} HTTP/1.1`, ...lines, 'content-length: 0'].join('\r\n')}\r\n\r\n`)
  return answerOn(socket, method)
}

/** Reads one answer, so that the next one on the connection is a fresh one. */
function answerOn(socket: Socket, method: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const end = (status: number): void => {
      socket.off('data', read).off('close', gone)
      resolve(status)
    }
    const gone = (): void => reject(new Error(`no answer: ${text}`))
    const read = (piece: Buffer): void => {
      text += piece.toString('latin1')
      const [, head, body] = /^(HTTP\/1\.1 .*?\r\n\r\n)(.*)$/s.exec(text) ?? []
      if (head === undefined || body === undefined) return
      const status = Number(head.slice(9, 12))
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      const isWhole = /\r\ntransfer-encoding: chunked/i.test(head)
        ? /0\r\n\r\n$/.test(body)
        : body.length >= length
      if (/\r\nconnection: close/i.test(head)) socket.destroy()
      if (method === 'HEAD' || status === 204 || isWhole) end(status)
    }
    socket.on('data', read)
    socket.once('close', gone)
  })
}

async function askSecond(session: ClientHttp2Session, { method, target, headers }: Sent): Promise<number> {
  const named = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []))
  const table: Record<string, string> = Object.fromEntries(named)
  // A browser that speaks HTTP/2 names the host in a place of its own.
  if (table[':authority'] === undefined) {
    table[':authority'] = table.host ?? ''
    delete table.host
  }
  const stream = session.request({ ':method': method, ':path': target, ...table })
  stream.on('error', () => undefined)
  stream.end()
  try {
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>]
    stream.resume()
    await once(stream, 'close')
    return Number(head[':status'])
  } catch {
    // The protocol itself has no room for some hosts.
    return 400
  }
}

async function askFunction({ method, target, headers }: Sent): Promise<number> {
  const named = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ''] as const] : []))
  const { host = '', ...table }: Record<string, string> = Object.fromEntries(named)
  // A host that no URL can hold reaches the function in a header.
  const url =
    URL.canParse(`http://${host}`) && !host.includes('@')
      ? `http://${host}${target}`
      : `http://localhost${target}`
  const response = await made.fetch(new Request(url, { method, headers: { host, ...table } }))
  await response.arrayBuffer()
  return response.status
}
