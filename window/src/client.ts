import { signal } from '@preact/signals'
import type { Failure, Start } from '../../app/src/window/api.ts'

/** Facts that the program tells first; undefined until then. */
export const start = signal<Start | undefined>(undefined)
/** Whether the program behind the page answers no longer. */
export const isGone = signal(false)

/** A failure that the program tells in its own words. */
class AnswerError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor({ error }: Failure) {
    super(error.message)
    this.code = error.code
    this.hint = error.hint
  }
}

type QueryMembers = Readonly<Record<string, string | number | undefined>>

/** Asks the program. */
export function ask<Answer>(name: string, members: QueryMembers = {}, abort?: AbortSignal): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(members)) if (value !== undefined) query.set(key, String(value))
  return answerOf<Answer>(fetch(`./api/${name}?${query}`, abort === undefined ? {} : { signal: abort }))
}

/** Asks the program to change something. */
export function change<Answer>(name: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-mortise-change': start.value?.change ?? '' }
  return answerOf<Answer>(fetch(`./api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function answerOf<Answer>(asked: Promise<Response>): Promise<Answer> {
  let response: Response
  try {
    response = await asked
  } catch (error) {
    if (!(error instanceof DOMException)) isGone.value = true
    throw error
  }
  if (response.status === 401) isGone.value = true
  const value: unknown = await response.json()
  if (response.ok) return value as Answer
  throw new AnswerError(value as Failure)
}

type ValueListener = (value: unknown) => void
const listeners = new Map<string, Set<ValueListener>>()
let source: EventSource | undefined

/** Listens to what the program tells by itself; returns a function that ends it. */
export function listen(event: string, told: ValueListener): () => void {
  const own = listeners.get(event) ?? new Set<ValueListener>()
  listeners.set(event, own)
  own.add(told)
  if (source === undefined) source = open()
  return () => void own.delete(told)
}

function open(): EventSource {
  const opened = new EventSource('./api/events')
  for (const event of ['sessions', 'repair', 'revision'])
    opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
      for (const told of listeners.get(event) ?? []) told(JSON.parse(data))
    })
  opened.onopen = () => {
    isGone.value = false
  }
  return opened
}

/** The words of anything that was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
