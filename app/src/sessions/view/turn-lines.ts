import { type Format, type Part, readTranscript } from '@mortise/core'

const margin = 7

/** Tells a conversation in plain words, one part a line. */
export function turnLines(document: unknown, format: Format): readonly string[] {
  return readTranscript(document, format).turns.flatMap((turn) => {
    const [first = '', ...others] = turn.parts.map((part) => partWords(part, format).replace(/\s+/g, ' '))
    return [
      `${turn.speaker.padEnd(margin)}${first}`,
      ...others.map((words) => `${' '.repeat(margin)}${words}`),
    ]
  })
}

/** The ids of all calls and results of a conversation. */
export function idsIn(document: unknown, format: Format): readonly string[] {
  const parts = readTranscript(document, format).turns.flatMap((turn) => turn.parts)
  return parts.flatMap((part) =>
    (part.kind === 'call' || part.kind === 'result') && part.id ? [part.id] : [],
  )
}

/** One part in plain words. */
export function partWords(part: Part, format: Format): string {
  if (part.kind === 'text') return part.text
  const id = part.kind === 'call' || part.kind === 'result' ? part.id : undefined
  if (part.kind === 'call')
    return `calls ${part.name || 'a tool'}: ${textOf(part, format)} (${id ? `\`${id}\`` : 'no id'})`
  if (part.kind === 'result')
    return `result ${id ? `of \`${id}\`` : 'without an id'}: ${textOf(part, format)}`
  return `(${part.kind})`
}

function textOf(part: Parameters<Format['unpack']>[0], format: Format): string {
  const pieces = format.unpack(part)
  return pieces.map((piece) => ('text' in piece ? piece.text : '(media)')).join(' ')
}
