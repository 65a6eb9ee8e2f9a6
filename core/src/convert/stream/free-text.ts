import { isObject } from '../../model/json.ts'
import type { NeutralEvent, StartedCall } from '../../model/neutral-stream.ts'
import type { StreamStage } from './stage.ts'

/** The one argument of a tool that takes plain text, where a wire has no such tools. */
const freeText = 'input'

/**
 * Calls of tools that take plain text, for a wire without such tools: `{"input": "…"}`, written while it comes.
 */
export function asFunctions(): StreamStage {
  const open = new Set<number>()
  return (event) => {
    if (event.kind === 'part-start' && event.part.kind === 'call' && event.part.tool === 'custom') {
      open.add(event.index)
      const start: NeutralEvent = { ...event, part: { ...event.part, tool: 'function' } }
      return [start, piece(event.index, `{"${freeText}":"`)]
    }
    if (open.size === 0 || !('index' in event) || !open.has(event.index)) return event
    if (event.kind === 'part-text') return piece(event.index, JSON.stringify(event.text).slice(1, -1))
    return event.kind === 'part-stop' ? [piece(event.index, '"}'), event] : event
  }
}

/**
 * Calls of the client's tools that take plain text, as the client declared them.
 *
 * The model wrote `{"input": "…"}`. Its words are told once the arguments are complete: before that nobody can read them.
 */
export function asPlainText(names: readonly string[]): StreamStage {
  const isPlain = new Set(names)
  const open = new Map<number, { readonly part: StartedCall; text: string }>()
  return (event) => {
    if (event.kind === 'part-start' && event.part.kind === 'call' && isPlain.has(event.part.name ?? '')) {
      open.set(event.index, { part: { ...event.part, tool: 'custom' }, text: '' })
      return []
    }
    const call = open.size > 0 && 'index' in event ? open.get(event.index) : undefined
    if (call === undefined || !('index' in event)) return event
    if (event.kind === 'part-text') call.text += event.text
    if (event.kind !== 'part-stop') return []
    open.delete(event.index)
    const start: NeutralEvent = { kind: 'part-start', index: event.index, part: call.part }
    return [start, piece(event.index, wordsIn(call.text)), event]
  }
}

function piece(index: number, text: string): NeutralEvent {
  return { kind: 'part-text', index, text }
}

/** The words of `{"input": "…"}`; anything else is told as it is. */
function wordsIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && typeof value[freeText] === 'string' ? value[freeText] : text
  } catch {
    return text
  }
}
