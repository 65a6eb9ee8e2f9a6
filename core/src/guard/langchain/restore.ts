import { isObject, type JsonObject } from '../../model/json.ts'
import { copyWith } from '../clients/copy.ts'
import type { Message, Viewed } from './view.ts'

/** The messages that a repaired view stands for; those that are untouched are the given ones. */
export function restore(
  mended: readonly unknown[],
  view: readonly unknown[],
  messages: readonly unknown[],
): readonly unknown[] {
  return mended.map((message) => {
    if (!isObject(message)) return message
    if (typeof message.origin !== 'number') return made(message)
    const original = messages[message.origin]
    const isSame = message === view[message.origin]
    return isSame || !isObject(original) ? original : changed(original, message)
  })
}

/** A message that was not there before, in the plain form that every model of LangChain takes. */
function made(message: Viewed): JsonObject {
  return message.role === 'tool' ? { ...message, status: 'error' } : message
}

/** A message of the same class with the ids and calls that it has now. */
function changed(original: Message, { role, tool_calls: calls, tool_call_id }: Viewed): Message {
  if (role === 'tool') return withMembers(original, { tool_call_id })
  const held = new HeldOutcomes(original.tool_calls, calls)
  const { content, additional_kwargs: kwargs, tool_calls: before } = original
  const members = { tool_calls: held.rewritten(before), content: held.rewritten(content) }
  // Beside its calls, a message may keep them as the provider wrote them.
  if (!isObject(kwargs) || !Array.isArray(kwargs.tool_calls)) return withMembers(original, members)
  const written = { ...kwargs, tool_calls: held.rewritten(kwargs.tool_calls) }
  return withMembers(original, { ...members, additional_kwargs: written })
}

/** The outcome of the calls of a message; ids may repeat, so each is known by its id and its turn. */
class HeldOutcomes {
  readonly #fates: ReadonlyMap<unknown, readonly unknown[]>

  constructor(before: unknown, after: unknown) {
    const left = new Map(listOf(after).map((call) => [call.origin, call.id]))
    const fates = new Map<unknown, unknown[]>()
    listOf(before).forEach(({ id }, origin) => {
      fates.set(id, [...(fates.get(id) ?? []), left.get(origin)])
    })
    this.#fates = fates
  }

  /** A list in which each call has its new id, and those that are gone are gone; all else stays. */
  rewritten(list: unknown): unknown {
    if (!Array.isArray(list)) return list
    const turns = new Map<unknown, number>()
    return list.flatMap((piece) => {
      const fates = isObject(piece) && piece.id !== undefined ? this.#fates.get(piece.id) : undefined
      if (fates === undefined) return [piece]
      const turn = turns.get(piece.id) ?? 0
      turns.set(piece.id, turn + 1)
      const id = fates[Math.min(turn, fates.length - 1)]
      return id === undefined ? [] : [id === piece.id ? piece : { ...piece, id }]
    })
  }
}

function listOf(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

/** The message with other members, in what it is printed from too. */
function withMembers(original: Message, members: JsonObject): Message {
  const { lc_kwargs: kwargs } = original
  return copyWith(original, isObject(kwargs) ? { ...members, lc_kwargs: { ...kwargs, ...members } } : members)
}
