import { isObject } from '../../model/json.ts'
import type { NoteUnread } from '../../model/place.ts'
import type { Part, Shape } from '../../model/transcript.ts'

export function shapeOf(content: unknown): Shape {
  if (typeof content === 'string') return 'text'
  if (Array.isArray(content)) return 'list'
  return content === undefined || content === null ? 'none' : 'unreadable'
}

export function readContent(content: unknown, member: string, note: NoteUnread): Part[] {
  if (typeof content === 'string')
    return [{ kind: 'text', list: 'content', index: -1, raw: content, text: content }]
  if (!Array.isArray(content)) return []
  return Array.from(content, (part: unknown, index) => readPart(part, index, member, note))
}

const texts: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text'])
const media: ReadonlySet<unknown> = new Set(['input_image', 'input_file', 'input_audio'])

function readPart(raw: unknown, index: number, member: string, note: NoteUnread): Part {
  const list = 'content'
  if (isObject(raw)) {
    if (!texts.has(raw.type)) {
      if (media.has(raw.type)) return { kind: 'media', list, index, raw }
      return { kind: 'other', list, index, raw, isReadable: true }
    }
    if (typeof raw.text === 'string') return { kind: 'text', list, index, raw, text: raw.text }
  }
  note([member, index], 'a content part')
  return { kind: 'other', list, index, raw, isReadable: false }
}
