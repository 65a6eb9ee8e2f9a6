import type { Format, Part } from '@mortise/core'

/** The text of a part; of one that is no text, the longest text that stands in it. */
export function partText(part: Part, format: Format): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'call' || part.kind === 'result')
    return format
      .unpack(part)
      .map((piece) => ('text' in piece ? piece.text : '(media)'))
      .join('\n')
  if (part.kind === 'media') return ''
  const words = [...textsIn(part.raw, 4)].filter((text) => text.includes(' '))
  return words.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

function* textsIn(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') yield value
  else if (depth > 0 && typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member, depth - 1)
}
