import type { Row } from '../../model/rulebook.ts'
import type { Speaker } from '../../model/transcript.ts'

/** What others leave on a message, as far as a look at it goes. */
export interface Strays {
  readonly metadata?: unknown
  readonly timestamp?: unknown
  readonly provider_specific_fields?: unknown
  readonly name?: unknown
  readonly reasoning_content?: unknown
  readonly reasoning?: unknown
  readonly reasoning_details?: unknown
  readonly refusal?: unknown
  readonly annotations?: unknown
  readonly audio?: unknown
  readonly function_call?: unknown
  readonly is_error?: unknown
  readonly cache_control?: unknown
}

/** What is looked for in a message of the model. */
const strays: ReadonlySet<string> = new Set([
  'metadata',
  'timestamp',
  'provider_specific_fields',
  'name',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'refusal',
  'annotations',
  'audio',
  'function_call',
])

/** Whether a message has one. Each is asked for by its name: a loop over names costs many times as much. */
export function isLittered(message: Strays): boolean {
  return (
    message.metadata !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined ||
    message.name !== undefined ||
    message.reasoning_content !== undefined ||
    message.reasoning !== undefined ||
    message.reasoning_details !== undefined ||
    message.refusal !== undefined ||
    message.annotations !== undefined ||
    message.audio !== undefined ||
    message.function_call !== undefined
  )
}

/** What is looked for in what the user or the system says. */
const tags: ReadonlySet<string> = new Set(['metadata', 'timestamp', 'name'])

/** Whether such a message has one. */
export function isTagged(message: Strays): boolean {
  return message.metadata !== undefined || message.timestamp !== undefined || message.name !== undefined
}

/** What is looked for in a tool's message. */
const resultStrays: ReadonlySet<string> = new Set([
  'metadata',
  'timestamp',
  'provider_specific_fields',
  'is_error',
  'cache_control',
])

/** Whether a tool's message has one. */
export function isLitteredResult(message: Strays): boolean {
  return (
    message.metadata !== undefined ||
    message.timestamp !== undefined ||
    message.provider_specific_fields !== undefined ||
    message.is_error !== undefined ||
    message.cache_control !== undefined
  )
}

/** Whether all that a row refuses by name is looked for. */
export function looksFor(row: Row | undefined): boolean {
  const { refusedMembers: refused = {} } = row ?? {}
  return Object.entries(refused).every(([speaker, names]) => {
    const known = speaker === 'tool' ? resultStrays : speaker === 'model' ? strays : tags
    return speaker !== 'turn' && names.every((name) => known.has(name))
  })
}

/** Whether a message has a member that is refused. */
export function isRefused(message: Strays, speaker: Speaker, row: Row): boolean {
  const names = row.refusedMembers?.[speaker] ?? []
  return names.some((name) => (message as Readonly<Record<string, unknown>>)[name] !== undefined)
}
