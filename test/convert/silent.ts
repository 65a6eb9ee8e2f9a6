import { type Converted, type Place, printJson } from '@mortise/core'

/** The words that only say what something is: each format has its own. */
const labels: ReadonlySet<string> = new Set([
  'type',
  'role',
  'object',
  'status',
  'media_type',
  'mediaType',
  'mimeType',
  'format',
])

/** Values that each format has a word of its own for. */
const words: ReadonlySet<unknown> = new Set(['required', 'any', 'auto', 'none', 'ANY', 'AUTO', 'NONE'])

interface Leaf {
  readonly at: Place
  readonly value: string | number
}

/**
 * The values of a source that are neither in the target nor told of: not in `lost`, and not in a plan.
 *
 * It knows no format, so that a member that some reader forgets cannot escape it.
 */
export function silentlyGone(source: unknown, { document, report }: Converted): string[] {
  const kept = textOf(document)
  const planned = textOf([report.plans, Object.keys(report.names), report.ids])
  const lost = report.lost.map(({ at }) => at)
  const isTold = ({ at }: Leaf): boolean => lost.some((place) => isWithin(at, place))
  const gone = leavesOf(source, []).filter(
    (leaf) => !holds(kept, leaf.value) && !holds(planned, leaf.value) && !isTold(leaf),
  )
  return gone.map(({ at, value }) => `${at.join('.')}: ${String(value).slice(0, 60)}`)
}

/** All that a value says, JSON inside of strings opened up. */
function textOf(value: unknown): string {
  // Some formats write a name as the key of a member.
  return [...new Set(keysOf(value)), ...leavesOf(value, []).map((leaf) => leaf.value)].join('\n')
}

function keysOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [key, ...keysOf(child)])
}

function holds(text: string, value: string | number): boolean {
  if (typeof value === 'string' && value.trim() === '') return true
  return text.includes(String(value))
}

function isWithin(at: Place, place: Place): boolean {
  return place.every((step, depth) => at[depth] === step)
}

function leavesOf(value: unknown, at: Place): Leaf[] {
  if (words.has(value)) return []
  if (typeof value === 'number') return [{ at, value }]
  if (typeof value === 'string') return openedUp(value, at)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    labels.has(key) ? [] : leavesOf(child, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}

/** JSON in a string is told by what is in it: another format may write it as a value. */
function openedUp(text: string, at: Place): Leaf[] {
  const bytes = /^data:[^;,]*;base64,/.exec(text)
  if (bytes !== null) return [{ at, value: text.slice(bytes[0].length) }]
  // A signature in an id is told of on its call.
  if (text.includes('__thought__')) return [{ at, value: text.slice(0, text.indexOf('__thought__')) }]
  if (!/^\s*[[{"]/.test(text)) return [{ at, value: text }]
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'string') return openedUp(parsed, at)
    return leavesOf(JSON.parse(printJson(parsed)), at).map(({ value }) => ({ at, value }))
  } catch {
    return [{ at, value: text }]
  }
}
