import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import { type Rulebook, refused } from '../model/rulebook.ts'
import { anyRoles, chatRows } from './chat-family.ts'

// Once quoted of sound requests, and stray results are on record as taken: no refusal is certain.
const unsure: PlainRow = { severity: 'advice', evidence: 'reported' }
const stray: PlainRow = {
  severity: 'advice',
  evidence: 'quoted',
  says: "Messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
}

/** Cerebras: the model's reasoning comes and goes as `reasoning`, and by the more common name it is refused. */
export const cerebras: Rulebook = {
  name: 'cerebras',
  title: 'Cerebras chat API',
  format: 'openai-chat',
  hosts: ['cerebras.ai'],
  providers: ['cerebras'],
  reasoningMember: 'reasoning',
  voice: 'cerebras',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'call-without-result': unsure,
    'result-without-call': stray,
    'result-out-of-place': stray,
    'duplicate-result': unsure,
    // Known from its types and docs alone.
    'call-id-missing': { severity: 'advice', evidence: 'docs' },
    'unknown-role': { ...anyRoles, evidence: 'docs' },
    'unsupported-property': {
      ...refused("messages.{i}.assistant.{name}: property 'messages.{i}.assistant.{name}' is unsupported"),
      refusedMembers: { model: ['reasoning_content'] },
    },
  },
}
