import type { RuleText } from '../model/rule.ts'

/** The engine's own sentences, about calls and results and unreadable values. */
export const pairing: Readonly<Record<string, RuleText>> = {
  'call-not-last': '`{id}` {name} is followed by other content in the same turn.',
  'call-without-result': {
    usual: '`{id}` {name} has no result in the next turn.',
    anywhere: '`{id}` {name} has no result.',
  },
  'duplicate-result': 'Call `{id}` already has a result.',
  'result-not-leading': 'Result `{id}` stands after other content of its turn.',
  'result-out-of-place': 'Result `{id}` does not stand right after its call.',
  'result-without-call': {
    usual: 'Result `{id}` answers a call that is not in the conversation.',
    ambiguous: 'Result `{id}` could answer more than one open call.',
    decoded: 'Result `{id}` has another id than its call `{owner}` {name}.',
    guessed: 'Result `{id}` has the id of no call; by where it stands it answers `{owner}` {name}.',
    kind: 'Result `{id}` is of another kind than its call {name}.',
    nameless: 'A result without an id answers no call that waits for one.',
  },
  'results-out-of-order': {
    usual: 'Result `{id}` does not stand where its call would have it.',
    guessed: 'Result `{id}` stands where the result of `{owner}` {name} belongs.',
    named: 'A result stands where that of {name} belongs, and has the name of another tool.',
  },
  'results-split': 'Result `{id}` stands in another turn than the results before it.',
  unreadable: 'This is not {wanted}.',
}

/** The same rules in a few words, for lists and pages. */
export const pairingTitles: Readonly<Record<string, string>> = {
  'call-not-last': 'Something follows a call in its turn',
  'call-without-result': 'A call has no result',
  'duplicate-result': 'A call has more than one result',
  'result-not-leading': 'A result stands after other content',
  'result-out-of-place': 'A result does not stand after its call',
  'result-without-call': 'A result has no call',
  'results-out-of-order': 'Results stand in another order than their calls',
  'results-split': 'Results of one turn are spread over several',
  unreadable: 'Something is not what the format says',
}
