import { isObject, type JsonObject, printJson } from '../../model/json.ts'
import { unfoldingBy } from '../folded.ts'
import type { ForeignCall } from '../foreign.ts'
import { renderOutput, renderResult, renderText } from './render.ts'

const unfolding = unfoldingBy({
  own: 'chat',
  renderResult,
  renderOutput,
  renderText,
  renderCalls: (words, calls) => [
    {
      role: 'assistant',
      content: words.length === 0 ? null : words.join('\n\n'),
      tool_calls: calls.map(callOf),
    },
  ],
  renderWords: (words) => ({ role: 'user', content: words.join('\n\n') }),
})

/** The messages that this API would have in place of one that another API would have written. */
export function unfold(raw: unknown): readonly unknown[] {
  return unfolded(raw) ?? [raw]
}

/** The same, undefined where it is not foreign. */
export function unfolded(raw: unknown): readonly unknown[] | undefined {
  return isObject(raw) && !speaksOwn(raw) ? unfolding(raw) : undefined
}

/** A message that certainly another API would have written, as this one writes it; undefined where it takes several. */
export function ownTurn(raw: unknown): unknown {
  // Gateways take the blocks of others in a content.
  if (!isObject(raw) || Array.isArray(raw.content)) return undefined
  const messages = unfolded(raw)
  return messages?.length === 1 ? messages[0] : undefined
}

/** A message that answers a call or calls in this API's own way says all that counts. */
function speaksOwn({ role, tool_calls: calls, tool_call_id: id }: JsonObject): boolean {
  return (role === 'tool' && id !== undefined) || (calls ?? null) !== null
}

function callOf({ id, name, arguments: given }: ForeignCall): unknown {
  const text = typeof given === 'string' ? given : printJson(given ?? {})
  return { id: id ?? '', type: 'function', function: { name: name ?? '', arguments: text } }
}
