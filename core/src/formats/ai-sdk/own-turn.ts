import { isObject } from '../../model/json.ts'
import { argumentsOf } from '../foreign.ts'
import { ownTurnOf } from '../own-turn.ts'
import { renderOutput, renderResult, renderText, renderTurn } from './render.ts'

const written = ownTurnOf({
  own: 'ai-sdk',
  renderTurn,
  renderText,
  renderResult,
  renderOutput,
  renderCall: (call) => ({
    type: 'tool-call',
    toolCallId: call.id ?? '',
    toolName: call.name ?? '',
    input: argumentsOf(call),
  }),
})

/** A message that other APIs would have written, as the SDK writes it. */
export function ownTurn(raw: unknown): unknown {
  if (!isObject(raw) || raw.toolInvocations !== undefined || isShown(raw.parts)) return undefined
  // The SDK reads over members that it does not know, and a message of the tool's is looked at by itself.
  const { tool_calls: _calls, ...message } = raw
  return raw.role === 'tool' ? undefined : written(message)
}

/** Whether these are the parts of a message that a chat shows: each has a type. */
function isShown(parts: unknown): boolean {
  return Array.isArray(parts) && parts.some((part) => isObject(part) && part.type !== undefined)
}
