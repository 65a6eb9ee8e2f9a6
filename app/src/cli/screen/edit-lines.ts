import { type Finding, type Plan, printPlace } from '@mortise/core'
import { shortener } from './short-ids.ts'
import { shortWords } from './short-words.ts'
import { listed, type Style } from './style.ts'

const most = 12
// The screen shows less: the rest of a large value is not looked at.
const enough = 300

/** Edits, and the findings that they are for. */
interface Edited {
  readonly edits: Plan['edits']
  readonly found: readonly Finding[]
}

/** The places that a plan changes, before and after; what looks like a key is hidden. */
export function editLines({ edits, found }: Edited, style: Style): readonly string[] {
  const { shown, more } = listed(edits, most, style, 'add --json to see them')
  const shorten = shortener(
    found.flatMap(({ calls }) => calls),
    style.cut,
  )
  const say = (value: unknown): string => shortWords(shorten(beginningOf(value, enough)), style)
  const lines = [...byPlace(shown)].flatMap(([place, { gone, fresh }]) => [
    ...gone.map((value) => `- ${place}  ${say(value)}`),
    ...fresh.map((value) => `+ ${place}  ${say(value)}`),
  ])
  return [...lines, ...more].map((line) => `  ${line}`)
}

interface LineChange {
  readonly gone: unknown[]
  readonly fresh: unknown[]
}

function byPlace(edits: Plan['edits']): ReadonlyMap<string, LineChange> {
  const changes = new Map<string, LineChange>()
  for (const edit of edits) {
    const place = printPlace(edit.at)
    const change = changes.get(place) ?? { gone: [], fresh: [] }
    changes.set(place, change)
    if (edit.do === 'replace') change.gone.push(edit.from)
    const isGone = edit.do === 'remove' || edit.do === 'unset'
    ;(isGone ? change.gone : change.fresh).push(edit.value)
  }
  return changes
}

/** The beginning of a value as JSON, with little more than that many letters, however large or deep it is. */
function beginningOf(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, Math.max(0, room)).replace(/\s+/g, ' '))
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const [name, member] of Object.entries(value)) {
    if (text.length > room) break
    text += text.length > 1 ? ',' : ''
    text += isList ? '' : `${JSON.stringify(name)}:`
    text += beginningOf(member, room - text.length)
  }
  return text + (isList ? ']' : '}')
}
