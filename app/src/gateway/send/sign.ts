import { createHash, createHmac, type Hash } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import { type HeaderList, headerTable } from './headers.ts'
import type { Upstream } from './upstream.ts'

/** Keys of Amazon. */
export interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The keys of Amazon in an environment. */
export function awsKeys(environment: Readonly<Record<string, string | undefined>>): AwsKeys | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  const { AWS_SESSION_TOKEN: sessionToken } = environment
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) }
}

/** The part of Node's hashes that the signer asks for. */
class Sha256 {
  private hash: Hash | ReturnType<typeof createHmac>
  private readonly secret: string | Uint8Array | undefined

  constructor(secret?: string | Uint8Array | ArrayBuffer | ArrayBufferView) {
    this.secret = typeof secret === 'string' || secret === undefined ? secret : bytesOf(secret)
    this.hash = this.fresh()
  }

  update(data: string | Uint8Array): void {
    this.hash.update(data)
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }

  reset(): void {
    this.hash = this.fresh()
  }

  private fresh(): Hash | ReturnType<typeof createHmac> {
    return this.secret === undefined ? createHash('sha256') : createHmac('sha256', this.secret)
  }
}

function bytesOf(view: Uint8Array | ArrayBuffer | ArrayBufferView): Uint8Array {
  return view instanceof ArrayBuffer
    ? new Uint8Array(view)
    : new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Headers with a signature by the gateway's own keys: that of the client is for another host. */
export async function signedHeaders(
  upstream: Upstream,
  keys: AwsKeys,
  request: { readonly method: string; readonly path: string; readonly headers: HeaderList },
  body: Uint8Array,
): Promise<HeaderList> {
  const { url } = upstream
  const region = upstream.region ?? process.env.AWS_REGION ?? regionIn(url.hostname) ?? 'us-east-1'
  const [path = '', query = ''] = request.path.split('?', 2)
  const signer = new SignatureV4({ credentials: keys, region, service: 'bedrock', sha256: Sha256 })
  const signed = await signer.sign({
    method: request.method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: { ...plainTable(request.headers), host: url.host },
    body,
  })
  return Object.entries(signed.headers).flatMap(([name, value]) => (name === 'host' ? [] : [name, value]))
}

/** Headers that proxies on the way may change are not signed. */
function plainTable(headers: HeaderList): Record<string, string> {
  const entries = Object.entries(headerTable(headers)).map(([name, value]) => [
    name,
    [value].flat().join(', '),
  ])
  return Object.fromEntries(entries)
}

function regionIn(host: string): string | undefined {
  return /^bedrock-runtime(?:-fips)?\.([a-z\d-]+)\./.exec(host)?.[1]
}
