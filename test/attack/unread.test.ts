import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../app/src/config/index.ts'
import { countsOf, gatewayWith, recorder } from '../gateway/house.ts'
import { type Talk, talks } from '../gateway/talks.ts'
import { ask } from '../sandbox/ask.ts'

const upstream = await recorder()
const upstreams = Object.fromEntries(talks.map(({ api, base }) => [api, { url: upstream.url + base, api }]))
const open = await gatewayWith({ upstreams })
const closed: readonly (readonly [string, ConfigInput])[] = [
  ['mode strict', { upstreams, mode: 'strict' }],
  ['a denied tool', { upstreams, tools: { deny: ['exec'] } }],
  ['an allow-list', { upstreams, tools: { allow: ['look'] } }],
]

/** How a body is written so that some servers read it, and the reason that is counted; none where only a strict look sees it. */
interface Writing {
  readonly name: string
  readonly reason: string
  /** Only a look that has to be certain finds it. */
  readonly isSubtle?: true
  readonly headers?: Readonly<Record<string, string>>
  write(text: string): Buffer
}

const text = (write: (text: string) => string) => (body: string) => Buffer.from(write(body))
const encoded = (encoding: string, write: (body: Buffer) => Buffer): Pick<Writing, 'headers' | 'write'> => ({
  headers: { 'content-encoding': encoding },
  write: (body) => write(Buffer.from(body)),
})
const typed = (type: string): Pick<Writing, 'headers'> => ({ headers: { 'content-type': type } })
/** The body without its last brace, and something behind it. */
const and = (more: string) => text((body) => `${body.slice(0, -1)},${more}}`)
const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()

const writings: readonly Writing[] = [
  { name: 'UTF-16, little end first', reason: 'json', write: (body) => Buffer.from(body, 'utf16le') },
  { name: 'UTF-16 with a mark', reason: 'json', write: (body) => Buffer.from(`\ufeff${body}`, 'utf16le') },
  {
    name: 'UTF-16, big end first',
    reason: 'json',
    write: (body) => swapped(Buffer.from(body, 'utf16le')),
  },
  {
    name: 'UTF-16 by its type',
    reason: 'json',
    ...typed('application/json; charset=utf-16'),
    write: (body) => Buffer.from(body, 'utf16le'),
  },
  {
    name: 'UTF-32',
    reason: 'json',
    write: (body) => Buffer.concat([...body].map((letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0]))),
  },
  {
    name: 'UTF-7 by its type',
    reason: 'charset',
    isSubtle: true,
    ...typed('application/json;charset="UTF-7"'),
    write: text((body) => body),
  },
  {
    name: 'UTF-8 that is broken',
    reason: 'utf-8',
    isSubtle: true,
    write: (body) => Buffer.from(body.replace('look', 'l\xffook').replace('course', 'c\xe9'), 'latin1'),
  },
  { name: 'NaN', reason: 'json', write: and('"x":NaN') },
  { name: 'Infinity', reason: 'json', write: and('"x":-Infinity') },
  { name: 'a number in hex', reason: 'json', write: and('"x":0x1') },
  { name: 'a number with a plus', reason: 'json', write: and('"x":+1') },
  { name: 'a number with a zero in front', reason: 'json', write: and('"x":01') },
  { name: 'True of Python', reason: 'json', write: and('"x":True') },
  { name: 'a trailing comma', reason: 'json', write: text((body) => `${body.slice(0, -1)},}`) },
  { name: 'a comment in a block', reason: 'json', write: text((body) => `/* " */${body}`) },
  { name: 'a comment behind it', reason: 'json', write: text((body) => `${body} // x`) },
  { name: 'single quotes', reason: 'json', write: text((body) => body.replaceAll('"', "'")) },
  { name: 'a name without quotes', reason: 'json', write: and('x:1') },
  { name: 'a line break in a string', reason: 'json', write: and('"x":"a\nb"') },
  { name: 'an escape that is none', reason: 'json', write: and('"x":"\\x41"') },
  { name: 'a second value', reason: 'json', write: text((body) => body + body) },
  { name: 'two byte order marks', reason: 'json', write: text((body) => `\ufeff\ufeff${body}`) },
  { name: 'a blank of another kind', reason: 'json', write: text((body) => `\u00a0${body}`) },
  { name: 'a byte of zero behind it', reason: 'json', write: text((body) => `${body}\0`) },
  { name: 'a name twice', reason: 'names', isSubtle: true, write: and('"x":1,"x":2') },
  { name: 'a name twice, once in escapes', reason: 'names', isSubtle: true, write: and('"x":1,"\\u0078":2') },
  { name: 'a name in another case', reason: 'names', isSubtle: true, write: and('"Tools":[]') },
  {
    name: 'a name twice in two cases',
    reason: 'names',
    isSubtle: true,
    write: and('"extra":1,"EXTRA":2'),
  },
  { name: 'raw deflate', reason: 'compression', ...encoded('deflate', (body) => deflateRawSync(body)) },
  {
    name: 'deflate and more behind it',
    reason: 'compression',
    ...encoded('deflate', (body) => Buffer.concat([deflateSync(body), deflateSync(body)])),
  },
  {
    name: 'br and more behind it',
    reason: 'compression',
    ...encoded('br', (body) => Buffer.concat([brotliCompressSync(body), Buffer.from('x')])),
  },
  { name: 'gzip that is none', reason: 'compression', ...encoded('gzip', (body) => body) },
  { name: 'gzip twice', reason: 'encoding', ...encoded('gzip, gzip', (body) => gzipSync(gzipSync(body))) },
  {
    name: 'gzip in br',
    reason: 'encoding',
    ...encoded('gzip, br', (body) => brotliCompressSync(gzipSync(body))),
  },
  { name: 'an encoding that is not known', reason: 'encoding', ...encoded('compress', (body) => body) },
  {
    name: 'an encoding named as a member of objects',
    reason: 'encoding',
    ...encoded('constructor', (body) => body),
  },
]

