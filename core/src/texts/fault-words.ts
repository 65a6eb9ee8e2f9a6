import type { Words } from '../model/words.ts'

/** Words about a fault of which nothing more is known. */
export const anyFault: Words = {
  happened: 'The conversation is not written in the way that this API wants.',
  todo: 'Check the conversation, then repair it.',
}

/** Words about a call that stands where the API takes none. */
export const misplacedCall: Words = {
  happened:
    'A call stands where this API does not accept one: before other content of its turn, in a turn that is not the model’s, or without a user turn before it. This happens when turns are merged or old messages are cut away.',
  todo: 'Repair the conversation. The call is moved to a place that the API accepts.',
}

/** Words about an item with an id that the API does not take. */
export const refusedItemId: Words = {
  happened:
    'An item has an id that the API does not accept: the id occurs twice, has another form, or was never stored. This happens when old messages are sent again, or come from another provider.',
  todo: 'Repair the conversation. An item that occurs twice is sent once. An id that the API does not know is left out.',
}

/** Words about a call or a result with an id that the API does not take, or with none. */
export const refusedCallId: Words = {
  happened:
    'A call or a result has no id, or an id of a form that this API does not accept. This happens when a conversation moves from one provider to another.',
  todo: 'Repair the conversation. The call and its result get a new id together. A result that names no call is kept as labelled text.',
}

/** Words about a call or a result of a tool that the provider runs, without the other half. */
export const brokenHostedPair: Words = {
  happened:
    'A tool that the provider runs itself has lost its call or its result. This happens when old messages are cut away or filtered, or when the conversation moves to another model.',
  todo: 'Repair the conversation. Such a pair is kept as a whole or removed as a whole.',
}

/** Words about arguments that are no JSON object. */
export const unreadableArguments: Words = {
  happened:
    'The arguments of a call cannot be read as a JSON object. This happens when the answer of the model was cut off inside a call.',
  todo: 'Repair the conversation. The model’s words are kept inside arguments that can be read.',
}

/** Words about a name of a tool that is missing or refused. */
export const refusedToolName: Words = {
  happened: 'A call or a result has no tool name, or a name of a form that this API does not accept.',
  todo: 'Repair the conversation. The name is taken from the call, or rewritten in a form that the API accepts.',
}

/** Words about content that is empty. */
export const emptyContent: Words = {
  happened:
    'A turn, a text, or a list of calls or tools is empty. This happens when an answer is interrupted, or when a filter removes all of the content.',
  todo: 'Repair the conversation. The empty part is removed, or filled with a fixed text where the request needs one.',
}

/** Words about an error result without text. */
export const wordlessError: Words = {
  happened: 'A result reports an error, but holds no text. This happens when a tool fails without a message.',
  todo: 'Repair the conversation. The error result gets a text.',
}

/** Words about content that the API does not take where it stands. */
export const refusedContent: Words = {
  happened:
    'A message holds something that this API does not accept there: an image, a list of parts, or a property. This happens when a conversation moves from one provider to another.',
  todo: 'Repair the conversation. Images are moved to a user message, and the rest is written in a form that the API accepts.',
}

/** Words about a role that the API does not take where it stands. */
export const refusedRole: Words = {
  happened: 'A message has a role that this API does not know, or does not accept in this place.',
  todo: 'Repair the conversation. The text stays, and gets a role that the API accepts.',
}

/** Words about a conversation that no user begins. */
export const noUserStart: Words = {
  happened:
    'The conversation does not begin with a user message, or has none at all. This happens when the beginning of a conversation is cut away.',
  todo: 'Repair the conversation, and make sure that the request holds a user message.',
}

/** Words about two messages in an order that the API does not take. */
export const refusedOrder: Words = {
  happened:
    'Two messages follow each other, and this API does not accept that order. This happens when a run is interrupted and the user writes again.',
  todo: 'Repair the conversation. The messages are merged, or a fixed turn is put between them.',
}

/** Words about reasoning that is missing, misplaced or unsigned. */
export const unusableReasoning: Words = {
  happened:
    'The reasoning of the model is missing, misplaced or unsigned in the turn that is still open. This happens when reasoning is filtered out, or when a conversation moves to another model or account.',
  todo: 'Repair the conversation. Reasoning that cannot be sent is removed. For this one request, reasoning may have to be turned off.',
}

/** Words about a reasoning item and its item, of which one is missing. */
export const brokenReasoningPair: Words = {
  happened:
    'A reasoning item and the item that belongs to it are no longer together. This happens when one of the two is filtered out, or when old messages are cut away between them.',
  todo: 'Repair the conversation. A pair is kept as a whole, or the ids that tie it are left out.',
}

/** Words about calls of tools that the request does not declare. */
export const missingTools: Words = {
  happened:
    'The conversation holds calls, but the request does not declare their tools. This happens when a conversation is summarised without tools, or when a tool server is gone.',
  todo: 'Send the tools with the request. Where that is not possible, repair the conversation.',
}

/** Words about cache marks that the API does not take. */
export const refusedCacheMark: Words = {
  happened: 'There are too many cache marks, or a cache mark stands on a part that may not have one.',
  todo: 'Repair the conversation. The marks that the API does not accept are removed.',
}
