import type { StreamTask, StreamWriter } from '../../../../model/converter.ts'
import type { JsonObject } from '../../../../model/json.ts'
import type { StartedPart } from '../../../../model/neutral-stream.ts'
import {
  type PartBeingWritten,
  type StreamStart,
  streamWriter,
  type WireWriter,
} from '../../../stream-sink.ts'
import { annotationOf } from '../answer.ts'
import { writeError } from '../error.ts'
import { writeStop } from '../stop-reason.ts'
import { uncounted, writeUsage } from '../usage.ts'

/** Writes the chunks of a streamed completion. */
export function writeStream(task: StreamTask): StreamWriter {
  return streamWriter('openai-chat', completionWriter(task), task)
}

function completionWriter(task: StreamTask): WireWriter {
  let head = headOf({ kind: 'start' }, task)
  // Calls are numbered by themselves.
  const positions = new Map<PartBeingWritten, number>()
  // Member by member: a spread is slower than all the rest of a piece.
  const chunk = (delta: unknown, finish: string | null = null): JsonObject => ({
    id: head.id,
    object: head.object,
    created: head.created,
    model: head.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })
  return {
    uncounted,
    start: (event) => {
      head = headOf(event, task)
      return [chunk({ role: 'assistant', content: '' })]
    },
    open: (slot) => {
      if (slot.part.kind !== 'call') return []
      const index = positions.size
      positions.set(slot, index)
      if (task.wholeCalls === true) return []
      return [chunk({ tool_calls: [{ index, ...callOf(slot.part) }] })]
    },
    text: (slot, text) =>
      task.wholeCalls === true && slot.part.kind === 'call'
        ? []
        : [chunk(deltaOf(slot, text, positions.get(slot)))],
    // No member holds a proof.
    proof: () => undefined,
    cite: ({ text }, citation) => {
      const annotation = annotationOf(citation, text.length)
      return annotation === undefined ? undefined : [chunk({ annotations: [annotation] })]
    },
    close: (slot) =>
      task.wholeCalls === true && slot.part.kind === 'call'
        ? [chunk({ tool_calls: [{ index: positions.get(slot), ...callOf(slot.part, slot.text) }] })]
        : [],
    stop: ({ reason }, usage) => [
      chunk({}, writeStop(reason)),
      ...(task.wantsUsage === false ? [] : [{ ...head, choices: [], usage: writeUsage(usage) }]),
      '[DONE]',
    ],
    fail: (error) => [writeError(error), '[DONE]'],
    ping: () => [],
  }
}

interface Head {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly model: string
}

function headOf({ id = 'chatcmpl-0', created = 0, model = '' }: StreamStart, task: StreamTask): Head {
  return {
    id,
    object: 'chat.completion.chunk',
    created: task.created ?? created,
    model: task.model ?? model,
  }
}

function callOf(
  { id = '', name = '', tool }: Extract<StartedPart, { readonly kind: 'call' }>,
  text = '',
): JsonObject {
  return tool === 'custom'
    ? { id, type: 'custom', custom: { name, input: text } }
    : { id, type: 'function', function: { name, arguments: text } }
}

function deltaOf({ part }: PartBeingWritten, text: string, index: number | undefined): JsonObject {
  if (part.kind === 'refusal') return { refusal: text }
  if (part.kind === 'reasoning') return { reasoning_content: text }
  if (part.kind !== 'call') return { content: text }
  const piece = part.tool === 'custom' ? { custom: { input: text } } : { function: { arguments: text } }
  return { tool_calls: [{ index, ...piece }] }
}
