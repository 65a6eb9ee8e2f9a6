import type { Catalogue } from './catalogue.ts'

/** What Mortise says in English. */
export const english: Catalogue = {
  'arguments-not-json': {
    title: 'A call has arguments that are not JSON',
    message: 'The arguments of `{id}` {name} are not JSON.',
  },
  'arguments-not-object': {
    title: 'A call has arguments that are not an object',
    message: 'The arguments of `{id}` {name} are not an object.',
  },
  'blank-turn': {
    title: 'A turn holds nothing but white space',
    message: 'This turn holds nothing but white space.',
  },
  'cache-mark-on-reasoning': {
    title: 'Reasoning has a cache mark',
    message: 'This reasoning has a cache mark, and reasoning takes none.',
  },
  'call-by-user': {
    title: 'A call stands in a turn that is not the model’s',
    message: '`{id}` {name} is called in a turn that is not the model’s.',
  },
  'call-id-missing': {
    title: 'A call or a result has no id',
    message: 'This {what} {name} has no id.',
  },
  'call-not-after-user': {
    title: 'A call does not follow the user or a result',
    message: 'This turn calls a tool, and neither the user nor a result stands right before it.',
  },
  'call-not-last': {
    title: 'Something follows a call in its turn',
    message: '`{id}` {name} is followed by other content in the same turn.',
  },
  'call-without-reasoning': {
    title: 'A call lacks the reasoning that led to it',
    message: '`{id}` {name} is known to the provider as `{item}`, but the reasoning before it is gone.',
  },
  'call-without-result': {
    title: 'A call has no result',
    message: '`{id}` {name} has no result in the next turn.',
    variants: { anywhere: '`{id}` {name} has no result.' },
  },
  'content-not-list': {
    title: 'A content is no list',
    message: 'The content of this {speaker} turn is a text, where a list is wanted.',
    variants: { result: 'What `{id}` gave is a text, where a list is wanted.' },
  },
  'content-not-text': {
    title: 'A turn’s content is not one text',
    message: 'The content of this {speaker} turn is not one text.',
    variants: { output: 'A result in this {speaker} turn does not say of what type its words are.' },
  },
  'document-without-text': {
    title: 'A document stands without a text',
    message: 'This turn holds a document and no text.',
  },
  'duplicate-call-id': {
    title: 'Two calls have the same id',
    message: '`{id}` {name} has the id of an earlier call.',
  },
  'duplicate-item-id': {
    title: 'An item is there twice',
    message: 'An earlier item is already known as `{item}`.',
  },
  'duplicate-result': {
    title: 'A call has more than one result',
    message: 'Call `{id}` already has a result.',
  },
  'empty-call-list': { title: 'A list of calls is empty', message: 'This turn has an empty list of calls.' },
  'empty-error-result': {
    title: 'An error result says nothing',
    message: 'Result `{id}` reports an error and says nothing.',
  },
  'empty-text': { title: 'A text is empty', message: 'This text is empty.' },
  'empty-turn': { title: 'A turn is empty', message: 'This {speaker} turn is empty.' },
  'ends-on-model': {
    title: 'The request ends on the model’s turn',
    message: 'The request ends on a {speaker} turn, and this API does not go on from there.',
  },
  'error-result-not-text': {
    title: 'An error result holds more than text',
    message: 'Result `{id}` reports an error and holds more than text.',
  },
  'hosted-call-without-result': {
    title: 'A tool of the provider has no result',
    message: '`{id}` {name} is run by the provider, and its result is not there.',
  },
  'hosted-result-without-call': {
    title: 'A result of a tool of the provider has no call',
    message: 'This result of `{id}` {name} stands without the call that the provider ran.',
  },
  'illegal-call-id': {
    title: 'A call has an id that the API does not take',
    message: 'The id `{id}` does not have the form that this API takes.',
  },
  'illegal-hosted-id': {
    title: 'A tool of the provider has an id of another form',
    message: 'The id `{id}` is none that the provider gives to its own tools.',
  },
  'illegal-item-id': {
    title: 'An item has a name that the API does not take',
    message: 'The item’s name `{item}` does not begin with `{prefix}`.',
    variants: {
      long: 'The item’s name `{item}` is {length} characters long.',
      spelling: 'The item’s name `{item}` has characters that this API does not take.',
    },
  },
  'illegal-tool-name': {
    title: 'A tool has a name that the API does not take',
    message: 'The tool name `{name}` does not have the form that this API takes.',
  },
  'item-not-stored': {
    title: 'An item is one that the provider did not keep',
    message: 'The provider keeps no items for this request, so it does not know `{item}`.',
  },
  'lone-surrogate': {
    title: 'A text was cut inside a character',
    message: 'This holds half of a character, which cannot be sent.',
  },
  'media-in-result': {
    title: 'A result holds an image',
    message: 'Result `{id}` holds an image, which this API takes from the user alone.',
  },
  'no-user-turn': {
    title: 'No user speaks in the request',
    message: 'No user speaks in this request, and this API wants one to.',
  },
  'null-content': { title: 'A turn has no content', message: 'This {speaker} turn has no content.' },
  'reasoning-changed': {
    title: 'Signed reasoning of the last turn would be changed',
    message: 'What stands beside signed reasoning in the last turn would be changed.',
  },
  'reasoning-dangling': {
    title: 'Reasoning is not followed by what it led to',
    message: 'The reasoning `{item}` is not followed by the item that it led to.',
  },
  'reasoning-missing': {
    title: 'Reasoning that must go back with calls is missing',
    message: 'The model thinks in this request, and these calls came without its reasoning.',
  },
  'reasoning-not-first': {
    title: 'A turn with reasoning starts with something else',
    message: 'This turn holds reasoning and starts with something else.',
  },
  'reasoning-unsigned': {
    title: 'Reasoning has no signature',
    message: 'This reasoning has no signature, and nobody but its provider could sign it.',
  },
  'reasoning-when-off': {
    title: 'The request ends on reasoning and does not think',
    message: 'The request does not think, and its last turn holds reasoning.',
  },
  'result-not-leading': {
    title: 'A result stands after other content',
    message: 'Result `{id}` stands after other content of its turn.',
  },
  'result-not-object': {
    title: 'A result is not an object',
    message: 'What result `{id}` holds is not an object.',
    variants: { list: 'What result `{id}` holds is a list, not an object.' },
  },
  'result-out-of-place': {
    title: 'A result does not stand after its call',
    message: 'Result `{id}` does not stand right after its call.',
  },
  'result-without-call': {
    title: 'A result has no call',
    message: 'Result `{id}` answers a call that is not in the conversation.',
    variants: {
      ambiguous: 'Result `{id}` could answer more than one open call.',
      decoded: 'Result `{id}` has another id than its call `{owner}` {name}.',
      guessed: 'Result `{id}` has the id of no call; by where it stands it answers `{owner}` {name}.',
      kind: 'Result `{id}` is of another kind than its call {name}.',
      nameless: 'A result without an id answers no call that waits for one.',
    },
  },
  'results-out-of-order': {
    title: 'Results stand in another order than their calls',
    message: 'Result `{id}` does not stand where its call would have it.',
    variants: { guessed: 'Result `{id}` stands where the result of `{owner}` {name} belongs.' },
  },
  'results-split': {
    title: 'Results of one turn are spread over several',
    message: 'Result `{id}` stands in another turn than the results before it.',
  },
  'same-speaker-twice': {
    title: 'One speaker has two turns in a row',
    message: 'This {speaker} turn follows another one, and speakers must alternate here.',
  },
  'signature-missing': {
    title: 'A call lacks the signature it came with',
    message: '`{id}` {name} lacks the signature that the model gave it.',
  },
  'starts-on-model': {
    title: 'The request starts on the model’s turn',
    message: 'The request starts on a {speaker} turn, and this API wants the user first.',
  },
  'system-out-of-place': {
    title: 'Instructions follow the model or a result',
    message: 'A system turn may not follow a model or tool turn here.',
  },
  'text-beside-results': {
    title: 'Other content stands in a turn with results',
    message: 'This turn holds results and other content, and this model takes results by themselves.',
  },
  'too-many-cache-marks': {
    title: 'There are too many cache marks',
    message: 'There are {n} cache marks, more than this API takes.',
  },
  'tool-denied': {
    title: 'A tool was called that is denied',
    message: '`{id}` {name} is a call of a tool that is denied.',
    variants: { result: 'Result `{id}` {name} is of a tool that is denied.' },
  },
  'tool-name-missing': {
    title: 'A call or a result has no tool name',
    message: 'This {what} does not say which tool it is about.',
  },
  'tools-not-declared': {
    title: 'Tools were called and none are declared',
    message: 'The conversation holds calls or results, and the request declares no tools.',
  },
  'undeclared-tool-reference': {
    title: 'A result points to a tool that is not declared',
    message: 'This points to the tool `{name}`, which the request does not declare.',
  },
  'unknown-role': {
    title: 'A turn has a role that the API does not know',
    message: 'The API does not know the role `{role}`.',
  },
  unreadable: { title: 'Something is not what the format says', message: 'This is not {wanted}.' },
  'unsupported-property': {
    title: 'A turn has a member that the API does not know',
    message: 'This turn has the member `{name}`, which this API does not know.',
  },
  'user-after-result': {
    title: 'A user turn follows a result',
    message: 'A user turn may not follow a result here: the model speaks first.',
  },
}
