import type { StopReason } from '../../../model/neutral-answer.ts'

// `stop` stands for a natural end and for a stop sequence alike.
const reasons: ReadonlyMap<unknown, StopReason> = new Map([
  ['stop', 'end'],
  ['length', 'limit'],
  ['model_length', 'context'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'refusal'],
  ['error', 'error'],
])

const words: Readonly<Record<StopReason, string>> = {
  end: 'stop',
  stop: 'stop',
  limit: 'length',
  context: 'length',
  calls: 'tool_calls',
  refusal: 'content_filter',
  pause: 'stop',
  error: 'stop',
  unknown: 'stop',
}

/** Reads `finish_reason`; some servers say `stop` where the model waits for results. */
export function readStop(word: unknown, hasCalls: boolean): StopReason {
  const reason = reasons.get(word) ?? 'unknown'
  return hasCalls && (reason === 'end' || reason === 'unknown') ? 'calls' : reason
}

export function writeStop(stop: StopReason): string {
  return words[stop]
}
