import { expect, test } from 'vitest'
import { renamingEvents } from '../../app/src/gateway/send/rename-model.ts'
import { matches } from '../../app/src/text/matches.ts'
import { eventStreamMessage } from '../../app/src/wire/event-stream.ts'
import { streamDecoder } from '../../app/src/wire/stream-decoder.ts'
import { gatewayWith, recorder } from '../gateway/house.ts'
import { talkOf } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'

const megabyte = 1 << 20
const { path, sound } = talkOf('anthropic-messages')
const upstream = await recorder()
const gateway = await gatewayWith({
  upstreams: { up: { url: upstream.url, api: 'anthropic' } },
  routes: [{ model: '*', to: 'up', as: { up: 'claude-other' } }],
})

function answerWith(type: string, text: string): void {
  upstream.answer = (_, response) => {
    response.setHeader('content-type', type)
    response.end(text)
  }
}

const asked = JSON.parse(JSON.stringify(sound)).model as string

test('an answer of 9 MB in one piece passes as it came, one of 1 MB has the name that the client asked for', async () => {
  for (const [size, model] of [
    [megabyte, asked],
    [9 * megabyte, 'claude-other'],
  ] as const) {
    const answer = { model: 'claude-other', content: 'x'.repeat(size) }
    answerWith('application/json', JSON.stringify(answer))
    const { text } = await ask(gateway.url + path, sound)
    expect(JSON.parse(text)).toEqual({ ...answer, model })
  }
})

test('a line of 9 MB passes as it came, and the events around it are renamed', async () => {
  const event = (model: string, size: number): string =>
    `data: ${JSON.stringify({ type: 'message_start', message: { model, text: 'x'.repeat(size) } })}\n\n`
  const sizes = [0, 9 * megabyte, 10]
  answerWith('text/event-stream', sizes.map((size) => event('claude-other', size)).join(''))
  const { text } = await ask(gateway.url + path, sound)
  expect(text === event(asked, 0) + event('claude-other', 9 * megabyte) + event(asked, 10)).toBe(true)
})

test('of a line without an end no more than 4 MB is held', () => {
  const stream = renamingEvents('m')
  let given = 0
  stream.on('data', (piece: Buffer) => {
    given += piece.length
  })
  const piece = Buffer.alloc(1 << 16, 'x')
  for (let sent = 0; sent < 100 * megabyte; sent += piece.length) {
    stream.write(piece)
    expect(sent - given).toBeLessThanOrEqual(4 * megabyte)
  }
})

test('a line with a million parts passes as it came', () => {
  const stream = renamingEvents('m')
  const line = `data: {"model":"other","x":[${'0,'.repeat(1_000_000)}0]}\n`
  stream.end(line)
  expect(String(stream.read()) === line).toBe(true)
})

test.each([
  ['anthropic-messages', (json: string) => Buffer.from(`data: ${json}\n\n`)],
  ['gemini-contents', (json: string) => Buffer.from(`[${json}]`)],
  ['bedrock-converse', (json: string) => eventStreamMessage({ ':event-type': 'e' }, Buffer.from(json))],
])('an event with a million parts ends a converted stream: %s', (format, bytesOf) => {
  const events = (parts: number): readonly unknown[] =>
    streamDecoder(format).push(bytesOf(`{"x":[${'0,'.repeat(parts)}0]}`))
  expect(events(400_000)).toHaveLength(1)
  expect(() => events(1_000_000)).toThrow('more parts')
})

// Each of these took the square of its length: minutes, which no test is given.
test('a pattern of many stars is compared with a name of a megabyte', () => {
  expect(matches('*a*a*a*b', 'a'.repeat(megabyte))).toBe(false)
})

test.each([
  [
    'a message of Amazon',
    'bedrock-converse',
    eventStreamMessage({ ':event-type': 'e' }, Buffer.from(JSON.stringify({ x: 'x'.repeat(16 * megabyte) }))),
  ],
  ['an event', 'anthropic-messages', Buffer.from(`data: {"x":"${'x'.repeat(16 * megabyte)}"}\n\n`)],
  ['an element of a list', 'gemini-contents', Buffer.from(`[{"x":"${'x'.repeat(16 * megabyte)}"}]`)],
])('%s of 16 MB is read from pieces of 1 KB', (_, format, bytes) => {
  const decoder = streamDecoder(format)
  let count = 0
  for (let at = 0; at < bytes.length; at += 1024) count += decoder.push(bytes.subarray(at, at + 1024)).length
  expect(count).toBe(1)
})

test.each([
  ['bedrock-converse', Buffer.from([0x7f, 0, 0, 0, 0, 0, 0, 0])],
  ['anthropic-messages', Buffer.from('data: {"x":"')],
  ['gemini-contents', Buffer.from('[{"x":"')],
])('an event of %s without an end is not held beyond 32 MB', (format, start) => {
  const decoder = streamDecoder(format)
  const piece = Buffer.alloc(megabyte, 'x')
  expect(() => {
    decoder.push(start)
    for (let sent = 0; sent <= 33; sent++) decoder.push(piece)
  }).toThrow()
})
