import type { RuleText } from '../model/rule.ts'
import type { PairingName } from '../model/rule-names.ts'
import type { Words } from '../model/words.ts'
import { anyFault, misplacedCall } from './fault-words.ts'

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
export const pairingTitles: Readonly<Record<PairingName, string>> = {
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

const misplacedResult: Words = {
  happened:
    'The result is there, but this API wants it right after its call. This happens when messages are added, merged or split between a call and its result.',
  todo: 'Repair the conversation. Each misplaced result is moved next to its call.',
}

/** The same rules in the words for a person. */
export const pairingWords: Readonly<Record<PairingName, Words>> = {
  'call-not-last': misplacedCall,
  'call-without-result': {
    happened:
      'The model called a tool, and the conversation continues without the result. This happens when a run is interrupted, when the tool or the program crashes, or when old messages are cut away.',
    todo: 'Repair the conversation. A result that stands elsewhere is moved next to its call. For a lost result, an error result says that none was recorded. Until then every request fails.',
  },
  'duplicate-result': {
    happened:
      'One call has more than one result. This happens when a run is resumed or retried, or when two programs repair the same conversation.',
    todo: 'Repair the conversation. One result stays with the call. A different one is kept as labelled text.',
  },
  'result-not-leading': misplacedResult,
  'result-out-of-place': misplacedResult,
  'result-without-call': {
    happened:
      'The conversation holds the result of a call that is not there. This happens when old messages are cut away or summarised between a call and its result.',
    todo: 'Repair the conversation. The result is kept as labelled text, or removed with the policy `drop`.',
  },
  'results-out-of-order': {
    happened:
      'The results stand in another order than their calls, and the API compares them one by one. This happens when tools run at the same time and the fastest result is written first.',
    todo: 'Repair the conversation. The results are put in the order of their calls.',
  },
  'results-split': misplacedResult,
  unreadable: anyFault,
}
