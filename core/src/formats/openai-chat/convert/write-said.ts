import type { WriteTask } from '../../../model/converter.ts'
import type { JsonObject } from '../../../model/json.ts'
import type { NeutralCall, NeutralPart, NeutralReasoning } from '../../../model/neutral.ts'
import { argumentsText, argumentsWords } from '../../call-arguments.ts'
import { withOwn } from '../../own-members.ts'
import { name } from '../name.ts'
import { loseMarks, writeContent } from './write-content.ts'

/** The APIs of this format that take the model's reasoning back. */
const reasoners: ReadonlySet<string> = new Set([
  'deepseek',
  'kimi',
  'glm',
  'qwen',
  'minimax',
  'vllm',
  'llama-cpp',
])

/** The members of an assistant's message for what the model says. */
export function writeSaid(parts: readonly NeutralPart[], task: WriteTask): JsonObject {
  loseMarks(parts, task)
  const isOnlyRefusal = parts.filter(({ kind }) => kind === 'refusal').length === 1
  const said: NeutralPart[] = []
  const thoughts: NeutralReasoning[] = []
  const calls: JsonObject[] = []
  const made: Record<string, unknown> = {}
  for (const part of parts) {
    if (part.kind === 'call') calls.push(writeCall(part))
    else if (part.kind === 'reasoning') thoughts.push(part)
    else if (part.kind === 'refusal' && isOnlyRefusal) made.refusal = part.text
    else if (part.kind === 'opaque' && isStray(part.at?.at(-1))) {
      if (part.origin === name) made[String(part.at?.at(-1))] = part.raw
    } else if (part.kind !== 'result' && isSayable(part, task)) said.push(part)
  }
  const reasoning = thoughts.length === 0 ? undefined : writeReasoning(thoughts, task)
  const content = writeContent(said, task)
  if (reasoning !== undefined) made.reasoning_content = reasoning
  if (content !== undefined) made.content = content
  if (calls.length > 0) made.tool_calls = calls
  return made
}

function isStray(step: unknown): boolean {
  return typeof step === 'string' && step !== 'content'
}

/** The model can say words alone here. */
function isSayable(part: NeutralPart, task: WriteTask): boolean {
  if (part.kind !== 'media') return true
  task.lose(part.at, part.media, 'The target takes none from the model.')
  return false
}

function writeReasoning(thoughts: readonly NeutralReasoning[], task: WriteTask): string | undefined {
  if (thoughts.length === 0) return undefined
  if (reasoners.has(task.provider)) return thoughts.map(({ text }) => text).join('\n\n')
  for (const { at } of thoughts) task.lose(at, 'reasoning', 'The target does not take reasoning back.')
  return undefined
}

function writeCall(call: NeutralCall): JsonObject {
  const { id, name: tool, signature } = call
  const isCustom = call.tool === 'custom'
  const inner: Record<string, unknown> = tool === undefined ? {} : { name: tool }
  inner[isCustom ? 'input' : 'arguments'] = isCustom ? argumentsWords(call) : argumentsText(call)
  const kind = isCustom ? 'custom' : 'function'
  const made: Record<string, unknown> =
    id === undefined ? { type: kind, [kind]: inner } : { id, type: kind, [kind]: inner }
  if (signature !== undefined) made.extra_content = { google: { thought_signature: signature.value } }
  return withOwn(made, call.own, name)
}
