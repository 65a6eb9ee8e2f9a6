import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listener, listen } from './listen.ts'

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
// A settings frame of three bytes, where six or none are legal.
const badFrame = '\x00\x00\x03\x04\x00\x00\x00\x00\x00abc'

const listeners: Listener[] = []
afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close()
})

async function start(patience?: { head: number; request: number }): Promise<Listener> {
  const listener = await listen('127.0.0.1', 0, (_, response) => void response.end('answered'), patience)
  listeners.push(listener)
  return listener
}

/** A connection that says something and then waits. */
function say(listener: Listener, words: string): Socket {
  const socket = connect(listener.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  socket.write(words, 'latin1')
  return socket
}

describe('a connection that keeps the server waiting is ended', () => {
  test.each([
    ['silence', ''],
    ['half of a preface', 'PRI * HT'],
    ['half of a head', 'POST /v1/messages HTTP/1.1\r\nhost: here\r\n'],
    ['half of a body', 'POST /v1/messages HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\n{'],
    ['HTTP/2 without a request', preface],
    ['HTTP/2 that breaks the protocol', preface + badFrame],
    ['HTTP/2 with a bad preface', 'PRI * HTTP/2.0\r\n\r\nno'],
  ])('%s', async (_, words) => {
    const listener = await start({ head: 30, request: 60 })
    const socket = say(listener, words)
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  })
})

test('a broken HTTP/2 connection is forgotten when its client goes', async () => {
  const listener = await start({ head: 30, request: 60 })
  const socket = say(listener, preface + badFrame)
  await once(socket, 'connect')
  socket.destroy()
  while (listener.connections() > 0) await new Promise((resolve) => setImmediate(resolve))
  expect(listener.connections()).toBe(0)
})

test('an answered connection stays open for the next request', async () => {
  const listener = await start()
  const session = connectHttp2(`http://127.0.0.1:${listener.port}`)
  for (const path of ['/first', '/second']) {
    const request = session.request({ ':path': path })
    request.setEncoding('utf8')
    expect(await once(request, 'data')).toEqual(['answered'])
  }
  session.destroy()
})
