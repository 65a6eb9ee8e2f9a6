import type { WriteTask } from '../../model/converter.ts'
import type { JsonObject } from '../../model/json.ts'
import type { NeutralCall, NeutralPart, NeutralReasoning } from '../../model/neutral.ts'
import { argumentsText, argumentsWords } from '../call-arguments.ts'
import { withOwn } from '../own-members.ts'
import { name } from './name.ts'
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
  const calls = parts.filter((part) => part.kind === 'call')
  const refusals = parts.filter((part) => part.kind === 'refusal')
  const thoughts = parts.filter((part) => part.kind === 'reasoning')
  const said = parts.filter((part) => !isApart(part, refusals.length === 1) && isSayable(part, task))
  const content = writeContent(said, task)
  const reasoning = writeReasoning(thoughts, task)
  const strays = parts.filter((part) => part.kind === 'opaque' && isStray(part.at?.at(-1)))
  return {
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(content === undefined ? {} : { content }),
    ...(refusals.length === 1 && refusals[0] !== undefined ? { refusal: refusals[0].text } : {}),
    ...Object.fromEntries(strays.map((part) => [part.at?.at(-1), part.kind === 'opaque' ? part.raw : null])),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(writeCall) }),
  }
}

function isStray(step: unknown): boolean {
  return typeof step === 'string' && step !== 'content'
}

/** Whether a part stands in a member of its own, beside the content. */
function isApart(part: NeutralPart, isOnlyRefusal: boolean): boolean {
  if (part.kind === 'refusal') return isOnlyRefusal
  if (part.kind === 'opaque') return part.origin !== name || isStray(part.at?.at(-1))
  return part.kind === 'call' || part.kind === 'reasoning' || part.kind === 'result'
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
  const { id, name: tool } = call
  const called = tool === undefined ? {} : { name: tool }
  const made =
    call.tool === 'custom'
      ? { type: 'custom', custom: { ...called, input: argumentsWords(call) } }
      : { type: 'function', function: { ...called, arguments: argumentsText(call) } }
  const signed =
    call.signature === undefined
      ? {}
      : { extra_content: { google: { thought_signature: call.signature.value } } }
  return withOwn({ ...(id === undefined ? {} : { id }), ...made, ...signed }, call.own, name)
}
