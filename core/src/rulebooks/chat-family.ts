import type { PlainRow, RowOf, Rows } from '../model/row.ts'
import { always, refused } from '../model/rulebook.ts'

const speakers: NonNullable<RowOf<'unknown-role'>['speakers']> = ['user', 'model', 'system', 'tool']

/** The demands of OpenAI's chat API that its copies may share. Until a refusal of their own is on record, they are advice. */
export const chatRows: Rows = {
  'duplicate-result': {
    severity: 'advice',
    evidence: 'reported',
    says: "Duplicate value for 'tool_call_id' of '{id}'.",
  },
  'duplicate-call-id': { severity: 'advice', evidence: 'reported' },
  'call-id-missing': { severity: 'advice', evidence: 'docs' },
  // Newer models pass over it, and never see the call; older ones refuse any member that they do not know.
  'call-by-user': { severity: 'advice', evidence: 'reported' },
  // Some servers write an empty list into every answer, and take it back.
  'empty-call-list': { severity: 'advice', evidence: 'reported' },
  'null-content': { severity: 'advice', evidence: 'reported' },
  'unknown-role': { severity: 'refused', evidence: 'docs', speakers },
  'arguments-not-json': { severity: 'advice', evidence: 'reported' },
}

/** Nobody is on record as reading the arguments; but what is called is an object, with a name and arguments. */
export const argumentsUnread: PlainRow = {
  severity: 'refused',
  evidence: 'docs',
  adviceOf: { unread: always },
}

/** The roles of servers that hand any word on to the model's template, which may know it; calls are the model's. */
export const anyRoles: RowOf<'unknown-role'> = {
  severity: 'refused',
  evidence: 'source',
  speakers,
  adviceOf: { stranger: always },
}

/** The roles of copies that know no newer word for instructions. */
export const olderRoles: RowOf<'unknown-role'> = {
  severity: 'refused',
  evidence: 'quoted',
  speakers,
  refusedRole: 'developer',
}

/** A second result answers no call, where results without one are refused. */
export const duplicateResult: PlainRow = refused("Duplicate value for 'tool_call_id' of '{id}'.", 'reported')

/** Calls and results that should belong together, where no refusal of the API is on record: a model's template may object. */
export const unsurePairs: Rows = {
  'call-without-result': { severity: 'advice', evidence: 'reported' },
  'result-without-call': { severity: 'advice', evidence: 'reported' },
  'result-out-of-place': { severity: 'advice', evidence: 'reported' },
}

/** The members that a message has in the original. */
export const chatMembers: readonly string[] = [
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'refusal',
  'audio',
]

/**
 * The demand of some models' templates that instructions come first, and once.
 *
 * The server may run with another template: the row is advice.
 */
export const instructionsFirst: RowOf<'system-out-of-place'> = {
  severity: 'advice',
  evidence: 'source',
  when: [{ model: '[Qq]wen-?3\\.[5-9]' }],
  atStart: true,
  says: 'System message must be at the beginning.',
}
