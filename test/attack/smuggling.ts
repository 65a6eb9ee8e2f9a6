import { expect } from 'vitest'
import type { RunningGateway } from '../../app/src/gateway/index.ts'
import { gatewayWith } from '../gateway/house.ts'
import { ask } from '../sandbox/ask.ts'
import { requestFrames, sendBytes, sendFrames } from './raw-client.ts'
import { type RawUpstream, rawUpstream } from './raw-upstream.ts'

/** A way to say how long a body is, with the body. */
interface Framing {
  readonly name: string
  /** Lines of the head, and all that follows it. */
  readonly lines: readonly string[]
  readonly after: string
  readonly version?: string
  /** The client ends the connection in the middle. */
  readonly isCut?: boolean
}

const smuggled = 'GET /stolen HTTP/1.1\r\nhost: localhost\r\n\r\n'
const size = smuggled.length
const hex = size.toString(16)
const chunks = `${hex}\r\n${smuggled}\r\n0\r\n\r\n`

const framings: readonly Framing[] = [
  { name: 'no body', lines: [], after: '' },
  { name: 'no length', lines: [], after: smuggled },
  { name: 'a length', lines: [`content-length: ${size}`], after: smuggled },
  { name: 'a length of nothing', lines: ['content-length: 0'], after: '' },
  { name: 'a length that is too short', lines: ['content-length: 3'], after: `abc${smuggled}` },
  { name: 'a length that is too long', lines: ['content-length: 999'], after: smuggled, isCut: true },
  {
    name: 'a length that its connection keeps',
    lines: ['connection: content-length', `content-length: ${size}`],
    after: smuggled,
  },
  { name: 'a length twice', lines: [`content-length: ${size}`, `content-length: ${size}`], after: smuggled },
  { name: 'two lengths', lines: ['content-length: 0', `content-length: ${size}`], after: smuggled },
  { name: 'a list of lengths', lines: [`content-length: ${size}, ${size}`], after: smuggled },
  { name: 'a length with a sign', lines: [`content-length: +${size}`], after: smuggled },
  { name: 'a length in hexadecimal', lines: [`content-length: 0x${hex}`], after: smuggled },
  { name: 'chunks', lines: ['transfer-encoding: chunked'], after: chunks },
  {
    name: 'chunks that its connection keeps',
    lines: ['connection: transfer-encoding', 'transfer-encoding: chunked'],
    after: chunks,
  },
  { name: 'chunks of nothing', lines: ['Transfer-Encoding: Chunked'], after: '0\r\n\r\n' },
  {
    name: 'chunks with extensions',
    lines: ['transfer-encoding: chunked'],
    after: `${hex};a="\\r\\n"\r\n${smuggled}\r\n0;b\r\n\r\n`,
  },
  {
    name: 'chunks with trailers',
    lines: ['transfer-encoding: chunked', 'trailer: content-length'],
    after: `${hex}\r\n${smuggled}\r\n0\r\ncontent-length: 3\r\n\r\n`,
  },
  {
    name: 'chunks that break off',
    lines: ['transfer-encoding: chunked'],
    after: `fff\r\n${smuggled}`,
    isCut: true,
  },
  {
    name: 'chunks and a length',
    lines: ['transfer-encoding: chunked', `content-length: ${chunks.length}`],
    after: chunks,
  },
  { name: 'a length and chunks', lines: ['content-length: 0', 'transfer-encoding: chunked'], after: chunks },
  {
    name: 'chunks twice',
    lines: ['transfer-encoding: chunked', 'transfer-encoding: chunked'],
    after: chunks,
  },
  { name: 'chunks, listed twice', lines: ['transfer-encoding: chunked, chunked'], after: chunks },
  { name: 'chunks of gzip', lines: ['transfer-encoding: gzip, chunked'], after: chunks },
  {
    name: 'chunks that are not the last coding',
    lines: ['transfer-encoding: chunked, identity'],
    after: chunks,
  },
  { name: 'identity', lines: ['transfer-encoding: identity'], after: smuggled },
  { name: 'a coding that nobody knows', lines: ['transfer-encoding: xchunked'], after: smuggled },
  { name: 'chunks after a space', lines: ['transfer-encoding : chunked'], after: chunks },
  { name: 'chunks after a tab', lines: ['transfer-encoding:\tchunked'], after: chunks },
  { name: 'chunks after a control character', lines: ['transfer-encoding: \x0bchunked'], after: chunks },
  { name: 'chunks on a folded line', lines: ['transfer-encoding:', ' chunked'], after: chunks },
  { name: 'chunks on a line of another', lines: ['x: y\ntransfer-encoding: chunked'], after: chunks },
  { name: 'chunks in HTTP/1.0', lines: ['transfer-encoding: chunked'], after: chunks, version: '1.0' },
  {
    name: 'a size with a sign',
    lines: ['transfer-encoding: chunked'],
    after: `+${hex}\r\n${smuggled}\r\n0\r\n\r\n`,
  },
  {
    name: 'a size that is huge',
    lines: ['transfer-encoding: chunked'],
    after: `1000000000000000${hex}\r\n${smuggled}\r\n0\r\n\r\n`,
  },
  {
    name: 'a size that ends in a line feed',
    lines: ['transfer-encoding: chunked'],
    after: `${hex}\n${smuggled}\r\n0\r\n\r\n`,
  },
  {
    name: 'a length that is waited for',
    lines: [`content-length: ${size}`, 'expect: 100-continue'],
    after: smuggled,
  },
  {
    name: 'an upgrade with a length',
    lines: ['connection: upgrade', 'upgrade: h2c', `content-length: ${size}`],
    after: smuggled,
  },
]

