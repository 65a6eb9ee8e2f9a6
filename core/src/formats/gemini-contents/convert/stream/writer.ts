import type { StreamTask, StreamWriter } from '../../../../model/converter.ts'
import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../../model/json.ts'
import { type PartBeingWritten, streamWriter, type WireWriter } from '../../../stream-sink.ts'
import { writeError } from '../error.ts'
import { writeStop } from '../stop-reason.ts'
import { uncounted, writeUsage } from '../usage.ts'

/** Writes the chunks of a streamed answer; a call is written whole. */
export function writeStream(task: StreamTask): StreamWriter {
  return streamWriter('gemini-contents', contentWriter(task), task)
}

function contentWriter(task: StreamTask): WireWriter {
  let tail: JsonObject = {}
  const chunk = (parts: readonly unknown[], rest: JsonObject = {}): JsonObject => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
    ...tail,
  })
  return {
    uncounted,
    start: ({ id, model }) => {
      tail = present({ modelVersion: task.model ?? model, responseId: id })
      return []
    },
    open: ({ part }) => (part.kind === 'opaque' ? [chunk([part.raw])] : []),
    text: ({ part }, text) => (part.kind === 'call' ? [] : [chunk([wordsOf(part.kind, text)])]),
    // The signature of words comes with an empty text after them.
    proof: ({ part }, { value }) =>
      part.kind === 'call' ? [] : [chunk([{ ...wordsOf(part.kind, ''), thoughtSignature: value }])],
    close: (slot) => (slot.part.kind === 'call' ? [chunk([callOf(slot)])] : []),
    stop: ({ reason }, usage) => [
      { ...chunk([], { finishReason: writeStop(reason) }), usageMetadata: writeUsage(usage) },
    ],
    fail: (error) => [writeError(error)],
    ping: () => [],
  }
}

function wordsOf(kind: string, text: string): JsonObject {
  return kind === 'reasoning' ? { text, thought: true } : { text }
}

function callOf({ part, text, proof }: PartBeingWritten): JsonObject {
  if (part.kind !== 'call') return {}
  const { id, name = '', signature } = part
  const functionCall = present({ id, name, args: argumentsOf(text) })
  return present({ functionCall, thoughtSignature: proof?.value ?? signature?.value })
}

/** Arguments are an object here; what came before this writer has seen to it that they are JSON. */
function argumentsOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : { value }
  } catch {
    return { unparsed: text }
  }
}
