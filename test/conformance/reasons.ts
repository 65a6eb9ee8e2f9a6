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

/** Rules about items, for formats whose turns have no names that the provider keeps. */
const noItems: Readonly<Record<string, string>> = {
  'call-without-reasoning': 'Calls have no name by which the provider could know their reasoning.',
  'duplicate-item-id': 'Turns have no names of their own.',
  'illegal-item-id': 'Turns have no names of their own.',
  'item-not-stored': 'Nothing is looked up by its name.',
  'reasoning-dangling': 'Reasoning is part of the turn that it led to.',
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

const openaiResponses: Readonly<Record<string, string>> = {
  'arguments-not-object': 'Arguments are JSON in a string, never an object.',
  'blank-turn': 'No API of this format refuses white space.',
  'cache-mark-on-reasoning': 'There are no cache marks in this format.',
  'call-by-user': 'A call is an item of its own, and always the model’s.',
  'call-not-last': 'A call is an item of its own, so nothing can follow it there.',
  'empty-call-list': 'Calls have no list of their own.',
  'empty-error-result': 'A result has no mark that says it is an error.',
  'empty-text': 'No API of this format refuses an empty text.',
  'empty-turn': 'No API of this format refuses empty content.',
  'ends-on-model': 'Every API of this format goes on from the model’s turn.',
  'error-result-not-text': 'A result has no mark that says it is an error.',
  'hosted-call-without-result': 'A tool that the provider runs is one item, with its result in it.',
  'hosted-result-without-call': 'A tool that the provider runs is one item, with its result in it.',
  'illegal-hosted-id': 'A tool that the provider runs is one item: its id ties nothing.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-missing': 'Only calls that the provider knows by name need it: `call-without-reasoning`.',
  'reasoning-not-first': 'Reasoning is an item of its own, so nothing can stand before it there.',
  'reasoning-unsigned': 'Reasoning may be known by its name instead.',
  'reasoning-when-off': 'No API of this format refuses to go on from reasoning.',
  'result-not-leading': 'Each result is an item of its own, so nothing can stand before it there.',
  'results-split': 'Each result is an item of its own.',
  'system-out-of-place': 'Instructions may stand anywhere.',
  'too-many-cache-marks': 'There are no cache marks in this format.',
  'undeclared-tool-reference':
    'No API of this format is on record as looking up the tools that a result names.',
  'user-after-result': 'The user may speak after a result.',
  'content-not-text': 'No API of this format wants a string where a list may stand.',
  'media-in-result': 'A result may hold images and files.',
  'no-user-turn': 'No API of this format is on record as wanting a user turn.',
  'unsupported-property': 'No API of this format is on record as refusing the members of another.',
  'call-not-after-user': 'A call may follow anything.',
  'illegal-tool-name': 'No API of this format is on record as refusing the name of a past call.',
  'results-out-of-order': 'Results belong to calls by id, not by their order.',
  'signature-missing': 'Calls have no signature in this format.',
  'tool-name-missing': 'No API of this format is on record as refusing a past call for it.',
}

const aiSdk: Readonly<Record<string, string>> = {
  'cache-mark-on-reasoning': 'Cache marks are a matter of the provider, not of the SDK.',
  'error-result-not-text': 'An error may hold any value.',
  'hosted-call-without-result': 'The SDK asks for no result of a tool that the provider runs.',
  'hosted-result-without-call':
    'A result without a call is one like any other: nothing says who ran the tool.',
  'illegal-hosted-id': 'Any text is an id to the SDK.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-missing': 'Reasoning is a matter of the provider, not of the SDK.',
  'reasoning-not-first': 'Reasoning is a matter of the provider, not of the SDK.',
  'reasoning-unsigned': 'Reasoning is a matter of the provider, not of the SDK.',
  'reasoning-when-off': 'Reasoning is a matter of the provider, not of the SDK.',
  'too-many-cache-marks': 'Cache marks are a matter of the provider, not of the SDK.',
  'undeclared-tool-reference': 'A result has no way to point to tools.',
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

const geminiContents: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'blank-turn': 'No API of this format is on record as refusing white space.',
  'cache-mark-on-reasoning': 'No API of this format has cache marks.',
  'call-id-missing': 'Ids may be left out: calls and results are counted.',
  'call-not-last': 'Words and signatures may follow a call.',
  'content-not-text': 'Every content is a list of parts.',
  'duplicate-call-id': 'Ids are a hint and may repeat.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other parts.',
  'empty-error-result': 'An error is a member of the response like any other.',
  'empty-text': 'No API of this format is on record as refusing an empty text.',
  'error-result-not-text': 'A result may hold images.',
  'hosted-call-without-result': 'No API of this format is on record as refusing half a pair.',
  'hosted-result-without-call': 'No API of this format is on record as refusing half a pair.',
  'illegal-call-id': 'Ids are opaque: any will do.',
  'illegal-hosted-id': 'Tools that the provider runs have no ids.',
  'lone-surrogate': 'No API of this format is on record as refusing half a character.',
  'media-in-result': 'A result may hold images.',
  'no-user-turn': 'No API of this format is on record as refusing a request for it.',
  'null-content': 'A content without parts is an empty turn.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-missing': 'Thoughts may be left out; signatures stand on calls.',
  'reasoning-not-first': 'Thoughts may stand anywhere in their content.',
  'reasoning-unsigned': 'Thoughts need no signature; calls do.',
  'reasoning-when-off': 'No API of this format refuses to go on from thoughts.',
  'result-not-leading': 'Words may stand before a result in its content.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'too-many-cache-marks': 'No API of this format has cache marks.',
  'undeclared-tool-reference': 'A result has no way to point to tools.',
  'unsupported-property': 'No API of this format is on record as refusing a content for its members.',
  'user-after-result': 'A user content may follow the results.',
}

/** Rules of Bedrock alone, for formats whose APIs take what it refuses. */
const takesMore: Readonly<Record<string, string>> = {
  'document-without-text': 'A document may stand by itself.',
  'same-speaker-twice': 'No API of this format refuses neighbours of one speaker.',
  'starts-on-model': 'A request may start on the model’s turn.',
  'text-beside-results': 'What is said beside results may follow them, or has a turn of its own anyway.',
  'tools-not-declared': 'Tools of a past call need not be declared.',
}

const bedrockConverse: Readonly<Record<string, string>> = {
  'arguments-not-json': 'Arguments are an object of the document, not JSON in a string.',
  'blank-turn': 'Any text of nothing but white space is an empty text here.',
  'cache-mark-on-reasoning': 'A cache mark is a block of its own.',
  'call-not-after-user': 'Speakers alternate, so a call always follows the user.',
  'content-not-text': 'Content is a list in every turn.',
  'empty-call-list': 'Calls have no list of their own: they stand among the other blocks.',
  'error-result-not-text': 'An error with an image in it is not on record as refused here.',
  'hosted-call-without-result': 'Half a tool that the provider ran is not on record as refused here.',
  'hosted-result-without-call': 'Half a tool that the provider ran is not on record as refused here.',
  'illegal-hosted-id': 'Ids of tools that the provider runs have the form of all others.',
  'illegal-tool-name': 'A refusal of a name in past calls is not on record here.',
  'media-in-result': 'A result may hold images.',
  'no-user-turn': 'A request without a user turn starts on the model: `starts-on-model`.',
  'reasoning-changed': 'Only a repair could do this: no document shows it.',
  'reasoning-missing': 'A refusal about reasoning is not on record for this API itself.',
  'reasoning-not-first': 'A refusal about reasoning is not on record for this API itself.',
  'reasoning-unsigned': 'A refusal about reasoning is not on record for this API itself.',
  'reasoning-when-off': 'A refusal about reasoning is not on record for this API itself.',
  'results-out-of-order': 'Results belong to calls by their ids, in any order.',
  'signature-missing': 'Calls carry no signature here; reasoning does.',
  'system-out-of-place': 'Instructions have no turn: any system turn is an unknown role.',
  'too-many-cache-marks': 'A limit of cache marks is not on record for this API.',
  'tool-name-missing': 'A refusal of a call without a name is not on record here.',
  'undeclared-tool-reference': 'A result has no way to point to tools.',
  'unsupported-property': 'No refusal of a message for its members is on record.',
  'user-after-result': 'Results stand in the user’s own turn.',
}

/** Every rule that a format has no fixture for, with the reason. */
export const reasons: readonly Reason[] = [
  ...reasonsOf('anthropic-messages', anthropicMessages),
  ...reasonsOf('openai-chat', openaiChat),
  ...reasonsOf('openai-responses', openaiResponses),
  ...reasonsOf('bedrock-converse', bedrockConverse),
  ...['anthropic-messages', 'openai-chat', 'bedrock-converse', 'gemini-contents', 'ai-sdk'].flatMap(
    (format) => reasonsOf(format, noItems),
  ),
  ...['anthropic-messages', 'openai-chat', 'openai-responses', 'gemini-contents', 'ai-sdk'].flatMap(
    (format) => reasonsOf(format, takesMore),
  ),
  ...reasonsOf('ai-sdk', aiSdk),
  ...reasonsOf('gemini-contents', geminiContents),
]

function reasonsOf(format: string, table: Readonly<Record<string, string>>): Reason[] {
  return Object.entries(table).map(([rule, reason]) => ({ format, rule, reason }))
}