const lengthOf = (text: string): readonly [string, string] => ['content-length', String(text.length)]

/** The same in HTTP/2: headers, and pieces of the body. */
const framingsOfSecond: readonly (readonly [
  name: string,
  pairs: readonly (readonly [string, string])[],
  pieces: readonly string[],
])[] = [
  ['no body', [], []],
  ['an empty body', [], ['']],
  ['no length', [], [smuggled.slice(0, 5), smuggled.slice(5)]],
  ['a length', [lengthOf(smuggled)], [smuggled]],
  ['a length of nothing', [['content-length', '0']], []],
  ['a length that is too short', [['content-length', '3']], [smuggled]],
  ['a length that is too long', [['content-length', '999']], [smuggled]],
  ['a length without a body', [['content-length', '999']], []],
  ['a length in hexadecimal', [['content-length', `0x${hex}`]], [smuggled]],
  ['two lengths', [['content-length', '0'], lengthOf(smuggled)], [smuggled]],
  ['chunks', [['transfer-encoding', 'chunked']], [chunks]],
  ['chunks and a length', [['transfer-encoding', 'chunked'], lengthOf(chunks)], [chunks]],
  ['a line in a value', [['x-a', 'b\r\ntransfer-encoding: chunked']], [chunks]],
  ['a line in a name', [['x-a: b\r\ntransfer-encoding', 'chunked']], [chunks]],
]

export const methods: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'CONNECT',
]
const withBody = ['POST', 'PUT', 'PATCH']
// A list of models in the words of its upstream is asked for there, and passes.
const headers = { 'anthropic-version': '2023-06-01' }
const usual = ['host: localhost', 'anthropic-version: 2023-06-01']
export const paths: readonly string[] = [
  '/v1/models',
  '/v1/files',
  '/v1/messages',
  '/anthropic/v1/messages/batches',
  '/healthz',
]

/** Sends a request with every framing, and asks after each that the upstream saw what came and nothing else. */
export async function tryFramings({ upstream, gateway }: Stage, method: string, path: string): Promise<void> {
  for (const { name, version = '1.1', lines, after, isCut = false } of framings) {
    const before = countsOf(upstream, gateway)
    const head = [`${method} ${path} HTTP/${version}`, ...usual, ...lines].join('\r\n')
    const last = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
    await sendBytes(gateway.port, `${head}\r\n\r\n${after}${isCut ? '' : last}`, { isCut })
    await expectOrder(upstream, gateway, before, `${method} ${path}: ${name}`, [smuggled, 'abc'])
  }
}

/** The same over HTTP/2. */
export async function tryFramingsOfSecond(
  { upstream, gateway }: Stage,
  method: string,
  path: string,
): Promise<void> {
  for (const [name, pairs, pieces] of framingsOfSecond) {
    const before = countsOf(upstream, gateway)
    const head = [
      [':method', method],
      [':scheme', 'http'],
      [':path', path],
      [':authority', 'localhost'],
      ['anthropic-version', '2023-06-01'],
      ...pairs,
    ] as const
    await sendFrames(gateway.port, requestFrames(head, pieces))
    await expectOrder(upstream, gateway, before, `${method} ${path}, HTTP/2: ${name}`, [smuggled, chunks])
  }
}

/** A gateway and its upstream. */
export interface Stage {
  readonly upstream: RawUpstream
  readonly gateway: RunningGateway
}

/** Starts a gateway in front of an upstream that keeps its connections. */
export async function stageWith(more: Readonly<Record<string, unknown>>): Promise<Stage> {
  const upstream = await rawUpstream()
  const up = { url: upstream.url, api: 'anthropic', ...more }
  return { upstream, gateway: await gatewayWith({ upstreams: { up } }) }
}

/** The configs that differ in the paths that they pass on. */
export const configs: Readonly<Record<'strict' | 'open' | 'keyless', Readonly<Record<string, unknown>>>> = {
  strict: { key: 'sk-own' },
  open: { key: 'sk-own', passthrough: true },
  keyless: {},
}

interface Counts {
  readonly seen: number
  readonly taken: number
}

function countsOf({ seen }: RawUpstream, { gateway }: RunningGateway): Counts {
  return { seen: seen.length, taken: gateway.taken }
}

let victims = 0

/** Sends a request of another client, and looks at all that the upstream saw: nothing more, and nothing mixed. */
async function expectOrder(
  upstream: RawUpstream,
  { url, gateway }: RunningGateway,
  before: Counts,
  about: string,
  bodies: readonly string[],
): Promise<void> {
  const line = `/v1/models?victim=${victims++}`
  const { text } = await ask(url + line, '', { method: 'GET', headers })
  const seen = upstream.seen.slice(before.seen)
  const came = gateway.taken - before.taken
  const wrong = seen.filter(
    ({ line: each, body }) => body !== '' && !withBody.includes(each.split(' ')[0] ?? ''),
  )
  const mixed = seen.filter(({ body }) => body !== '' && !bodies.includes(body))
  expect([about, text.includes(line), seen.length <= came, upstream.odd, wrong, mixed]).toEqual([
    about,
    true,
    true,
    [],
    [],
    [],
  ])
  expect([about, seen.at(-1)?.line]).toEqual([about, `GET ${line} HTTP/1.1`])
}
