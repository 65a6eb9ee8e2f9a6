// @ts-check
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'

// One walk through the library or the gateway, in a process of its own.
const [name = ''] = process.argv.slice(2)
const { startWalk } = /** @type {any} */ (globalThis)
const text = readFileSync(new URL('../docs/examples/broken.json', import.meta.url), 'utf8')
const broken = JSON.parse(text)
const sound = JSON.parse(text)
const [, calling, asking] = sound.messages
const { id } = calling.content[1]
asking.content = [
  { type: 'tool_result', tool_use_id: id, content: 'node' },
  { type: 'text', text: asking.content },
]

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const walks = { broken: () => repair(broken), sound: () => repair(sound), bytes, gateway }

/** @param {any} document */
async function repair(document) {
  const core = await import('../core/dist/index.js')
  startWalk()
  core.repair(document, { api: 'anthropic' })
}

/** The second repair of bytes: the first one loads the reader. */
async function bytes() {
  const { repairBytes } = await import('../core/dist/index.js')
  repairBytes(Buffer.from(text), { api: 'anthropic' })
  startWalk()
  repairBytes(Buffer.from(text), { api: 'anthropic' })
}

/** A sound request, the first one; or a broken one behind it. */
async function gateway() {
  const { createGateway } = await import('../app/dist/doors/gateway.js')
  const upstream = createServer((incoming, response) => {
    incoming
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer))
  })
  const url = `http://127.0.0.1:${await listening(upstream)}`
  const made = createGateway({ upstreams: { up: { url, api: 'anthropic' } } })
  const server = createServer(made.listener)
  const port = await listening(server)
  const isSound = process.argv[3] === 'sound'
  if (!isSound) await send(port, JSON.stringify(sound))
  startWalk()
  await send(port, isSound ? JSON.stringify(sound) : text)
  process.exit()
}

const answer = JSON.stringify({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'text', text: 'Done.' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
})

/** @param {import('node:http').Server} server @returns {Promise<number>} */
function listening(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port)
    })
  })
}

/** @param {number} port @param {string} body @returns {Promise<void>} */
function send(port, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/messages', headers }, (incoming) => {
      incoming.resume().on('end', resolve)
    })
      .on('error', reject)
      .end(body)
  })
}

await (walks[name] ?? (() => Promise.reject(new Error(`There is no walk \`${name}\`.`))))()
