import type { MediaSource } from '../model/neutral.ts'

const embedded = /^data:([^;,]*)((?:;[^;,]*)*?);base64,/

/** The source of media behind an address; one that holds the bytes itself gives them. */
export function sourceFromAddress(address: string, type?: string): MediaSource {
  // A look at the start alone: the bytes behind it may be very many.
  const head = address.startsWith('data:') ? embedded.exec(address.slice(0, 200)) : null
  if (head === null) return { by: 'address', address, type }
  return { by: 'data', data: address.slice(head[0].length), type: head[1] || type }
}

/** An address that holds the bytes itself. */
export function addressOfData(data: string, type: string | undefined): string {
  return `data:${type ?? 'application/octet-stream'};base64,${data}`
}
