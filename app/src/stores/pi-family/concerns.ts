/** The rules that what is recorded, or a repair of it, can break; ids, empty texts, roles and unsigned reasoning are seen to on sending. */
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
  'reasoning-bound',
]
