import { type Fields, fieldsOf, isFields, objectsIn } from './fields.ts'
import type { Wire, WireResult } from './wire.ts'

/** The AI SDK: results stand in messages of the tool, or inside the call where a chat shows them. */
export const aiSdk: Wire = {
  format: 'ai-sdk',
  root: 'messages',
  ties: ['toolCallId', 'tool_call_id', 'toolName', 'approvalId', 'approval', 'state'],

  isModels: (turn) => fieldsOf(turn).role === 'assistant',

  callsOf(turn) {
    const { role, content, parts } = fieldsOf(turn)
    if (role === 'user' || role === 'system') return []
    const sent = Array.isArray(parts) ? [] : objectsIn(content).filter(({ type }) => type === 'tool-call')
    const shown = shownIn(turn).map((call) => ({
      id: call.toolCallId,
      name: nameOf(call),
      holds: inputOf(call),
    }))
    return [
      ...sent.map((call) => ({ id: call.toolCallId, name: call.toolName, holds: inputOf(call) })),
      ...shown,
    ]
  },

  resultsOf(turn) {
    const { content, parts } = fieldsOf(turn)
    const sent = Array.isArray(parts) ? [] : objectsIn(content).filter(({ type }) => type === 'tool-result')
    return [
      ...sent.map(resultOf),
      ...(sent.length === 0 ? wholeOf(turn) : []),
      ...shownIn(turn).flatMap(answerOf),
    ]
  },
}

function inputOf({ input, rawInput, args }: Fields): unknown {
  return input ?? rawInput ?? args
}

function resultOf({ toolCallId, output, result }: Fields): WireResult {
  return { id: toolCallId, holds: isFields(output) ? output.value : (output ?? result) }
}

/** A tool's message that is one result as a whole, as other formats have it. */
function wholeOf(turn: unknown): readonly WireResult[] {
  const { role, toolCallId, tool_call_id, content, result } = fieldsOf(turn)
  const id = toolCallId || tool_call_id
  return role === 'tool' && id !== undefined ? [{ id, holds: content ?? result }] : []
}

/** The calls of a message that a chat shows, each with its result inside. */
function shownIn(turn: unknown): readonly Fields[] {
  const { parts, toolInvocations } = fieldsOf(turn)
  if (!Array.isArray(parts)) return objectsIn(toolInvocations)
  return objectsIn(parts).flatMap((part) => {
    if (part.type === 'tool-invocation') return isFields(part.toolInvocation) ? [part.toolInvocation] : []
    return part.type === 'dynamic-tool' || String(part.type).startsWith('tool-') ? [part] : []
  })
}

function nameOf({ type, toolName }: Fields): unknown {
  const isInType = typeof type === 'string' && type.startsWith('tool-')
  return toolName ?? (isInType ? type.slice('tool-'.length) : undefined)
}

function answerOf({ toolCallId, output, errorText, result }: Fields): readonly WireResult[] {
  const holds = output ?? errorText ?? result
  return holds === undefined ? [] : [{ id: toolCallId, holds }]
}
