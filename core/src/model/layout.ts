import type { Layout } from './rulebook.ts'

/** Each result right after its call, in turns of their own: the chat family. */
export const adjacentResults: Layout = {
  merges: false,
  answers: 'adjacent',
  lead: false,
  together: 'free',
  callsLast: false,
  unique: 'turn',
}

/** Results at the head of the next turn, calls at the end of theirs. */
export const leadingResults: Layout = {
  merges: false,
  answers: 'next',
  lead: true,
  together: 'must',
  callsLast: true,
  unique: 'request',
}
