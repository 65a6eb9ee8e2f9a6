import { isObject, isWellFormed } from '../../model/json.ts'

/** The same where a result may hold images, but neither documents nor videos. */
export function isFineAndPlain(piece: unknown): boolean {
  return isFinePiece(piece) && !['document', 'video'].some((kind) => Object.hasOwn(Object(piece), kind))
}

/** Whether a piece of a result can be judged by a look at it, and is sound. */
export function isFinePiece(piece: unknown): boolean {
  if (typeof piece !== 'object' || piece === null || Array.isArray(piece)) return false
  const { text, json } = piece as { readonly text?: unknown; readonly json?: unknown }
  if (json !== undefined && !isObject(json)) return false
  return text === undefined
    ? isWellFormed(piece)
    : typeof text === 'string' && isPlain(text) && isWellFormed(piece)
}

/** Whether a text is neither empty nor blank, and can be sent. */
export function isPlain(text: string): boolean {
  const first = text.length > 0 ? text.charCodeAt(0) : 32
  // Most texts start with a letter; only then is nothing else to be looked for.
  const isInked = (first > 32 && first < 127) || text.trim() !== ''
  return isInked && text.isWellFormed()
}
