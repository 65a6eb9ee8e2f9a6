import type { Remedy, Severity } from '@mortise/core'
import type { Store } from '../contract/store.ts'

/** A fault in the links between the records of a session: no document can have it. */
export interface StoreRule {
  readonly name: string
  readonly title: string
  readonly severity: Severity
  readonly message: string
  readonly happened: string
  readonly todo: string
  /** The remedy of every policy but `report`. */
  readonly remedy: Remedy
  /** Whether the sessions of an agent can have it. */
  concerns(store: Store): boolean
}

const hasLinks = ({ links }: Store): boolean => links !== undefined

/** Its parents lead back to it. */
export const parentCycle: StoreRule = {
  name: 'parent-cycle',
  title: 'A record follows itself',
  severity: 'refused',
  message: 'This record follows itself: whoever walks back from it never arrives.',
  happened:
    'The parents of this record lead back to it. An agent that walks back from the end never arrives at a start, and hangs or stops somewhere.',
  todo: 'Repair the session: the first record of the ring becomes the start of the conversation. All that was said stays.',
  remedy: 'mend',
  concerns: hasLinks,
}

/** The record before it is not there. */
export const parentMissing: StoreRule = {
  name: 'parent-missing',
  title: 'A record hangs on one that is not in the file',
  severity: 'advice',
  message: 'Its parent `{target}` is not in the file: what came before is not seen.',
  happened:
    'The record that this one follows was lost, or was never written. An agent that walks back from the end stops here: what came before is not sent.',
  todo: 'Nothing can be done: no earlier turn is left that this record could follow, and the API accepts what is sent.',
  remedy: 'leave',
  concerns: hasLinks,
}

/** The chain of parents breaks in the middle: what stands before the break is not sent. */
export const historyCut: StoreRule = {
  name: 'history-cut',
  title: 'The conversation before a record is not sent any more',
  // The API takes what is sent.
  severity: 'advice',
  message: 'Its parent `{target}` is not in the file: the conversation above it is not sent any more.',
  happened:
    'A record was removed, by a cleaning or by hand, while the agent still had it in memory. The agent then wrote its next record behind the removed one. An agent walks back from the end, finds no such record, and stops there: the model sees nothing that was said before.',
  todo: 'Repair this session by its name: the record then follows the last one that stands before it, and the whole conversation is sent again. Close the agent first: it does not read the file again while it runs.',
  remedy: 'mend',
  concerns: ({ links }) => links !== undefined && links.bridgesGaps !== true,
}

/** It says from where on the conversation is kept, and that record is gone. */
export const compactionStartMissing: StoreRule = {
  name: 'compaction-start-missing',
  title: 'A compaction keeps from a record on that is not in the file',
  // The API takes what is sent: turns are lost, and nothing is refused.
  severity: 'advice',
  message:
    'It keeps the conversation from `{target}` on, which is not in the file: no turn before it is sent.',
  happened:
    'A compaction stands in for the older turns with a summary, and names the first turn that is still sent as it was. That record was lost or deleted, so the agent sends the summary and none of the turns before it.',
  todo: 'Repair this session by its name: the compaction then names the record that followed the lost one, or, where no record says which that was, the last turn of the user before it.',
  remedy: 'mend',
  concerns: ({ lostStarts }) => lostStarts !== undefined,
}

/** The record is beside the path that its agent walks. */
export const resultOffPath: StoreRule = {
  name: 'result-off-path',
  title: 'A result hangs where its agent does not see it',
  severity: 'refused',
  message: 'Another record hangs where this one does: the agent sees only the last of them.',
  happened:
    'Several records hang on one call: cancelling wrote each result of a batch as the next after the call itself. The agent walks back over the last of them only, so that the calls of the others are sent without a result.',
  todo: 'Repair the session: the results are hung behind each other, as they were written. None is made up.',
  remedy: 'mend',
  concerns: ({ runs }) => runs !== undefined,
}

