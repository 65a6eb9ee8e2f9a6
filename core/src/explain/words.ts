/** What is said about a fault that an API complains of. */
export interface Words {
  /** What is wrong with the conversation, and how that comes about. */
  readonly happened: string
  /** What to do about it. */
  readonly todo: string
}

/** Added where one sentence stands for several faults. */
export const severalFaults =
  'The API uses this sentence for several faults; a check of the conversation tells which one it is.'

/** What is said where nothing was recognised. */
export const nothingKnown: Words = {
  happened: 'This is no sentence about calls and results that is on record.',
  todo: 'If the conversation holds tool calls, check the conversation itself.',
}

/** What is said about faults, by the first rule of a sentence; at most two of them. */
export function wordsAbout(rules: readonly string[]): Words {
  const about = [...new Set(rules.map((rule) => byRule().get(rule) ?? anyFault))].slice(0, 2)
  return {
    happened: about.map(({ happened }) => happened).join(' '),
    todo: about.map(({ todo }) => todo).join(' '),
  }
}

/** How one kind of fault comes about, and what to do about it. */
export function explainRule(rule: string): Words {
  const { happened, todo } = byRule().get(rule) ?? anyFault
  return { happened, todo }
}

const anyFault: Words = {
  happened: 'The conversation is not written down in the way this API wants it.',
  todo: 'Check the conversation and repair what is found.',
}

interface Group extends Words {
  readonly rules: readonly string[]
}

let table: ReadonlyMap<string, Words> | undefined

function byRule(): ReadonlyMap<string, Words> {
  table ??= new Map(groups.flatMap((group) => group.rules.map((rule) => [rule, group])))
  return table
}

