/** The rules that a look at the messages covers; a rulebook with another one is always read in full. */
export const covered: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'result-out-of-place',
  'duplicate-result',
  'duplicate-call-id',
  'illegal-call-id',
  'call-id-missing',
  'empty-call-list',
  'null-content',
  'unknown-role',
  'arguments-not-json',
  'user-after-result',
  'system-out-of-place',
  'ends-on-model',
])
