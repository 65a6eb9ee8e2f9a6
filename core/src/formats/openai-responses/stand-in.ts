import { isObject, type JsonObject } from '../../model/json.ts'
import type { Call } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { resultTypes } from './items.ts'

/** One clear dot: a screen of which nothing is known. */
const blankScreen =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A result for a call that has none, in the form that its kind of tool wants. */
export function renderResult(call: Call, text: string): unknown {
  return resultOf(call, wordsFor(call.tool, text))
}

/** An item that answers a call, of the type that its kind of tool wants. */
export function resultOf(call: Call, said: JsonObject): JsonObject {
  const isLocalShell = isObject(call.raw) && call.raw.type === 'local_shell_call'
  const type = isLocalShell ? 'local_shell_call_output' : resultTypes[call.tool]
  return { type, call_id: call.id ?? '', ...said }
}

function wordsFor(tool: string, text: string): JsonObject {
  switch (tool) {
    case 'shell':
      return { output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exit_code: 1 } }] }
    case 'apply_patch':
      return { status: 'failed', output: text }
    case 'computer':
      return { output: { type: 'computer_screenshot', image_url: blankScreen } }
    case 'tool_search':
      return { execution: 'client', status: 'incomplete', tools: [] }
    default:
      return { output: text }
  }
}

/** Whether a result was written by a repairer in place of one that was never recorded. */
export function isStandInResult(raw: JsonObject, tool: string): boolean {
  if (tool === 'tool_search')
    return raw.status === 'incomplete' && Array.isArray(raw.tools) && raw.tools.length === 0
  const { output } = raw
  if (typeof output === 'string') return isStandIn(output)
  if (isObject(output)) return output.image_url === blankScreen
  const only: unknown = Array.isArray(output) && output.length === 1 ? output[0] : undefined
  const words = isObject(only) ? (tool === 'shell' ? only.stderr : only.text) : undefined
  return typeof words === 'string' && isStandIn(words)
}
