/** Why a rule has no fixture in a format: it cannot be broken there. */
export interface Reason {
  readonly format: string
  readonly rule: string
  readonly reason: string
}

const anthropicMessages: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other blocks.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'user-after-result': 'Results stand in the user’s own turn.',
}

const openaiChat: Readonly<Record<string, string>> = {
  'arguments-not-object': 'Arguments are JSON in a string, never an object.',
  'blank-turn': 'No API of this format refuses white space.',
  'call-by-user': 'Calls are read from the model’s turns alone; in another turn the member means nothing.',
  'call-not-last': 'Calls have a list of their own, so nothing can follow them in their turn.',
  'empty-error-result': 'A result has no mark that says it is an error.',
  'empty-turn': 'No API of this format refuses empty content.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'result-not-leading': 'Each result is a turn of its own, so nothing can stand before it there.',
  'results-split': 'Each result is a turn of its own.',
}

/** Every rule that a format has no fixture for, with the reason. */
export const reasons: readonly Reason[] = [
  ...reasonsOf('anthropic-messages', anthropicMessages),
  ...reasonsOf('openai-chat', openaiChat),
]

function reasonsOf(format: string, table: Readonly<Record<string, string>>): Reason[] {
  return Object.entries(table).map(([rule, reason]) => ({ format, rule, reason }))
}
