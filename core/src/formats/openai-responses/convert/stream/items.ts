import { present } from '../../../../model/counts.ts'
import { isObject, type JsonObject } from '../../../../model/json.ts'
import type { StartedCall, StartedPart } from '../../../../model/neutral-stream.ts'
import { namespaceOf } from '../../../../model/tool-namespace.ts'
import type { PartBeingWritten } from '../../../stream-sink.ts'
import { annotationOf } from '../write-content.ts'

/** The events with which an item begins; the part of a thought begins with its first words, if it has any. */
export function openEvents(slot: PartBeingWritten, id: string): readonly JsonObject[] {
  const { part, index } = slot
  const added = { type: 'response.output_item.added', output_index: index, item: emptyItem(part, id) }
  return part.kind === 'reasoning' ? [added] : [added, ...partEvents(slot, id, 'added', '')]
}

/** The events for a piece of an item's text. */
export function pieceEvents(slot: PartBeingWritten, id: string, delta: string): readonly JsonObject[] {
  const { part, text } = slot
  const isFirst = part.kind === 'reasoning' && text === delta
  const more = part.kind === 'text' ? { logprobs: [] } : {}
  const piece = { type: `response.${textName(part)}.delta`, ...insideOf(slot, id), delta, ...more }
  return isFirst ? [...partEvents(slot, id, 'added', ''), piece] : [piece]
}

/** The event for a source of an item's words; undefined where it has no address that this wire could name. */
export function sourceEvents(slot: PartBeingWritten, id: string, annotation: unknown): readonly JsonObject[] {
  const spot = { ...insideOf(slot, id), annotation_index: slot.citations.length }
  return [{ type: 'response.output_text.annotation.added', ...spot, annotation }]
}

/** The events with which an item ends. */
export function itemEvents(slot: PartBeingWritten, id: string): readonly JsonObject[] {
  const { part, index, text } = slot
  const done = { type: 'response.output_item.done', output_index: index, item: itemOf(slot, id) }
  if (part.kind === 'opaque' || (part.kind === 'reasoning' && text === '')) return [done]
  const more = part.kind === 'text' ? { logprobs: [] } : {}
  const whole = {
    type: `response.${textName(part)}.done`,
    ...insideOf(slot, id),
    ...wholeOf(part, text),
    ...more,
  }
  return [whole, ...partEvents(slot, id, 'done', text), done]
}

/** The event about the part inside an item; calls have none. */
function partEvents(
  slot: PartBeingWritten,
  id: string,
  at: 'added' | 'done',
  text: string,
): readonly JsonObject[] {
  const { part } = slot
  if (part.kind === 'call' || part.kind === 'opaque') return []
  const name = part.kind === 'reasoning' ? 'reasoning_summary_part' : 'content_part'
  return [{ type: `response.${name}.${at}`, ...insideOf(slot, id), part: contentOf(slot, text) }]
}

/** The complete item. */
export function itemOf(slot: PartBeingWritten, id: string): unknown {
  const { part, text, proof } = slot
  switch (part.kind) {
    case 'opaque':
      return part.raw
    case 'call':
      return { ...callItem(part, id, text), status: 'completed' }
    case 'reasoning':
      return present({
        id,
        type: 'reasoning',
        summary: text === '' ? [] : [contentOf(slot, text)],
        encrypted_content: proof?.value,
      })
    case 'text':
    case 'refusal':
      return { ...messageItem(id, [contentOf(slot, text)]), status: 'completed' }
  }
}

function emptyItem(part: StartedPart, id: string): unknown {
  if (part.kind === 'opaque') return isObject(part.raw) ? { ...part.raw } : part.raw
  if (part.kind === 'call') return { ...callItem(part, id, ''), status: 'in_progress' }
  if (part.kind === 'reasoning') return { id, type: 'reasoning', summary: [] }
  return { ...messageItem(id, []), status: 'in_progress' }
}

function callItem({ id: call_id = '', name = '', tool }: StartedCall, id: string, text: string): JsonObject {
  return tool === 'custom'
    ? { id, type: 'custom_tool_call', call_id, ...namespaceOf(name), input: text }
    : { id, type: 'function_call', call_id, ...namespaceOf(name), arguments: text }
}

function messageItem(id: string, content: readonly unknown[]): JsonObject {
  return { id, type: 'message', role: 'assistant', content }
}

function contentOf({ part: { kind }, citations }: PartBeingWritten, text: string): JsonObject {
  if (kind === 'reasoning') return { type: 'summary_text', text }
  if (kind === 'refusal') return { type: 'refusal', refusal: text }
  const annotations = citations.map((citation) => annotationOf(citation, text.length))
  return { type: 'output_text', text, annotations, logprobs: [] }
}

function textName(part: StartedPart): string {
  if (part.kind === 'call')
    return part.tool === 'custom' ? 'custom_tool_call_input' : 'function_call_arguments'
  if (part.kind === 'reasoning') return 'reasoning_summary_text'
  return part.kind === 'refusal' ? 'refusal' : 'output_text'
}

function wholeOf(part: StartedPart, text: string): JsonObject {
  if (part.kind === 'refusal') return { refusal: text }
  if (part.kind !== 'call') return { text }
  return part.tool === 'custom'
    ? { input: text }
    : { name: namespaceOf(part.name ?? '').name, arguments: text }
}

function insideOf({ part, index }: PartBeingWritten, id: string): JsonObject {
  const spot = { item_id: id, output_index: index }
  if (part.kind === 'call') return spot
  return part.kind === 'reasoning' ? { ...spot, summary_index: 0 } : { ...spot, content_index: 0 }
}
