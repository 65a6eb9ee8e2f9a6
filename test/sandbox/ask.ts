import { once } from 'node:events'
import { connect } from 'node:http2'

/** What came back. */
export interface Told {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
}

/** Sends a request; anything but a text is sent as JSON. */
export async function ask(
  address: string,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Told> {
  const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: sent }),
  })
  return told(response.status, response.headers, Buffer.from(await response.arrayBuffer()))
}

/** The same over HTTP/2 without TLS. */
export async function askSecond(base: string, path: string, body: unknown): Promise<Told> {
  const session = connect(base)
  const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/json' })
  stream.end(JSON.stringify(body))
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  const [head] = (await once(stream, 'response')) as [Record<string, string | number>]
  await once(stream, 'close')
  session.close()
  const members = Object.entries(head).filter(([name]) => !name.startsWith(':'))
  const headers = new Headers(members.map(([name, value]) => [name, String(value)]))
  return told(Number(head[':status']), headers, Buffer.concat(pieces))
}

function told(status: number, headers: Headers, bytes: Buffer): Told {
  return { status, headers, bytes, text: bytes.toString() }
}
