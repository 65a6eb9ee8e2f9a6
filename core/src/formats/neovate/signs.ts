import type { Sign } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { isMessage, messagesOf } from '../messages.ts'
import { isLegacyResult } from './words.ts'

/** The signs of this format that a message shows: how results are held, and that messages name the one before them. */
export function signOf(turn: unknown): Sign {
  if (!isObject(turn)) return undefined
  const parts: readonly unknown[] = Array.isArray(turn.content) ? turn.content : []
  if (parts.some(isOwnResult)) return 'sure'
  return isLinked(turn) || parts.some((part) => isCall(part) || isBareResult(part)) ? 'some' : undefined
}

/**
 * How surely a document is of this format.
 *
 * A bare list of calls as one API writes them, with results nearly as another does, is Neovate's; so is one whose
 * messages have names. A request body is the API's own, unless its results are as nobody else writes them, or its messages
 * name each other.
 */
export function recognises(document: unknown): number {
  const turns = messagesOf(document)
  if (turns === undefined || (turns.length > 0 && !turns.some(isMessage))) return 0
  if (turns.some((turn) => signOf(turn) === 'sure' || isLinked(turn))) return 1
  return Array.isArray(document) && (isMixed(document) || isNamed(document)) ? 1 : 0.05
}

/** Whether calls and results are each in the shape that Neovate alone has side by side. */
function isMixed(turns: readonly unknown[]): boolean {
  return (
    turns.some((turn) => holds(turn, 'assistant', isCall)) &&
    turns.some((turn) => holds(turn, 'tool', isBareResult))
  )
}

/** Whether each message has a name of its own, and one of them calls. */
function isNamed(turns: readonly unknown[]): boolean {
  const isNameless = (turn: unknown): boolean => !isObject(turn) || nonEmpty(turn.uuid) === undefined
  return !turns.some(isNameless) && turns.some((turn) => holds(turn, 'assistant', isCall))
}

function holds(turn: unknown, role: string, isWanted: (part: unknown) => boolean): boolean {
  return isObject(turn) && turn.role === role && Array.isArray(turn.content) && turn.content.some(isWanted)
}

/** Whether a message names its own place among others, as no API's messages do. */
function isLinked(turn: unknown): boolean {
  if (!isObject(turn) || typeof turn.role !== 'string' || nonEmpty(turn.uuid) === undefined) return false
  return turn.parentUuid === null || nonEmpty(turn.parentUuid) !== undefined
}

function isCall(part: unknown): boolean {
  return isObject(part) && part.type === 'tool_use' && typeof part.name === 'string'
}

/** Whether a part is a result without an output of its own, which the AI SDK's have. */
function isBareResult(part: unknown): boolean {
  if (!isObject(part) || part.type !== 'tool-result' || nonEmpty(part.toolCallId) === undefined) return false
  return part.result !== undefined || part.output === undefined
}

/** Whether a part is a result as nobody else writes it. */
function isOwnResult(part: unknown): boolean {
  if (!isObject(part)) return false
  return isBareResult(part) ? saysToModel(part) : isLegacyResult(part) && isLegacy(part)
}

function saysToModel({ result }: JsonObject): boolean {
  return isObject(result) && result.llmContent !== undefined
}

function isLegacy({ id, tool_use_id: other, result }: JsonObject): boolean {
  return nonEmpty(id) !== undefined && other === undefined && result !== undefined
}
