import type { StopReason } from '../../../model/neutral-answer.ts'

const reasons: ReadonlyMap<unknown, StopReason> = new Map([
  ['end_turn', 'end'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'limit'],
  ['model_context_window_exceeded', 'context'],
  ['tool_use', 'calls'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
])

const words: Readonly<Record<StopReason, string>> = {
  end: 'end_turn',
  stop: 'stop_sequence',
  limit: 'max_tokens',
  context: 'model_context_window_exceeded',
  calls: 'tool_use',
  refusal: 'refusal',
  pause: 'pause_turn',
  error: 'end_turn',
  unknown: 'end_turn',
}

/** Reads `stop_reason`. */
export function readStop(word: unknown): StopReason {
  return reasons.get(word) ?? 'unknown'
}

/** The word for a stop; a stop sequence that is not named cannot be told, so it is an end. */
export function writeStop(stop: StopReason, stopSequence?: string): string {
  return stop === 'stop' && stopSequence === undefined ? words.end : words[stop]
}