/** The record has no parent, though others stand before it. */
export const secondRoot: StoreRule = {
  name: 'second-root',
  title: 'A conversation starts anew behind a note',
  severity: 'advice',
  message: 'It hangs on no record, though messages stand before it: the agent does not see those any more.',
  happened:
    'A note, such as a new title or a snapshot of files, was the last line when this message was written. The agent looks at the last line for the record to hang on, finds no message there, and hangs the new one on none. All that was said before is still in the file, and is not sent.',
  todo: 'Nothing is changed: what is sent is legal, and a new start may have been meant. To go on with what was said before, hang the message on the last one before it by hand.',
  remedy: 'leave',
  concerns: ({ secondRoots }) => secondRoots !== undefined,
}

/** The last record has no number, so the agent cannot number the next one. */
export const numberMissing: StoreRule = {
  name: 'number-missing',
  title: 'The last record of a numbered session has no number',
  severity: 'refused',
  message:
    'It has no number, and the records of this session are numbered: the agent cannot add another one.',
  happened:
    'The agent numbers the records of this session, and reads the number of the last one before it adds another. An older version of the agent, which knows no numbers, wrote the last record. The agent now refuses to resume the session.',
  todo: 'Repair the session: every record gets the number that its place gives it. All that was said stays.',
  remedy: 'mend',
  concerns: ({ numbering }) => numbering !== undefined,
}

/** A number stands twice, or one is left out. */
export const numberOutOfStep: StoreRule = {
  name: 'number-out-of-step',
  title: 'A record has another number than its place gives it',
  // The conversation is read without the numbers; newer versions pass over the record in their list, older ones stop there.
  severity: 'advice',
  message: 'Its number is {target}: older versions of the agent show no turn from here on.',
  happened:
    'Two records have the same number, or a number is left out: two programs wrote to the session at a time, or a line was lost. What the agent sends is the same. Older versions of it stop here when they list the turns of the session, so that later turns are on disk and not on the screen.',
  todo: 'Update the agent: newer versions pass over such a record. A repair of the session by its name gives every record its number again if it has other faults to mend.',
  remedy: 'leave',
  concerns: ({ numbering }) => numbering !== undefined,
}

/** A newer version of the agent took over the sessions once, and this one was made later with the old version. */
export const sessionUnseen: StoreRule = {
  name: 'session-unseen',
  title: 'A session that the newer version of its agent does not show',
  severity: 'advice',
  message:
    'The newer version of the agent has taken over the older sessions before, and does not show this one.',
  happened:
    'The agent took over the sessions of its older version once, when the newer version started first. This session was made later, with the older version again. It is whole, and the newer version never looks at it.',
  todo: 'Nothing is lost. Open the session with the older version of the agent; or export it there, and import that file with the newer version. Do not delete the mark of the takeover in the database: a second takeover removes what the newer version has added to the other sessions.',
  remedy: 'leave',
  concerns: ({ unseen }) => unseen !== undefined,
}

/** It takes the conversation back to a message that is not there, and the agent then takes back all of it. */
export const rewindTargetMissing: StoreRule = {
  name: 'rewind-target-missing',
  title: 'The conversation is taken back to a message that is not in the file',
  severity: 'advice',
  message:
    'It takes back all from `{target}` on, which is not in the file: the agent clears the whole conversation.',
  happened:
    'A record says that the conversation goes back to before a message. That message was lost or never written. The agent finds no such message, and clears everything that stands before the record. What is sent is legal, and the history is lost without a word.',
  todo: 'Nothing is changed: nobody knows how far back it should go. All that was said is still in the file. To go on with it, remove that record by hand while the agent is closed.',
  remedy: 'leave',
  concerns: ({ lostRewinds }) => lostRewinds !== undefined,
}

/** The rules that only sessions can break, by name. */
export const storeRules: readonly StoreRule[] = [
  compactionStartMissing,
  historyCut,
  numberMissing,
  numberOutOfStep,
  parentCycle,
  parentMissing,
  resultOffPath,
  rewindTargetMissing,
  secondRoot,
  sessionUnseen,
]
