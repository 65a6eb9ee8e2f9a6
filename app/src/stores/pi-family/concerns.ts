/** The rules that what is recorded can break; ids, empty texts, roles and reasoning are seen to on sending. */
export const concerns: readonly string[] = [
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'call-id-missing',
  'tool-name-missing',
  'arguments-not-object',
  'null-content',
]
