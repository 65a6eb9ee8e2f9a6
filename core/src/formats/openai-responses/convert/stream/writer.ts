import type { StreamTask, StreamWriter } from '../../../../model/converter.ts'
import type { JsonObject } from '../../../../model/json.ts'
import type { NeutralUsage, StopReason } from '../../../../model/neutral-answer.ts'
import {
  type PartBeingWritten,
  type StreamStart,
  streamWriter,
  type WireWriter,
} from '../../../stream-sink.ts'
import { failureOf } from '../error.ts'
import { writeStop } from '../stop-reason.ts'
import { uncounted, writeUsage } from '../usage.ts'
import { annotationOf } from '../write-content.ts'
import { itemEvents, itemOf, openEvents, pieceEvents, sourceEvents } from './items.ts'

/** Writes the events of a streamed response; the last one holds the whole response. */
export function writeStream(task: StreamTask): StreamWriter {
  return streamWriter('openai-responses', responseWriter(task), task)
}

function responseWriter(task: StreamTask): WireWriter {
  let head: JsonObject = headOf({ kind: 'start' }, task)
  let token = '0'
  let sequence = 0
  const output: unknown[] = []
  const numbered = (events: readonly JsonObject[]): readonly JsonObject[] =>
    events.map((event) => ({ ...event, sequence_number: sequence++ }))
  const responseNow = (rest: JsonObject): JsonObject => ({ ...head, output: [...output], ...rest })
  return {
    uncounted,
    start: (event) => {
      token = tokenOf(event.id)
      head = headOf(event, task)
      const response = responseNow({ status: 'in_progress', usage: null })
      return numbered([
        { type: 'response.created', response },
        { type: 'response.in_progress', response },
      ])
    },
    open: (slot) => numbered(openEvents(slot, idOf(slot, token))),
    text: (slot, text) => numbered(pieceEvents(slot, idOf(slot, token), text)),
    // An item shows its proof when it is complete.
    proof: () => [],
    cite: (slot, citation) => {
      const annotation = annotationOf(citation, slot.text.length)
      return annotation === undefined
        ? undefined
        : numbered(sourceEvents(slot, idOf(slot, token), annotation))
    },
    close: (slot) => {
      output.push(itemOf(slot, idOf(slot, token)))
      return numbered(itemEvents(slot, idOf(slot, token)))
    },
    stop: ({ reason }, usage) => numbered([lastEvent(reason, usage, responseNow)]),
    fail: (error) =>
      numbered([
        {
          type: 'response.failed',
          response: responseNow({ status: 'failed', error: failureOf(error), usage: null }),
        },
      ]),
    ping: () => [],
  }
}

function lastEvent(
  reason: StopReason,
  usage: NeutralUsage,
  responseNow: (rest: JsonObject) => JsonObject,
): JsonObject {
  const ending = writeStop(reason)
  const type = ending.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return { type, response: responseNow({ ...ending, usage: writeUsage(usage) }) }
}

function headOf({ id, created = 0, model = '' }: StreamStart, task: StreamTask): JsonObject {
  return {
    id: `resp_${tokenOf(id)}`,
    object: 'response',
    created_at: task.created ?? created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: task.model ?? model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    metadata: {},
  }
}

/** The part of an id that tells answers apart, in letters that ids of this API may have. */
function tokenOf(id = '0'): string {
  return id.replace(/^(?:resp_|msg_|chatcmpl-)/, '').replace(/[^a-zA-Z0-9_-]/g, '-') || '0'
}

const prefixes: Readonly<Record<string, string>> = { call: 'fc', reasoning: 'rs' }

function idOf({ part, index }: PartBeingWritten, token: string): string {
  const isCustom = part.kind === 'call' && part.tool === 'custom'
  return `${isCustom ? 'ctc' : (prefixes[part.kind] ?? 'msg')}_${token}_${index}`
}
