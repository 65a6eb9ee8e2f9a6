import { type Format, type Part, readTranscript } from '@mortise/core'
import type { Store } from '../../stores/contract/store.ts'
import { isShown } from './conversations.ts'
import type { SessionView } from './view.ts'

/** A conversation as Markdown: a heading for each turn, calls and results in blocks of their own. */
export function markdownOf(
  { id, title, folder, messages }: SessionView,
  { title: agent, format }: Store,
): string {
  const { turns } = readTranscript(messages, format)
  const where = folder === undefined ? '' : `, in \`${folder}\``
  const blocks = turns.flatMap(({ speaker, parts }) => [
    `## ${headings[speaker]}`,
    ...parts.filter(isShown).map((part) => partBlock(part, format)),
  ])
  const head = `# ${oneLine(title ?? `Session ${id}`)}`
  return `${[head, `Session \`${id}\` of ${agent}${where}.`, ...blocks].filter(Boolean).join('\n\n')}\n`
}

const headings = {
  user: 'User',
  model: 'Model',
  tool: 'Tool',
  system: 'System',
  unknown: 'Unknown',
} as const

function partBlock(part: Part, format: Format): string {
  if (part.kind === 'text') return part.text.trim()
  if (part.kind === 'call') return `Calls **${part.name}** (\`${part.id}\`):\n\n${fenced(part, format)}`
  if (part.kind === 'result') return `Result of \`${part.id}\`:\n\n${fenced(part, format)}`
  if (part.kind === 'other' && typeof part.raw === 'string') return part.raw.trim()
  return `_(${part.kind})_`
}

/** The text of a call or a result, in a fence longer than any fence in it. */
function fenced(part: Parameters<Format['unpack']>[0], format: Format): string {
  const pieces = format.unpack(part).map((piece) => ('text' in piece ? piece.text : '(media)'))
  const text = pieces.join('\n')
  let longest = 2
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
