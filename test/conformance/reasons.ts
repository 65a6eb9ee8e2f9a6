/** Why a rule has no fixture in a format: it cannot be broken there. */
export interface Reason {
  readonly format: string
  readonly rule: string
  readonly reason: string
}

const anthropicMessages: Readonly<Record<string, string>> = {
  'call-not-after-user': 'No API of this format minds what stands before a call.',
  'illegal-tool-name': 'No API of this format is on record as refusing a name in past calls.',
  'results-out-of-order': 'Results belong to calls by their ids, in any order.',
  'signature-missing': 'Calls carry no signature here; reasoning does.',
  'tool-name-missing': 'No API of this format is on record as refusing a call without a name.',
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'content-not-text': 'Content may be a list in every turn.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other blocks.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'media-in-result': 'A result may hold images.',
  'no-user-turn': 'No API of this format is on record as refusing a request for it.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'unsupported-property': 'No API of this format is on record as refusing a message for its members.',
  'user-after-result': 'Results stand in the user’s own turn.',
}

const openaiChat: Readonly<Record<string, string>> = {
  'call-not-after-user': 'No API of this format minds what stands before a call.',
  'illegal-tool-name': 'No API of this format has a row for names yet.',
  'results-out-of-order': 'Results belong to calls by their ids, in any order.',
  'signature-missing': 'Calls carry no signature.',
  'tool-name-missing': 'No API of this format has a row for names yet.',
  'blank-turn': 'No API of this format refuses white space.',
  'call-by-user': 'Calls are read from the model’s turns alone; in another turn the member means nothing.',
  'cache-mark-on-reasoning': 'Reasoning is a member of its turn: it has no cache mark of its own.',
  'call-not-last': 'Calls have a list of their own, so nothing can follow them in their turn.',
  'empty-error-result': 'A result has no mark that says it is an error.',
  'error-result-not-text': 'A result has no mark that says it is an error.',
  'hosted-call-without-result': 'Tools that the provider runs do not stand among the messages.',
  'hosted-result-without-call': 'Tools that the provider runs do not stand among the messages.',
  'illegal-hosted-id': 'Tools that the provider runs do not stand among the messages.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-not-first': 'Reasoning is a member of its turn, not one of its parts in order.',
  'reasoning-unsigned': 'Reasoning has no signature here.',
  'reasoning-when-off': 'No API of this format refuses to go on from reasoning.',
  'result-not-leading': 'Each result is a turn of its own, so nothing can stand before it there.',
  'results-split': 'Each result is a turn of its own.',
  'too-many-cache-marks': 'No API of this format counts cache marks.',
  'undeclared-tool-reference': 'A result has no way to point to tools.',
}

const geminiContents: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'blank-turn': 'No API of this format is on record as refusing white space.',
  'call-id-missing': 'Ids may be left out: calls and results are counted.',
  'call-not-last': 'Words and signatures may follow a call.',
  'duplicate-call-id': 'Ids are a hint and may repeat.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other parts.',
  'empty-error-result': 'An error is a member of the response like any other.',
  'empty-text': 'No API of this format is on record as refusing an empty text.',
  'illegal-call-id': 'Ids are opaque: any will do.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'null-content': 'A content without parts is an empty turn.',
  'result-not-leading': 'Words may stand before a result in its content.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'user-after-result': 'A user content may follow the results.',
}

/** Every rule that a format has no fixture for, with the reason. */
export const reasons: readonly Reason[] = [
  ...reasonsOf('anthropic-messages', anthropicMessages),
  ...reasonsOf('openai-chat', openaiChat),
  ...reasonsOf('gemini-contents', geminiContents),
]

function reasonsOf(format: string, table: Readonly<Record<string, string>>): Reason[] {
  return Object.entries(table).map(([rule, reason]) => ({ format, rule, reason }))
}
