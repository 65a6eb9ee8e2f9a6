/** How the conversation ends: about to be sent, at rest, or still growing. */
export type Tail = 'closed' | 'rest' | 'open'

/** A JSON object whose members are not known. */
export type Fields = { readonly [key: string]: unknown }

/** What a checker reads of a request. */
export interface Request {
  readonly messages: readonly unknown[]
  readonly model: string
  readonly isThinking: boolean
  /** All members of the request; none for a bare array of messages. */
  readonly body: Fields
}

/** Reads a request body or a bare array of messages; undefined if it is neither. */
export function readRequest(document: unknown): Request | undefined {
  if (Array.isArray(document)) return { messages: document, model: '', isThinking: false, body: {} }
  if (!isFields(document) || !Array.isArray(document.messages)) return undefined
  const kind = isFields(document.thinking) ? document.thinking.type : undefined
  return {
    messages: document.messages,
    model: typeof document.model === 'string' ? document.model : '',
    isThinking: kind === 'enabled' || kind === 'adaptive',
    body: document,
  }
}

/** Tells whether a value is a JSON object, not an array and not null. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Gives the object itself, or an object without members for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Tells whether all strings of a value can be sent: none is cut inside a character. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  if (isFields(value)) return Object.entries(value).every((entry) => entry.every(isWellFormed))
  return true
}
