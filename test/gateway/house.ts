import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { type ConfigInput, checkedConfig } from '../../app/src/config/index.ts'
import { type GatewayParts, type RunningGateway, startGateway } from '../../app/src/gateway/index.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Ends something when the tests of the file are over. */
export function closeLater(close: () => Promise<unknown> | unknown): void {
  closers.push(close)
}

/** A gateway on a free port, for as long as the tests of a file run. */
export async function gatewayWith(config: ConfigInput, parts: GatewayParts = {}): Promise<RunningGateway> {
  const admin = config.admin ?? { listen: '127.0.0.1:0' }
  const checked = checkedConfig({ listen: '127.0.0.1:0', ...config, admin })
  const running = await startGateway(checked, { environment: {}, ...parts })
  closers.push(running.close)
  return running
}

/** A request as it arrived at an upstream. */
export interface Arrived {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly rawHeaders: readonly string[]
  readonly body: Buffer
}

/** An upstream that writes down what arrives, and answers as it is told. */
export interface Recorder {
  readonly url: string
  readonly arrived: Arrived[]
  /** What the next requests are answered with; the last one stays. */
  answer: (request: Arrived, response: ServerResponse) => void
}

export async function recorder(): Promise<Recorder> {
  const arrived: Arrived[] = []
  const self: Recorder = { url: '', arrived, answer: (_, response) => void response.end('{}') }
  const url = await serve(async (request, response) => {
    const body = await wholeOf(request)
    const { method = '', url: path = '', headers, rawHeaders } = request
    const seen = { method, path, headers, rawHeaders, body }
    arrived.push(seen)
    self.answer(seen, response)
  })
  return Object.assign(self, { url })
}

/** A plain server on a free port. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function wholeOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** All counts of a gateway, by name and labels. */
export async function countsOf({ gateway }: RunningGateway): Promise<Readonly<Record<string, number>>> {
  const lines = (await gateway.metrics.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}
