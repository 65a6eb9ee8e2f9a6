// @ts-check
import { Agent, createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

// One proxy in a process of its own; tells its port, and how much of the processor it has used when it is asked. It
// collects its garbage where that is asked.
const [kind = '', upstream = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, scheduling: 'lifo' })

/** @type {Readonly<Record<string, () => Promise<number>>>} */
const kinds = {
  bare: () => listen(buffered((body) => body)),
  parse: () => listen(buffered((body) => Buffer.from(JSON.stringify(JSON.parse(body.toString()))))),
  provider: () => listen(provider),
  busy,
  mortise,
  portkey,
  llms,
}

const start = kinds[kind]
if (start === undefined) throw new Error(`There is no proxy \`${kind}\`.`)
process.send?.({ port: await start() })
process.on('message', (what) => {
  if (what === 'gc') globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: (user + system) / 1000 })
})

/** @param {import('node:http').RequestListener} listener @returns {Promise<number>} */
function listen(listener) {
  return new Promise((resolve) => {
    const server = createServer({ keepAliveTimeout: 75_000 }, listener)
    server.listen(0, '127.0.0.1', () => {
      resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port)
    })
  })
}

/** A proxy that holds each body in one buffer. @param {(body: Buffer) => Buffer} change @returns {import('node:http').RequestListener} */
function buffered(change) {
  const { hostname, port } = new URL(upstream)
  return (incoming, response) => {
    /** @type {Buffer[]} */
    const pieces = []
    incoming.on('data', (piece) => pieces.push(piece))
    incoming.on('end', () => {
      const body = change(Buffer.concat(pieces))
      const headers = {
        ...incoming.headers,
        host: `${hostname}:${port}`,
        'content-length': String(body.length),
      }
      const options = { agent, hostname, port, path: incoming.url, method: incoming.method, headers }
      const outgoing = request(options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      })
      outgoing.end(body)
    })
  }
}

/** The upstream: an answer at once, or a stream of 100 events. @type {import('node:http').RequestListener} */
function provider(incoming, response) {
  const isStream = incoming.headers['x-bench'] === 'stream'
  incoming.resume().on('end', () => {
    if (!isStream) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let count = 0; count < 100; count++) response.write(event)
    response.end('data: [DONE]\n\n')
  })
}

const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-5.1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})
const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-5.1' }
const event = `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] })}\n\n`

/** A process that never rests. @returns {Promise<number>} */
async function busy() {
  process.send?.({ port: 0 })
  for (;;);
}

async function mortise() {
  const { collectSeldom } = await import('../app/dist/cli/program/engine-flags.js')
  const { createGateway } = await import('../app/dist/doors/gateway.js')
  // As the command does.
  collectSeldom()
  const gateway = createGateway({ upstreams: { up: { url: `${upstream}/v1`, api: 'openai' } } })
  return listen(gateway.listener)
}

async function portkey() {
  const port = await freePort()
  process.argv = [process.argv[0] ?? '', 'start-server.js', '--headless', `--port=${port}`]
  process.stdout.write = () => true
  await import(peer('@portkey-ai/gateway/build/start-server.js'))
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return port
}

async function llms() {
  const port = await freePort()
  const { default: Server } = createRequire(import.meta.url)(peer('@musistudio/llms/dist/cjs/server.cjs'))
  const provider = {
    name: 'up',
    api_base_url: `${upstream}/v1/chat/completions`,
    api_key: 'k',
    models: ['gpt-5.1'],
  }
  const server = new Server({
    initialConfig: { providers: [provider], Providers: [provider], HOST: '127.0.0.1', PORT: port },
    logger: false,
  })
  await server.start()
  return port
}

/** @param {string} file */
function peer(file) {
  return fileURLToPath(new URL(`./peers/node_modules/${file}`, import.meta.url))
}

async function freePort() {
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(free))
    })
  })
  return Number(port)
}
