import { isObject, type JsonObject } from '../../../model/json.ts'
import type { StopReason } from '../../../model/neutral-answer.ts'

/** Reads why a response ended, from its `status` and `incomplete_details`. */
export function readStop(response: JsonObject, hasCalls: boolean): StopReason {
  const { status, incomplete_details: details } = response
  if (status === 'incomplete') return incompleteReason(isObject(details) ? details.reason : undefined)
  if (status === 'failed' || status === 'cancelled') return 'error'
  return hasCalls ? 'calls' : 'end'
}

function incompleteReason(reason: unknown): StopReason {
  return reason === 'max_output_tokens' ? 'limit' : reason === 'content_filter' ? 'refusal' : 'unknown'
}

/** The members of a response that say why it ended. */
export function writeStop(stop: StopReason): JsonObject {
  if (stop === 'limit' || stop === 'context')
    return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  if (stop === 'refusal') return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
  return { status: 'completed', incomplete_details: null }
}
