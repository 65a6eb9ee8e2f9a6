import type { WriteTask } from '../../../model/converter.ts'
import { present } from '../../../model/counts.ts'
import { type JsonObject, printJson } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralMedia,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  NeutralText,
} from '../../../model/neutral.ts'
import { writeEphemeral } from '../../cache-control.ts'
import { argumentsValue } from '../../call-arguments.ts'
import { withOwn } from '../../own-members.ts'
import { name } from '../name.ts'
import { writeSource } from './write-media.ts'

type ResultPart = NeutralResult['content'][number]

/** Writes one part as a block; undefined where this format cannot say it, which is noted. */
export function writeBlock(part: NeutralPart | ResultPart, task: WriteTask): JsonObject | undefined {
  const made = writeKnown(part, task)
  if (made === undefined) return undefined
  const own = withOwn(made, part.own, name)
  return part.mark === undefined ? own : { ...own, cache_control: writeEphemeral(part.mark) }
}

/** The blocks for some parts, or one string where they are one plain text. */
export function writeContent(
  parts: readonly (NeutralPart | ResultPart)[],
  task: WriteTask,
): string | readonly JsonObject[] {
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isPlain(only)) return only.text
  return parts.map((part) => writeBlock(part, task)).filter((block) => block !== undefined)
}

function isPlain(part: NeutralPart | ResultPart): part is NeutralText {
  const isBare = part.mark === undefined && part.own?.origin !== name
  return part.kind === 'text' && isBare && !part.citations?.some(({ origin }) => origin === name)
}

function writeKnown(part: NeutralPart | ResultPart, task: WriteTask): JsonObject | undefined {
  switch (part.kind) {
    case 'text':
      return writeText(part)
    case 'json':
      return { type: 'text', text: printJson(part.json) }
    case 'refusal':
      task.lose(part.at, 'kind of a refusal', 'The target has no refusals: its words are written as text.')
      return { type: 'text', text: part.text }
    case 'media':
      return writeMedia(part, task)
    case 'call':
      return writeCall(part)
    case 'result':
      return writeResult(part, task)
    case 'reasoning':
      return writeReasoning(part, task)
    case 'opaque':
      return part.origin === name ? (part.raw as JsonObject) : undefined
  }
}

function writeText({ text, citations = [] }: NeutralText): JsonObject {
  const own = citations.filter(({ origin }) => origin === name)
  return own.length === 0
    ? { type: 'text', text }
    : { type: 'text', text, citations: own.map(({ raw }) => raw) }
}

function writeMedia(part: NeutralMedia, task: WriteTask): JsonObject | undefined {
  const source = writeSource(part, task)
  if (source === undefined) return undefined
  if (part.media === 'image') return { type: 'image', source }
  return { type: 'document', source, ...(part.name === undefined ? {} : { title: part.name }) }
}

function writeCall(call: NeutralCall): JsonObject {
  const { id, name: tool } = call
  const input = argumentsValue(call)
  if (id !== undefined && tool !== undefined) return { type: 'tool_use', id, name: tool, input }
  return present({ type: 'tool_use', id, name: tool, input })
}

function writeResult(part: NeutralResult, task: WriteTask): JsonObject {
  const made: Record<string, unknown> = { type: 'tool_result' }
  if (part.id !== undefined) made.tool_use_id = part.id
  if (part.content.length > 0) made.content = writeContent(part.content, task)
  if (part.isError) made.is_error = true
  return made
}

/** Reasoning goes to Anthropic with its proof alone; copies of this API take it without. */
function writeReasoning(part: NeutralReasoning, task: WriteTask): JsonObject | undefined {
  const { text, proof } = part
  if (proof?.as === 'encrypted') return { type: 'redacted_thinking', data: proof.value }
  if (proof !== undefined) return { type: 'thinking', thinking: text, signature: proof.value }
  if (!signers.has(task.provider)) return { type: 'thinking', thinking: text }
  task.lose(part.at, 'reasoning', 'The target takes reasoning only with a signature of its own.')
  return undefined
}

const signers: ReadonlySet<string> = new Set(['anthropic', 'everywhere'])
