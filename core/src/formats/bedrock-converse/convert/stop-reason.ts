import type { StopReason } from '../../../model/neutral-answer.ts'

const reasons: ReadonlyMap<unknown, StopReason> = new Map([
  ['end_turn', 'end'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'limit'],
  ['model_context_window_exceeded', 'context'],
  ['tool_use', 'calls'],
  ['guardrail_intervened', 'refusal'],
  ['content_filtered', 'refusal'],
  ['malformed_model_output', 'error'],
  ['malformed_tool_use', 'error'],
])

const words: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  stop: 'stop_sequence',
  limit: 'max_tokens',
  context: 'model_context_window_exceeded',
  calls: 'tool_use',
  refusal: 'content_filtered',
  pause: 'end_turn',
  error: 'end_turn',
  unknown: 'end_turn',
}

/** Reads `stopReason`. */
export function readStop(word: unknown): StopReason {
  return reasons.get(word) ?? 'unknown'
}

export function writeStop(stop: StopReason): string {
  return words[stop]
}
