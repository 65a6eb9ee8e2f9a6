import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralMedia } from '../../../model/neutral.ts'

const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** The source of an image or a document; undefined where this format takes no such media, which is noted. */
export function writeSource(part: NeutralMedia, task: WriteTask): JsonObject | undefined {
  const reason = refusalOf(part, task.provider)
  if (reason !== undefined) {
    task.lose(part.at, part.media, reason)
    return undefined
  }
  const { source, media } = part
  if (media === 'image' && part.detail !== undefined)
    task.lose(part.at, 'detail of an image', 'The target has no such setting.')
  if (source.by === 'address') return { type: 'url', url: source.address }
  if (source.by === 'id') return { type: 'file', file_id: source.id }
  const plain = source.by === 'text' ? source.text : undefined
  if (plain !== undefined) return { type: 'text', media_type: 'text/plain', data: plain }
  const data = source.by === 'data' ? source.data : ''
  return { type: 'base64', media_type: source.type ?? (media === 'image' ? 'image/png' : pdf), data }
}

const pdf = 'application/pdf'

function refusalOf({ media, source }: NeutralMedia, provider: string): string | undefined {
  if (media !== 'image' && media !== 'file') return `The target takes no ${media}.`
  if (source.by === 'id' && source.provider !== provider)
    return 'The file is known to another provider alone.'
  if (source.by !== 'data' || source.type === undefined) return undefined
  const isTaken = media === 'image' ? imageTypes.has(source.type) : source.type === pdf
  return isTaken ? undefined : `The target takes no ${media} of the type \`${source.type.slice(0, 60)}\`.`
}
