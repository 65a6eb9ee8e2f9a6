import type { UpstreamConfig } from '../../config/index.ts'
import { type HeaderList, headerIn } from '../send/headers.ts'

/** Headers that say who is asking. */
const secret: ReadonlySet<string> = new Set([
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'api-key',
  'cookie',
  'x-amz-security-token',
  'x-amz-date',
  'x-amz-content-sha256',
  'x-goog-user-project',
  'chatgpt-account-id',
])

/** The header that only the gateway reads its key from. */
export const ownHeader = 'x-mortise-key'

/** Whether a header says who is asking. */
export function isCredential(name: string): boolean {
  return secret.has(name)
}

/** The key that a client sent, wherever the clients of its API put it. */
export function sentKey(headers: HeaderList, query: string): string | undefined {
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(headerIn(headers, 'authorization') ?? '')?.[1]
  return (
    headerIn(headers, 'x-api-key') ??
    headerIn(headers, 'x-goog-api-key') ??
    headerIn(headers, 'api-key') ??
    bearer ??
    keyIn(query)
  )
}

/** The key in a query, a letter for each of its bytes, as in headers. */
function keyIn(query: string): string | undefined {
  const key = query === '' ? null : new URLSearchParams(query).get('key')
  return key === null ? undefined : Buffer.from(key).toString('latin1')
}

/** A query without the key that some clients put there. */
export function withoutKey(query: string): string {
  return query
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has('key'))
    .join('&')
}

/** The header by which an API is told a key. */
export function keyHeader({ api }: Pick<UpstreamConfig, 'api'>, format: string, key: string): HeaderList {
  if (api === 'azure-openai') return ['api-key', key]
  if (format === 'anthropic-messages') return ['x-api-key', key]
  if (format === 'gemini-contents') return ['x-goog-api-key', key]
  return ['authorization', `Bearer ${key}`]
}
