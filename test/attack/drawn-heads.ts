import { createServer, type Socket } from 'node:net'
import { closeLater } from '../gateway/house.ts'
import type { Draw } from './drawn.ts'

const smuggled = 'GET /stolen HTTP/1.1\r\nhost: localhost\r\n\r\n'
const methods =
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND LOCK SEARCH M-SEARCH QUERY get'.split(' ')
const targets = [
  '/v1/models',
  '/v1/files',
  '/up/v1/x',
  '/v1/messages',
  '/v1/messages/count_tokens',
  '/',
  '*',
  'http://localhost/v1/files',
]
const codings = [
  'chunked',
  ' Chunked',
  '\tchunked',
  '"chunked"',
  'chunked;q=1',
  ',chunked',
  'gzip, chunked',
  'chunked, identity',
  '\x0bchunked',
  'chunked\0',
  'xchunked',
  'chu\r\n nked',
]
const codingNames = [
  'Transfer-Encoding',
  'transfer-encoding ',
  ' Transfer-Encoding',
  'Transfer_Encoding',
  'x: y\nTransfer-Encoding',
  'x: y\rTransfer-Encoding',
  'Transfer-Encoding\t',
]
const others = [
  'Connection: close',
  'Connection: content-length, host',
  'Connection: transfer-encoding',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: h2c\r\nConnection: upgrade',
  'TE: trailers',
  'Trailer: content-length',
  'X: a\r\n b',
  'X: \x01',
  'Host: other',
  ':path: /x',
  'Content-Encoding: gzip',
  'X-Http-Method-Override: POST',
]
const ends = ['\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n']

/** Bytes of HTTP/1.1 in which servers may see another number of requests. */
export function drawnAttack(draw: Draw): string {
  const inner = draw.one([
    smuggled,
    'x',
    '',
    smuggled + smuggled,
    '{"messages":[]}',
    smuggled.replace('GET', 'POST'),
  ])
  const hex = inner.length.toString(16)
  const size = draw.one([
    hex,
    hex,
    `0${hex}`,
    `0x${hex}`,
    `${hex};a="\r\n"`,
    `${hex} `,
    `+${hex}`,
    `-${hex}`,
    `1${'0'.repeat(16)}${hex}`,
    `${hex};\0`,
    '',
  ])
  const last =
    draw.one(['0', '0', '00', '0;x', '']) +
    draw.one(['\r\n\r\n', '\r\ncontent-length: 5\r\n\r\n', '\r\n x\r\n\r\n'])
  const chunks = `${size}${draw.one(ends)}${inner}${draw.one(ends)}${last}`
  const length = `Content-Length: ${draw.one([inner.length, 0, 3, inner.length + 5, `+${inner.length}`, `${inner.length},0`, '0x5', '-1', ''])}`
  const coding = `${draw.one(codingNames)}:${draw.one(codings)}`
  const [framing, body] = draw.one([
    [[], inner],
    [[length], inner],
    [[coding], chunks],
    [[coding, length], chunks],
    [[length, coding], draw.one([inner, chunks])],
    [[length, length], inner],
  ] as const)
  const lines = [...framing, ...draw.some(2, () => draw.one(others))].map((line) => `${line}\r\n`).join('')
  const version = draw.one(['1.1', '1.1', '1.1', '1.0', '0.9', '2.0'])
  const behind = draw.one(['', '', smuggled])
  return `${draw.one(methods)} ${draw.one(targets)} HTTP/${version}\r\nhost: localhost\r\n${lines}\r\n${body}${behind}`
}

/** An upstream that takes nothing but the plainest framing, and answers each request with its own mark. */
export async function strictUpstream(): Promise<{ readonly url: string; readonly odd: string[] }> {
  const odd: string[] = []
  const server = createServer((socket) => {
    let held = ''
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      held += piece.toString('latin1')
      for (let left = answered(held, socket, odd); left !== undefined; left = answered(held, socket, odd))
        held = left
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, odd }
}

/** Answers the first request of the bytes; gives the bytes behind it, or undefined where it is not whole. */
function answered(bytes: string, socket: Socket, odd: string[]): string | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = bytes.slice(0, end).split('\r\n')
  const headers = lines.map(
    (each) => /^([\w!#$%&'*+.^`|~-]+): ([\t\x20-\x7e\x80-\xff]*)$/.exec(each)?.slice(1) ?? ['odd', each],
  )
  const valuesOf = (name: string): readonly string[] =>
    headers.flatMap(([key = '', value = '']) => (key.toLowerCase() === name ? [value] : []))
  const [lengths, codings] = [valuesOf('content-length'), valuesOf('transfer-encoding')]
  const [, method = ''] = /^([A-Z]+) \/[\x21-\x7e]* HTTP\/1\.1$/.exec(line) ?? []
  const isFramed = lengths.length + codings.length > 0
  const isPlain =
    method !== '' &&
    valuesOf('odd').length === 0 &&
    valuesOf('host').length === 1 &&
    lengths.length + codings.length < 2 &&
    lengths.every((length) => /^\d+$/.test(length)) &&
    codings.every((coding) => coding === 'chunked') &&
    (!isFramed || ['POST', 'PUT', 'PATCH'].includes(method)) &&
    ['te', 'trailer', 'upgrade', 'expect', 'keep-alive'].every((name) => valuesOf(name).length === 0)
  if (!isPlain) odd.push(bytes.slice(0, end))
  const body = end + 4
  const over = codings.length > 0 ? afterChunks(bytes, body, odd) : body + Number(lengths[0] ?? 0)
  if (over === undefined || over > bytes.length) return undefined
  const answer = JSON.stringify({ mark: valuesOf('x-mark')[0] ?? '' })
  socket.write(
    `HTTP/1.1 200 OK\r\ncontent-length: ${answer.length}\r\n\r\n${method === 'HEAD' ? '' : answer}`,
  )
  return bytes.slice(over)
}

function afterChunks(bytes: string, start: number, odd: string[]): number | undefined {
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = bytes.slice(at, end)
    if (!/^[\da-f]+$/.test(size)) odd.push(`a chunk of ${size}`)
    at = end + 2 + Number.parseInt(size, 16) + 2
    if (at > bytes.length) return undefined
    if (bytes.slice(at - 2, at) !== '\r\n') odd.push('a chunk that does not end')
    if (size === '0') return at
  }
}
