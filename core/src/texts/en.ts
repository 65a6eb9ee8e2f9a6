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
  'call-by-user': {
    title: 'A call stands in a turn that is not the model’s',
    message: '`{id}` {name} is called in a turn that is not the model’s.',
  },
  'call-id-missing': {
    title: 'A call or a result has no id',
    message: 'This {what} {name} has no id.',
  },
  'call-not-last': {
    title: 'Something follows a call in its turn',
    message: '`{id}` {name} is followed by other content in the same turn.',
  },
  'call-without-result': {
    title: 'A call has no result',
    message: '`{id}` {name} has no result in the next turn.',
  },
  'duplicate-call-id': {
    title: 'Two calls have the same id',
    message: '`{id}` {name} has the id of an earlier call.',
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
  'illegal-call-id': {
    title: 'A call has an id that the API does not take',
    message: 'The id `{id}` does not have the form that this API takes.',
  },
  'lone-surrogate': {
    title: 'A text was cut inside a character',
    message: 'This holds half of a character, which cannot be sent.',
  },
  'null-content': { title: 'A turn has no content', message: 'This {speaker} turn has no content.' },
  'reasoning-missing': {
    title: 'Reasoning that must go back with calls is missing',
    message: 'The model thinks in this request, and these calls came without its reasoning.',
  },
  'result-not-leading': {
    title: 'A result stands after other content',
    message: 'Result `{id}` stands after other content of its turn.',
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
      guessed: 'Result `{id}` has the id of no call; by where it stands it answers `{owner}` {name}.',
      nameless: 'A result without an id answers no call that waits for one.',
    },
  },
  'results-split': {
    title: 'Results of one turn are spread over several',
    message: 'Result `{id}` stands in another turn than the results before it.',
  },
  'system-out-of-place': {
    title: 'Instructions follow the model or a result',
    message: 'A system turn may not follow a model or tool turn here.',
  },
  'unknown-role': {
    title: 'A turn has a role that the API does not know',
    message: 'The API does not know the role `{role}`.',
  },
  unreadable: { title: 'Something is not what the format says', message: 'This is not {wanted}.' },
  'user-after-result': {
    title: 'A user turn follows a result',
    message: 'A user turn may not follow a result here: the model speaks first.',
  },
}
