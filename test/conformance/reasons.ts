/** Why a rule has no fixture in a format: it cannot be broken there. */
export interface Reason {
  readonly format: string
  readonly rule: string
  readonly reason: string
}

const anthropicMessages: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other blocks.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'user-after-result': 'Results stand in the user’s own turn.',
}

const openaiChat: Readonly<Record<string, string>> = {
  'arguments-not-object': 'Arguments are JSON in a string, never an object.',
  'blank-turn': 'No API of this format refuses white space.',
  'call-by-user': 'Calls are read from the model’s turns alone; in another turn the member means nothing.',
  'cache-mark-on-reasoning': 'Reasoning is a member of its turn: it has no cache mark of its own.',
  'call-not-last': 'Calls have a list of their own, so nothing can follow them in their turn.',
  'empty-error-result': 'A result has no mark that says it is an error.',
  'empty-turn': 'No API of this format refuses empty content.',
  'error-result-not-text': 'A result has no mark that says it is an error.',
  'hosted-call-without-result': 'Tools that the provider runs do not stand among the messages.',
  'hosted-result-without-call': 'Tools that the provider runs do not stand among the messages.',
  'illegal-hosted-id': 'Tools that the provider runs do not stand among the messages.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-missing': 'No API of this format is on record here as wanting reasoning back.',
  'reasoning-not-first': 'Reasoning is a member of its turn, not one of its parts in order.',
  'reasoning-unsigned': 'Reasoning has no signature here.',
  'reasoning-when-off': 'No API of this format refuses to go on from reasoning.',
  'result-not-leading': 'Each result is a turn of its own, so nothing can stand before it there.',
  'results-split': 'Each result is a turn of its own.',
  'too-many-cache-marks': 'No API of this format counts cache marks.',
  'undeclared-tool-reference': 'A result has no way to point to tools.',
}

const aiSdk: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are any value of the document, not JSON in a string.',
  'blank-turn': 'The SDK takes white space.',
  'call-not-last': 'The SDK takes words after a call.',
  'empty-call-list': 'Calls have no list of their own; an empty one of older chats means nothing.',
  'empty-error-result': 'The SDK takes an error that says nothing.',
  'empty-text': 'The SDK leaves empty texts out itself.',
  'empty-turn': 'The SDK takes a message that holds nothing.',
  'ends-on-model': 'The SDK takes a conversation that ends on the model.',
  'illegal-call-id': 'Any text is an id to the SDK.',
  'lone-surrogate': 'The SDK is not on record as refusing half a character.',
  'result-not-leading': 'A tool’s message holds nothing that could stand before a result.',
  'results-split': 'The SDK joins messages of the tool itself.',
  'system-out-of-place': 'The SDK takes instructions anywhere, once no result is missing.',
  'user-after-result': 'The SDK takes a user’s message after a result.',
}

/** Every rule that a format has no fixture for, with the reason. */
export const reasons: readonly Reason[] = [
  ...reasonsOf('anthropic-messages', anthropicMessages),
  ...reasonsOf('openai-chat', openaiChat),
  ...reasonsOf('ai-sdk', aiSdk),
]

function reasonsOf(format: string, table: Readonly<Record<string, string>>): Reason[] {
  return Object.entries(table).map(([rule, reason]) => ({ format, rule, reason }))
}
