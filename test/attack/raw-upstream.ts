import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { closeLater } from '../gateway/house.ts'

/** A request as an upstream read it from the bytes of a connection. */
export interface SeenRequest {
  readonly line: string
  /** Names in lower case and values, in their order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** An upstream that reads bytes by the letter of HTTP/1.1 and keeps its connections. */
export interface RawUpstream {
  readonly url: string
  /** The requests, in the order of their ends. */
  readonly seen: SeenRequest[]
  /** Bytes that are no request, or one that two readers may read differently. */
  readonly odd: string[]
  /** Requests that broke off. */
  readonly broken: string[]
  /** How many connections are open. */
  connections(): number
}

/** Starts one. It answers each request with its request line, when the request is there or as soon as its head is. */
export async function rawUpstream({ isEarly = false } = {}): Promise<RawUpstream> {
  const seen: SeenRequest[] = []
  const odd: string[] = []
  const broken: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let held = ''
    let isAnswered = false
    const answer = (line: string): void => {
      const [method] = line.split(' ')
      const text = JSON.stringify({ object: 'list', data: [{ id: line }] })
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`
      socket.write(head + (method === 'HEAD' ? '' : text))
    }
    socket.on('data', (piece) => {
      held += piece.toString('latin1')
      for (;;) {
        const head = headIn(held)
        if (head === undefined) return
        if (typeof head === 'string') {
          odd.push(head)
          socket.destroy()
          return
        }
        if (isEarly && !isAnswered) answer(head.line)
        isAnswered = isEarly
        const read = bodyIn(held, head)
        if (read === undefined) return
        seen.push({ line: head.line, headers: head.headers, body: read.body })
        held = held.slice(read.end)
        if (!isEarly) answer(head.line)
        isAnswered = false
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      if (held !== '') broken.push(held)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, odd, broken, connections: () => sockets.size }
}

interface Head {
  readonly line: string
  readonly headers: readonly (readonly [string, string])[]
  readonly end: number
  readonly length: number | 'chunked'
}

/** The head of the request that bytes begin with; undefined as long as more has to come, or why it is none. */
function headIn(bytes: string): Head | string | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = bytes.slice(0, end).split('\r\n')
  if (!/^[A-Z]+ [\x21-\xff]+ HTTP\/1\.1$/.test(line)) return line
  const headers = lines.map((each) => {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(each) ?? []
    return [name.toLowerCase(), value] as const
  })
  if (headers.some(([name]) => name === '')) return lines.join('\n')
  const lengths = headers.flatMap(([name, value]) => (name === 'content-length' ? [value] : []))
  const codings = headers.flatMap(([name, value]) => (name === 'transfer-encoding' ? [value] : []))
  if (lengths.length + codings.length > 1) return `${line}: framed twice`
  const [coding] = codings
  const [length = '0'] = lengths
  if ((coding ?? 'chunked') !== 'chunked' || !/^\d+$/.test(length)) return `${line}: ${coding} ${length}`
  return { line, headers, end: end + 4, length: coding === undefined ? Number(length) : 'chunked' }
}

function bodyIn(
  bytes: string,
  { end, length }: Head,
): { readonly body: string; readonly end: number } | undefined {
  if (length !== 'chunked') {
    const over = end + length
    return bytes.length < over ? undefined : { body: bytes.slice(end, over), end: over }
  }
  let body = ''
  for (let at = end; ; ) {
    const [line, size] = /^([\da-f]+)\r\n/i.exec(bytes.slice(at, at + 20)) ?? []
    if (line === undefined || size === undefined) return undefined
    const start = at + line.length
    at = start + Number.parseInt(size, 16) + 2
    if (bytes.length < at) return undefined
    if (size === '0') return { body, end: at }
    body += bytes.slice(start, at - 2)
  }
}
