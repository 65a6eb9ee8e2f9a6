import type { StreamTask, StreamWriter } from '../../../../model/converter.ts'
import type { JsonObject } from '../../../../model/json.ts'
import type { StartedPart } from '../../../../model/neutral-stream.ts'
import { type PartBeingWritten, streamWriter, type WireWriter } from '../../../stream-sink.ts'
import { writeError } from '../error.ts'
import { writeStop } from '../stop-reason.ts'
import { uncounted, writeUsage } from '../usage.ts'

/** Writes the events of a streamed message, one block after the other. */
export function writeStream(task: StreamTask): StreamWriter {
  return streamWriter('anthropic-messages', messageWriter(task), task)
}

function messageWriter({ model, inputTokens }: StreamTask): WireWriter {
  return {
    uncounted,
    tellsStopSequence: true,
    start: (event, usage) => {
      const counted = inputTokens === undefined ? usage : { input: inputTokens, ...usage }
      const head = {
        id: event.id ?? 'msg_0',
        type: 'message',
        role: 'assistant',
        model: model ?? event.model ?? '',
      }
      const rest = { content: [], stop_reason: null, stop_sequence: null, usage: writeUsage(counted) }
      return [{ type: 'message_start', message: { ...head, ...rest } }]
    },
    open: ({ index, part }) => [{ type: 'content_block_start', index, content_block: blockOf(part) }],
    text: (slot, text) => [deltaOf(slot, pieceOf(slot.part, text))],
    proof: (slot, { as, value }) =>
      as === 'signature'
        ? [deltaOf(slot, { type: 'signature_delta', signature: value })]
        : slot.part.kind === 'reasoning' && slot.part.proof !== undefined
          ? []
          : undefined,
    close: ({ index }) => [{ type: 'content_block_stop', index }],
    stop: ({ reason, stopSequence }, usage) => [
      {
        type: 'message_delta',
        delta: { stop_reason: writeStop(reason, stopSequence), stop_sequence: stopSequence ?? null },
        usage: writeUsage(usage),
      },
      { type: 'message_stop' },
    ],
    fail: (error) => [writeError(error)],
    ping: () => [{ type: 'ping' }],
  }
}

function blockOf(part: StartedPart): unknown {
  switch (part.kind) {
    case 'opaque':
      return part.raw
    case 'call':
      return { type: 'tool_use', id: part.id ?? '', name: part.name ?? '', input: {} }
    case 'reasoning':
      return part.proof?.as === 'encrypted'
        ? { type: 'redacted_thinking', data: part.proof.value }
        : { type: 'thinking', thinking: '', signature: '' }
    // A refusal is told by the stop reason; its words are words.
    case 'text':
    case 'refusal':
      return { type: 'text', text: '' }
  }
}

function pieceOf(part: StartedPart, text: string): JsonObject {
  if (part.kind === 'call') return { type: 'input_json_delta', partial_json: text }
  if (part.kind === 'reasoning') return { type: 'thinking_delta', thinking: text }
  return { type: 'text_delta', text }
}

function deltaOf({ index }: PartBeingWritten, delta: JsonObject): unknown {
  return { type: 'content_block_delta', index, delta }
}
