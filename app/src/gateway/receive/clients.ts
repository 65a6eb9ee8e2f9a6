import { createHash, timingSafeEqual } from 'node:crypto'
import type { ClientConfig } from '../../config/index.ts'

/** Someone with a key. */
export interface Client {
  readonly name: string
  /** The routes that are open to it; undefined for all. */
  readonly routes: ReadonlySet<string> | undefined
}

/** Finds the client with a key (one character per byte), in the same time for every key. */
export function clientsBy(configs: readonly ClientConfig[]): (key: string) => Client | undefined {
  const entries = configs.map(({ name, key, routes }) => ({
    client: { name, routes: routes === undefined ? undefined : new Set(routes) },
    hash: Buffer.from(key.slice('sha256:'.length), 'hex'),
  }))
  return (key) => {
    const hash = createHash('sha256').update(key, 'latin1').digest()
    let found: Client | undefined
    for (const entry of entries) if (timingSafeEqual(hash, entry.hash)) found = entry.client
    return found
  }
}
