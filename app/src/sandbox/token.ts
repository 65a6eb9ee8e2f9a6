import { createHash } from 'node:crypto'

/** Makes ids of letters and digits that look drawn by chance, and are the same for the same request. */
export type Token = (label: string, length: number) => string

/** Ids for one request to one place: nothing else decides. */
export function tokensFor(place: string, body: string | Uint8Array): Token {
  const seed = createHash('sha256').update(place).update(body).digest()
  return (label, length) => {
    const digest = createHash('sha256').update(seed).update(label).digest('hex')
    const wide = createHash('sha512').update(digest).digest('base64')
    return wide.replace(/[^A-Za-z0-9]/g, '').slice(0, length)
  }
}