const groups: readonly Group[] = [
  {
    rules: ['call-without-result'],
    happened:
      'The model called a tool, and the conversation goes on without the result. It happens when a run is interrupted, a tool or the program dies, or a history is cut.',
    todo: 'Repair the conversation: a result that stands elsewhere is moved to its call, a lost one is answered with an honest error. Every request fails until then.',
  },
  {
    rules: ['result-without-call'],
    happened:
      'The conversation holds the result of a call that is not there. It happens when a history is cut or summarised between a call and its result.',
    todo: 'Repair the conversation: the result is kept as labelled text, or dropped if you ask for that.',
  },
  {
    rules: ['result-out-of-place', 'result-not-leading', 'results-split'],
    happened:
      'The result is there, but not where this API looks for it: right after its call. It happens when messages are added, merged or split between a call and its result.',
    todo: 'Repair the conversation: the results are moved to their calls.',
  },
  {
    rules: ['results-out-of-order'],
    happened:
      'Results stand in another order than their calls, and what compares them does so one by one. It happens when tools run at the same time and the fastest is written down first.',
    todo: 'Repair the conversation: the results are put in the order of their calls.',
  },
  {
    rules: ['text-beside-calls'],
    happened: 'A turn of the model holds words and calls, and this model takes only one of the two.',
    todo: 'Repair the conversation: the words get a turn of their own.',
  },
  {
    rules: ['text-beside-results'],
    happened: 'A turn holds results and other content, and this model wants results alone.',
    todo: 'Repair the conversation: the other content gets a turn of its own.',
  },
  {
    rules: ['document-without-text'],
    happened: 'A turn holds a document and no text, and this API wants words beside it.',
    todo: 'Repair the conversation: a fixed text is put beside the document.',
  },
  {
    rules: ['call-not-last', 'call-by-user', 'call-not-after-user'],
    happened:
      'A call stands where this API takes none: before other content of its turn, in a turn of somebody else, or without a user turn before it. It happens when turns are merged or a history is cut.',
    todo: 'Repair the conversation: the call is put where the API takes it.',
  },
  {
    rules: ['duplicate-result'],
    happened:
      'One call has more than one result. It happens when a run is resumed or retried, or two repairs meet.',
    todo: 'Repair the conversation: one result stays with the call, a different one is kept as labelled text.',
  },
  {
    rules: ['duplicate-call-id'],
    happened:
      'Two calls have the same id. It happens when a provider counts its ids from zero in each turn, or a turn is stored twice.',
    todo: 'Repair the conversation: the later call and its result get an id of their own.',
  },
  {
    rules: ['duplicate-item-id', 'illegal-item-id', 'item-not-stored'],
    happened:
      'An item is sent with an id that the API does not take: it is there twice, has another form, or was never stored. It happens when a history is sent again, or comes from another provider.',
    todo: 'Repair the conversation: an item that stands twice is sent once, and an id that the API does not know is left out.',
  },
  {
    rules: ['illegal-call-id', 'illegal-hosted-id', 'call-id-missing'],
    happened:
      'A call or a result has no id, or one of a form that this API does not take. It happens when a conversation moves from one provider to another.',
    todo: 'Repair the conversation: the call and its result get a new id together.',
  },
  {
    rules: ['hosted-call-without-result', 'hosted-result-without-call'],
    happened:
      'One half of a tool that the provider runs itself is gone. It happens when a history is cut, filtered or taken to another model.',
    todo: 'Repair the conversation: such a pair is kept whole or goes whole.',
  },
  {
    rules: ['arguments-not-text'],
    happened:
      'The arguments of a call are an object or nothing, and this API takes JSON in a string. It happens when a conversation comes from an API that keeps arguments as an object.',
    todo: 'Repair the conversation: the arguments are written as JSON in a string.',
  },
  {
    rules: ['arguments-not-json', 'arguments-not-object'],
    happened:
      'The arguments of a call cannot be read as a JSON object. It happens when the answer of the model was cut off inside a call.',
    todo: 'Repair the conversation: the words of the model are kept inside arguments that can be read.',
  },
  {
    rules: ['result-not-object'],
    happened:
      'A result is a string, a list or nothing, and this API takes an object. It happens when what a tool gave is passed on as it is.',
    todo: 'Repair the conversation: what the tool gave is put into an object.',
  },
  {
    rules: ['illegal-tool-name', 'tool-name-missing'],
    happened: 'A call or a result names its tool in a way that this API does not take, or not at all.',
    todo: 'Repair the conversation: the name is taken from the call, or written in the form the API takes.',
  },
  {
    rules: ['empty-text', 'blank-turn', 'empty-turn', 'null-content', 'empty-call-list', 'empty-tool-list'],
    happened:
      'A turn, a text or a list of calls or tools is empty. It happens when an answer is interrupted, or a filter takes everything out.',
    todo: 'Repair the conversation: what is empty goes, or is filled where the request cannot do without it.',
  },
  {
    rules: ['empty-error-result', 'error-result-not-text'],
    happened: 'A result reports an error, but holds no text. It happens when a tool fails without a message.',
    todo: 'Repair the conversation: the error result gets a text.',
  },
  {
    rules: [
      'media-in-result',
      'content-not-text',
      'content-not-list',
      'unsupported-property',
      'unsupported-part-member',
      'wrong-part-type',
    ],
    happened:
      'A message holds something that this API does not take there: an image, a list of parts, or a property. It happens when a conversation moves from one provider to another.',
    todo: 'Repair the conversation: images go into a user message, the rest is written in the form the API takes.',
  },
  {
    rules: ['image-too-large'],
    happened:
      'An image in the conversation is larger than this API takes: 8000 pixels a side, or 2000 where a request has more than 20 images. It is sent again with every request, so none is answered any more.',
    todo: 'Repair the conversation: words take the place of the image. Make images smaller before they are sent.',
  },
  {
    rules: ['unknown-member'],
    happened:
      'A message or a part of it has a member that this API does not know; the text names it. It happens when what a library or another provider adds to a message is sent back.',
    todo: 'Repair the conversation: members that are on record as refused go. If it stays, leave that member out: a repair keeps what it does not know.',
  },
  {
    rules: ['unknown-role', 'system-out-of-place'],
    happened: 'A message has a role that this API does not know, or does not take at this place.',
    todo: 'Repair the conversation: the words stay and get a role that the API takes.',
  },
  {
    rules: ['starts-on-model', 'no-user-turn'],
    happened:
      'The conversation does not begin with a user message, or has none at all. It happens when the beginning of a history is cut away.',
    todo: 'Repair the conversation, and see that the request holds a user message.',
  },
  {
    rules: ['no-turns'],
    happened:
      'The request holds no message at all. It happens when a history is filtered or cut until nothing is left, or when only instructions are sent.',
    todo: 'Add a user message; a repair does not invent one.',
  },
  {
    rules: ['ends-on-model'],
    happened: 'The request ends with a message of the model, and this model does not go on from there.',
    todo: 'Add a user message at the end; a repair does not invent one.',
  },
  {
    rules: ['user-after-result', 'same-speaker-twice'],
    happened:
      'Two messages follow each other that this API wants to be apart. It happens when a run is interrupted and somebody writes again.',
    todo: 'Repair the conversation: the messages are merged, or a fixed turn is put between them.',
  },
  {
    rules: ['reasoning-missing', 'reasoning-not-first', 'reasoning-when-off', 'reasoning-unsigned'],
    happened:
      'The reasoning of the model is missing, misplaced or unsigned in the turn that is still open. It happens when reasoning is filtered out, or a conversation moves to another model or account.',
    todo: 'Repair the conversation: reasoning that cannot be sent goes; for this one request reasoning may have to be off.',
  },
  {
    rules: ['reasoning-changed'],
    happened:
      'The latest signed reasoning of the model was changed on its way. The conversation alone does not show where: something between the API and the history edits or reorders it.',
    todo: 'Send the latest answer of the model back exactly as it came, or leave its reasoning out and turn reasoning off for this request.',
  },
  {
    rules: ['reasoning-foreign'],
    happened:
      'The request holds sealed reasoning that this API did not make, or made for another account or model. The conversation alone does not show it. It happens when a conversation moves to another key, provider or model.',
    todo: 'Send the conversation without that reasoning, or go on where it was made.',
  },
  {
    rules: ['reasoning-dangling', 'call-without-reasoning'],
    happened:
      'A reasoning item and the item that belongs to it are no longer together. It happens when one of the two is filtered out, or a history is cut between them.',
    todo: 'Repair the conversation: a pair is kept whole, or the ids that tie it are left out.',
  },
  {
    rules: ['signature-missing'],
    happened:
      'The first call of a turn lacks the signature that the model gave it. It happens when a relay drops it, or the call comes from another model.',
    todo: 'Repair the conversation, and see that what stands between you and the API keeps signatures.',
  },
  {
    rules: ['tools-not-declared', 'undeclared-tool', 'undeclared-tool-reference'],
    happened:
      'The conversation holds calls, but the request does not declare their tools. It happens when a history is summarised without tools, or a tool server is gone.',
    todo: 'Send the tools with the request; where that is not possible, repair the conversation.',
  },
  {
    rules: ['tool-parameters-missing'],
    happened:
      'A tool is declared without a word on what it takes. It happens when a library leaves that out for tools that take nothing.',
    todo: 'Declare an object without properties for it; a repair does so.',
  },
  {
    rules: ['forced-call-when-thinking'],
    happened:
      'The request makes the model call a tool, and lets it think before that; this API takes only one of the two.',
    todo: 'Let the model choose, or turn thinking off for this request. A repair lets it choose.',
  },
  {
    rules: ['tool-denied'],
    happened:
      'A tool that may not be used any more was called earlier in the conversation. It happens when tools are forbidden while a conversation goes on: what the model did before, it does again.',
    todo: 'Clean the conversation: calls of that tool go with their results, or are kept as text.',
  },
  {
    rules: ['too-many-cache-marks', 'cache-mark-on-reasoning'],
    happened: 'Cache marks stand on too many parts, or on a part that takes none.',
    todo: 'Repair the conversation: the marks that the API does not take go.',
  },
  {
    rules: ['lone-surrogate'],
    happened: 'A text was cut in the middle of a character, and half of one cannot be sent.',
    todo: 'Repair the conversation: the half character is replaced.',
  },
]