describe.each(writings)('$name', ({ reason, isSubtle, headers = {}, write }) => {
  const bytesOf = ({ sound }: Talk): Buffer => write(JSON.stringify(sound))

  test('passes bit for bit in `repair`, and is counted', async () => {
    const before = (await countsOf(open))[`mortise_unread_total{reason="${reason}"}`] ?? 0
    for (const talk of talks) {
      const { status } = await ask(open.url + talk.path, bytesOf(talk), { headers })
      expect(status).toBe(200)
      expect(upstream.arrived.at(-1)?.body.equals(bytesOf(talk)), talk.format).toBe(true)
    }
    const after = (await countsOf(open))[`mortise_unread_total{reason="${reason}"}`] ?? 0
    expect(after - before).toBe(isSubtle ? 0 : talks.length)
  })

  test.each(closed)('gets 400 in the format of the client with %s', async (_, config) => {
    const gateway = await gatewayWith(config)
    for (const talk of talks) {
      const before = upstream.arrived.length
      const answer = await ask(gateway.url + talk.path, bytesOf(talk), { headers })
      expect([answer.status, answer.headers.get('x-mortise-unread')], talk.format).toEqual([400, reason])
      const body = JSON.parse(answer.text) as { error?: { message: string }; message?: string }
      expect(body.error?.message ?? body.message).toMatch(/^Mortise cannot check this request on route/)
      expect(upstream.arrived.length).toBe(before)
    }
  })
})

describe('a sound body passes where all must be read', () => {
  const sound: readonly Writing[] = [
    { name: 'plain', reason: '', write: text((body) => body) },
    { name: 'with a byte order mark', reason: '', write: text((body) => `\ufeff${body}`) },
    {
      name: 'with its type',
      reason: '',
      ...typed('application/json; charset=UTF-8'),
      write: text((body) => body),
    },
    { name: 'in gzip', reason: '', ...encoded('gzip', (body) => gzipSync(body)) },
    {
      name: 'in gzip of two members',
      reason: '',
      ...encoded('GZIP', (body) =>
        Buffer.concat([gzipSync(body.subarray(0, 9)), gzipSync(body.subarray(9))]),
      ),
    },
    { name: 'in deflate', reason: '', ...encoded('identity, deflate', (body) => deflateSync(body)) },
    {
      name: 'with one name in two objects, and any names in its own data',
      reason: '',
      write: and('"x":{"a":[{"b":1},{"b":2}],"Content":1,"content":2},"metadata":{"Role":1}'),
    },
    {
      name: 'with quotes and braces in strings',
      reason: '',
      write: and('"x":"{\\"a\\":1,\\"a\\":2}\\\\","y":1'),
    },
  ]

  test.each(sound.flatMap((writing) => closed.map(([name, config]) => ({ ...writing, door: name, config }))))(
    '$name, with $door',
    async ({ write, headers = {}, config }) => {
      const gateway = await gatewayWith(config)
      for (const talk of talks) {
        const body = write(JSON.stringify(talk.sound))
        expect((await ask(gateway.url + talk.path, body, { headers })).status, talk.format).toBe(200)
        expect(upstream.arrived.at(-1)?.body.equals(body)).toBe(true)
      }
    },
  )
})

test('a body in the format of another API gets 400 where a tool is denied, and passes elsewhere', async () => {
  const gateway = await gatewayWith({ upstreams, tools: { deny: ['exec'] } })
  const contents = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], model: 'claude-sonnet-4-5' }
  const { status, headers } = await ask(`${gateway.url}/v1/messages`, contents)
  expect([status, headers.get('x-mortise-unread')]).toEqual([400, 'format'])
  expect((await ask(`${open.url}/v1/messages`, contents)).status).toBe(200)
})

test('`off` and `observe` send on what they cannot read, also where a tool is denied', async () => {
  for (const mode of ['off', 'observe'] as const) {
    const gateway = await gatewayWith({ upstreams, mode, tools: { deny: ['exec'] } })
    expect((await ask(`${gateway.url}/v1/messages`, Buffer.from('{"x":NaN}'))).status).toBe(200)
  }
})
