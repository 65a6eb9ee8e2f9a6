import { Agent, type IncomingMessage, request } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Following, follow, freePort } from './following.ts'
import { recorder } from './house.ts'

const upstream = await recorder()

/** A config of its own for each restart: the API changes each time, the address if asked to. */
const config = (round: number, port: number): string => `listen: 127.0.0.1:${port}
admin: false
upstreams: { one: { url: "${upstream.url}", api: ${round % 2 === 0 ? 'openai' : 'vllm'} } }
`

const path = '/v1/chat/completions'
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'x'.repeat(2000) }] })
const pieces = 40

/** Answers some requests at once, and those for a stream piece by piece. */
upstream.answer = async ({ headers }, response) => {
  if (headers['x-stream'] === undefined) return void response.end('{"ok":true}')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (let count = 0; count < pieces; count++) {
    response.write(`data: ${count}\n\n`)
    await wait(10)
  }
  response.end('data: [DONE]\n\n')
}

const whole = [
  ...Array.from({ length: pieces }, (_, count) => `data: ${count}\n\n`),
  'data: [DONE]\n\n',
].join('')

/** Sends a request over HTTP/1.1; gives the answer, and whether the connection is to be left. */
function send(url: string, agent: Agent, headers = {}): Promise<{ text: string; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', agent, headers }, (response: IncomingMessage) => {
      let text = String(response.statusCode)
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (text += piece))
      response.once('error', reject)
      response.once('end', () => resolve({ text, isLast: response.headers.connection === 'close' }))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Sends a request over HTTP/2. */
function sendOver(session: ClientHttp2Session): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path })
    let text = ''
    stream.once('response', ({ ':status': status }) => (text += String(status)))
    stream.setEncoding('utf8')
    stream.on('data', (piece: string) => (text += piece))
    stream.once('error', reject)
    stream.once('end', () => resolve(text))
    stream.end(body)
  })
}

interface Traffic {
  readonly texts: Map<string, number>
  isOver: boolean
}

/** One client after the other's answer, on a connection that it keeps as long as it may. */
async function talk(house: Following, traffic: Traffic, headers = {}): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let { url } = house.running
  while (!traffic.isOver) {
    const { text, isLast } = await send(url, agent, headers)
    traffic.texts.set(text, (traffic.texts.get(text) ?? 0) + 1)
    if (isLast) url = house.running.url
  }
  agent.destroy()
}

async function talkOver(house: Following, traffic: Traffic): Promise<void> {
  let session = connect(house.running.url)
  while (!traffic.isOver) {
    if (session.closed || session.destroyed) session = connect(house.running.url)
    const text = await sendOver(session)
    traffic.texts.set(text, (traffic.texts.get(text) ?? 0) + 1)
  }
  session.destroy()
}

test.each([
  ['at the same address', 1],
  ['at another address each time', 2],
])('no request and no stream is lost by 20 restarts %s', async (_, count) => {
  // Ports of its own: the last gateway of another test may still be closing.
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const portOf = (round: number): number => ports[round % count] ?? 0
  const house = await follow(config(0, portOf(0)))
  const traffic: Traffic = { texts: new Map(), isOver: false }
  onTestFinished(() => {
    traffic.isOver = true
  })
  const clients = [
    ...[1, 2, 3].map(() => talk(house, traffic)),
    ...[1, 2, 3].map(() => talk(house, traffic, { 'x-stream': '1' })),
    talkOver(house, traffic),
  ]
  const over = Promise.all(clients)
  let last = house.running.gateway
  for (let round = 1; round <= 20; round++) {
    house.save(config(round, portOf(round)))
    const [reloaded] = await Promise.all([house.reload(), turn()])
    expect(reloaded.state).toBe('restarted')
    expect(house.running.gateway).not.toBe(last)
    last = house.running.gateway
    await Promise.race([wait(50), over])
  }
  traffic.isOver = true
  await over
  expect([...traffic.texts.keys()].sort()).toEqual([`200${whole}`, '200{"ok":true}'].sort())
  expect(traffic.texts.get(`200${whole}`)).toBeGreaterThanOrEqual(3)
  expect(traffic.texts.get('200{"ok":true}')).toBeGreaterThan(20)
})
