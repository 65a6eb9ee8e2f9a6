import type { MediaSource, NeutralMedia } from '../model/neutral.ts'

/** The kind of media that a type such as `image/png` names. */
export function mediaOf(type: string | undefined): NeutralMedia['media'] {
  const [family] = (type ?? '').split('/', 1)
  return family === 'image' || family === 'audio' || family === 'video' ? family : 'file'
}

/** Reads an address; one that begins with `data:` holds the bytes themselves. */
export function sourceAt(address: string, type?: string): MediaSource {
  const comma = address.startsWith('data:') ? address.indexOf(',') : -1
  const head = address.slice('data:'.length, Math.max(comma, 0))
  if (comma < 0 || !head.endsWith(';base64')) return { by: 'address', address, type }
  const named = head.slice(0, -';base64'.length)
  return { by: 'data', data: address.slice(comma + 1), type: named === '' ? type : named }
}

/** The address of a source, where the bytes may stand in it too; undefined where it has none. */
export function addressOf(source: MediaSource): string | undefined {
  if (source.by === 'address') return source.address
  if (source.by !== 'data') return undefined
  return `data:${source.type ?? 'application/octet-stream'};base64,${source.data}`
}
