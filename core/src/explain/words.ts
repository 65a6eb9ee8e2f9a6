import { causeWords } from './cause-words.ts'

/** What is said about a fault that an API complains of. */
export interface Words {
  /** What is wrong with the conversation, and how that comes about. */
  readonly happened: string
  /** What to do about it. */
  readonly todo: string
}

/** Added where one sentence stands for several faults. */
export const severalFaults =
  'The API uses this sentence for several faults. A check of the conversation tells which one it is.'

/** Added where the text ends inside the sentence. */
export const cutEarly = 'The text is cut off. Paste all of it to be certain.'

/** What is said where nothing was recognised. */
export const nothingKnown: Words = {
  happened: 'This error is not one I know.',
  todo: 'For a broken session, run `mortise doctor`.',
}

/** What is said about faults, by the first rule of a sentence; at most two of them. */
export function wordsAbout(rules: readonly string[]): Words {
  const about = [...new Set(rules.map((rule) => byRule().get(rule) ?? causeWords[rule] ?? anyFault))].slice(
    0,
    2,
  )
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
  happened: 'The conversation is not written in the way that this API wants.',
  todo: 'Check the conversation, then repair it.',
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
      'The model called a tool, and the conversation continues without the result. This happens when a run is interrupted, when the tool or the program crashes, or when old messages are cut away.',
    todo: 'Repair the conversation. A result that stands elsewhere is moved next to its call. For a lost result, an error result says that none was recorded. Until then every request fails.',
  },
  {
    rules: ['result-without-call'],
    happened:
      'The conversation holds the result of a call that is not there. This happens when old messages are cut away or summarised between a call and its result.',
    todo: 'Repair the conversation. The result is kept as labelled text, or removed with the policy `drop`.',
  },
  {
    rules: ['result-out-of-place', 'result-not-leading', 'results-split'],
    happened:
      'The result is there, but this API wants it right after its call. This happens when messages are added, merged or split between a call and its result.',
    todo: 'Repair the conversation. Each misplaced result is moved next to its call.',
  },
  {
    rules: ['results-out-of-order'],
    happened:
      'The results stand in another order than their calls, and the API compares them one by one. This happens when tools run at the same time and the fastest result is written first.',
    todo: 'Repair the conversation. The results are put in the order of their calls.',
  },
  {
    rules: ['text-beside-calls'],
    happened: 'A turn of the model holds text and calls, and this model accepts only one of the two.',
    todo: 'Repair the conversation. The text gets a turn of its own.',
  },
  {
    rules: ['text-beside-results'],
    happened: 'A turn holds results and other content, and this model wants the results alone.',
    todo: 'Repair the conversation. The other content gets a turn of its own.',
  },
  {
    rules: ['document-without-text'],
    happened: 'A turn holds a document and no text, and this API wants text beside the document.',
    todo: 'Repair the conversation. A fixed text is put beside the document.',
  },
  {
    rules: ['call-not-last', 'call-by-user', 'call-not-after-user'],
    happened:
      'A call stands where this API does not accept one: before other content of its turn, in a turn that is not the model’s, or without a user turn before it. This happens when turns are merged or old messages are cut away.',
    todo: 'Repair the conversation. The call is moved to a place that the API accepts.',
  },
  {
    rules: ['duplicate-result'],
    happened:
      'One call has more than one result. This happens when a run is resumed or retried, or when two programs repair the same conversation.',
    todo: 'Repair the conversation. One result stays with the call. A different one is kept as labelled text.',
  },
  {
    rules: ['duplicate-call-id'],
    happened:
      'Two calls have the same id. This happens when a provider counts its ids from zero in each turn, or when a turn is stored twice.',
    todo: 'Repair the conversation. The later call and its result get a new id.',
  },
  {
    rules: ['duplicate-item-id', 'illegal-item-id', 'item-not-stored'],
    happened:
      'An item has an id that the API does not accept: the id occurs twice, has another form, or was never stored. This happens when old messages are sent again, or come from another provider.',
    todo: 'Repair the conversation. An item that occurs twice is sent once. An id that the API does not know is left out.',
  },
  {
    rules: ['illegal-call-id', 'illegal-hosted-id', 'call-id-missing'],
    happened:
      'A call or a result has no id, or an id of a form that this API does not accept. This happens when a conversation moves from one provider to another.',
    todo: 'Repair the conversation. The call and its result get a new id together.',
  },
  {
    rules: ['hosted-call-without-result', 'hosted-result-without-call'],
    happened:
      'A tool that the provider runs itself has lost its call or its result. This happens when old messages are cut away or filtered, or when the conversation moves to another model.',
    todo: 'Repair the conversation. Such a pair is kept as a whole or removed as a whole.',
  },
  {
    rules: ['arguments-not-text'],
    happened:
      'The arguments of a call are an object or are missing, and this API wants JSON in a string. This happens when a conversation comes from an API that keeps arguments as an object.',
    todo: 'Repair the conversation. The arguments are written as JSON in a string.',
  },
  {
    rules: ['arguments-not-json', 'arguments-not-object'],
    happened:
      'The arguments of a call cannot be read as a JSON object. This happens when the answer of the model was cut off inside a call.',
    todo: 'Repair the conversation. The model’s words are kept inside arguments that can be read.',
  },
  {
    rules: ['result-not-object'],
    happened:
      'A result is a string, a list or empty, and this API wants an object. This happens when the output of a tool is passed on unchanged.',
    todo: 'Repair the conversation. The output of the tool is put into an object.',
  },
  {
    rules: ['illegal-tool-name', 'tool-name-missing'],
    happened: 'A call or a result has no tool name, or a name of a form that this API does not accept.',
    todo: 'Repair the conversation. The name is taken from the call, or rewritten in a form that the API accepts.',
  },
  {
    rules: ['empty-text', 'blank-turn', 'empty-turn', 'null-content', 'empty-call-list', 'empty-tool-list'],
    happened:
      'A turn, a text, or a list of calls or tools is empty. This happens when an answer is interrupted, or when a filter removes all of the content.',
    todo: 'Repair the conversation. The empty part is removed, or filled with a fixed text where the request needs one.',
  },
  {
    rules: ['empty-error-result', 'error-result-not-text'],
    happened:
      'A result reports an error, but holds no text. This happens when a tool fails without a message.',
    todo: 'Repair the conversation. The error result gets a text.',
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
      'A message holds something that this API does not accept there: an image, a list of parts, or a property. This happens when a conversation moves from one provider to another.',
    todo: 'Repair the conversation. Images are moved to a user message, and the rest is written in a form that the API accepts.',
  },
  {
    rules: ['image-too-large'],
    happened:
      'An image in the conversation is larger than this API accepts: 8000 pixels a side, or 2000 in a request with more than 20 images. The image is sent with every request, so every request fails.',
    todo: 'Repair the conversation. A text takes the place of the image. Make images smaller before they are sent.',
  },
  {
    rules: ['unknown-member'],
    happened:
      'A message, or a part of it, has a member that this API does not know. The text names it. This happens when a member that a library or another provider added is sent back.',
    todo: 'Repair the conversation. Members that are known to be refused are removed. If the error stays, remove that member yourself: a repair keeps members that it does not know.',
  },
  {
    rules: ['unknown-role', 'system-out-of-place'],
    happened: 'A message has a role that this API does not know, or does not accept in this place.',
    todo: 'Repair the conversation. The text stays, and gets a role that the API accepts.',
  },
  {
    rules: ['starts-on-model', 'no-user-turn'],
    happened:
      'The conversation does not begin with a user message, or has none at all. This happens when the beginning of a conversation is cut away.',
    todo: 'Repair the conversation, and make sure that the request holds a user message.',
  },
  {
    rules: ['no-turns'],
    happened:
      'The request holds no message at all. It happens when a history is filtered or cut until nothing is left, or when only instructions are sent.',
    todo: 'Add a user message; a repair does not invent one.',
  },
  {
    rules: ['ends-on-model'],
    happened: 'The request ends with a message of the model, and this model does not continue from there.',
    todo: 'Add a user message at the end. A repair does not invent one.',
  },
  {
    rules: ['trailing-space'],
    happened: 'The request ends with words of the model to be continued, and these words end in white space.',
    todo: 'Repair the conversation. The white space at the very end is removed, and nothing else.',
  },
  {
    rules: ['user-after-result', 'same-speaker-twice'],
    happened:
      'Two messages follow each other, and this API does not accept that order. This happens when a run is interrupted and the user writes again.',
    todo: 'Repair the conversation. The messages are merged, or a fixed turn is put between them.',
  },
  {
    rules: ['reasoning-missing', 'reasoning-not-first', 'reasoning-when-off', 'reasoning-unsigned'],
    happened:
      'The reasoning of the model is missing, misplaced or unsigned in the turn that is still open. This happens when reasoning is filtered out, or when a conversation moves to another model or account.',
    todo: 'Repair the conversation. Reasoning that cannot be sent is removed. For this one request, reasoning may have to be turned off.',
  },
  {
    rules: ['reasoning-changed'],
    happened:
      'The latest signed reasoning of the model was changed. The conversation alone does not show where: a program between the API and the stored conversation edits or reorders it.',
    todo: 'Send the latest answer of the model back exactly as it came, or leave its reasoning out and turn reasoning off for this request.',
  },
  {
    rules: ['reasoning-bound'],
    happened:
      'The conversation holds signed reasoning, and something before it has changed since: the instructions, the tools or an earlier message. The API accepts such reasoning only if everything before it is unchanged. The conversation alone does not show what has changed.',
    todo: 'Remove that block of reasoning and every later one; a repair does so wherever it changes something before them. Where you set the request yourself, `thinking.block_binding.prefix_mismatch_behavior` set to `drop_block` does the same.',
  },
  {
    rules: ['reasoning-foreign'],
    happened:
      'The request holds encrypted reasoning that this API did not make, or made for another account or model. The conversation alone does not show that. This happens when a conversation moves to another key, provider or model.',
    todo: 'Send the conversation without that reasoning, or continue with the account and the model that made it.',
  },
  {
    rules: ['reasoning-dangling', 'call-without-reasoning'],
    happened:
      'A reasoning item and the item that belongs to it are no longer together. This happens when one of the two is filtered out, or when old messages are cut away between them.',
    todo: 'Repair the conversation. A pair is kept as a whole, or the ids that tie it are left out.',
  },
  {
    rules: ['signature-missing'],
    happened:
      'The first call of a turn lacks the signature that the model gave it. This happens when a proxy drops the signature, or when the call comes from another model.',
    todo: 'Repair the conversation, and make sure that every program between you and the API keeps signatures.',
  },
  {
    rules: ['tools-not-declared', 'undeclared-tool', 'undeclared-tool-reference'],
    happened:
      'The conversation holds calls, but the request does not declare their tools. This happens when a conversation is summarised without tools, or when a tool server is gone.',
    todo: 'Send the tools with the request. Where that is not possible, repair the conversation.',
  },
  {
    rules: ['tool-parameters-missing'],
    happened:
      'A tool is declared without its parameters. This happens when a library leaves them out for tools that have none.',
    todo: 'Declare an object without properties for the tool. A repair does so.',
  },
  {
    rules: ['forced-call-when-thinking'],
    happened:
      'The request forces the model to call a tool and also turns thinking on. This API accepts only one of the two.',
    todo: 'Let the model choose, or turn thinking off for this request. A repair lets the model choose.',
  },
  {
    rules: ['tool-denied'],
    happened:
      'A tool that is denied now was called earlier in the conversation. A model tends to repeat its earlier calls, even of tools that are denied since.',
    todo: 'Clean the conversation. The calls of that tool are removed with their results, or kept as text.',
  },
  {
    rules: ['too-many-cache-marks', 'cache-mark-on-reasoning'],
    happened: 'There are too many cache marks, or a cache mark stands on a part that may not have one.',
    todo: 'Repair the conversation. The marks that the API does not accept are removed.',
  },
  {
    rules: ['lone-surrogate'],
    happened: 'A text was cut in the middle of a character, and half a character cannot be sent.',
    todo: 'Repair the conversation. The half character is replaced.',
  },
]
