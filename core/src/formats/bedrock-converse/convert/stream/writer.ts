import type { StreamTask, StreamWriter } from '../../../../model/converter.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { type PartBeingWritten, streamWriter, type WireWriter } from '../../../stream-sink.ts'
import { writeStop } from '../stop-reason.ts'
import { uncounted, writeUsage } from '../usage.ts'
import { writeCitation } from '../write-blocks.ts'

/** Writes the events of a streamed answer, each an object with its name as the one member. */
export function writeStream(task: StreamTask): StreamWriter {
  return streamWriter('bedrock-converse', converseWriter, task)
}

const converseWriter: WireWriter = {
  uncounted,
  start: () => [{ messageStart: { role: 'assistant' } }],
  open: ({ index, part }) =>
    part.kind === 'call'
      ? [
          {
            contentBlockStart: {
              contentBlockIndex: index,
              start: { toolUse: { toolUseId: part.id ?? '', name: part.name ?? '' } },
            },
          },
        ]
      : [],
  text: (slot, text) => [deltaOf(slot, pieceOf(slot, text))],
  proof: (slot, { as, value }) => [
    deltaOf(slot, {
      reasoningContent: as === 'signature' ? { signature: value } : { redactedContent: value },
    }),
  ],
  cite: (slot, citation) => {
    const made = writeCitation(citation)
    return made === undefined ? undefined : [deltaOf(slot, { citation: made })]
  },
  close: ({ index }) => [{ contentBlockStop: { contentBlockIndex: index } }],
  stop: ({ reason }, usage) => [
    { messageStop: { stopReason: writeStop(reason) } },
    { metadata: { usage: writeUsage(usage), metrics: { latencyMs: 0 } } },
  ],
  fail: ({ message }) => [{ modelStreamErrorException: { message } }],
  ping: () => [],
}

function pieceOf({ part }: PartBeingWritten, text: string): JsonObject {
  if (part.kind === 'call') return { toolUse: { input: text } }
  return part.kind === 'reasoning' ? { reasoningContent: { text } } : { text }
}

function deltaOf({ index }: PartBeingWritten, delta: JsonObject): unknown {
  return { contentBlockDelta: { contentBlockIndex: index, delta } }
}
