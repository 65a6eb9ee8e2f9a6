import type { StopReason } from '../../../model/neutral-answer.ts'

const reasons: ReadonlyMap<unknown, StopReason> = new Map([
  ['STOP', 'end'],
  ['MAX_TOKENS', 'limit'],
  ['SAFETY', 'refusal'],
  ['RECITATION', 'refusal'],
  ['LANGUAGE', 'refusal'],
  ['BLOCKLIST', 'refusal'],
  ['PROHIBITED_CONTENT', 'refusal'],
  ['SPII', 'refusal'],
  ['IMAGE_SAFETY', 'refusal'],
  ['IMAGE_PROHIBITED_CONTENT', 'refusal'],
  ['IMAGE_RECITATION', 'refusal'],
  ['MALFORMED_FUNCTION_CALL', 'error'],
  ['UNEXPECTED_TOOL_CALL', 'error'],
  ['TOO_MANY_TOOL_CALLS', 'error'],
])

const words: Readonly<Record<StopReason, string>> = {
  end: 'STOP',
  stop: 'STOP',
  limit: 'MAX_TOKENS',
  context: 'MAX_TOKENS',
  calls: 'STOP',
  refusal: 'SAFETY',
  pause: 'STOP',
  error: 'OTHER',
  unknown: 'OTHER',
}

/** Reads `finishReason`: `STOP` is said also where the model waits for results. */
export function readStop(word: unknown, hasCalls: boolean): StopReason {
  const reason = reasons.get(word) ?? 'unknown'
  return hasCalls && reason === 'end' ? 'calls' : reason
}

export function writeStop(stop: StopReason): string {
  return words[stop]
}
