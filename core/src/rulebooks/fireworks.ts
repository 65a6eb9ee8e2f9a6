import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import { type Rulebook, refused } from '../model/rulebook.ts'
import { anyRoles, chatRows } from './chat-family.ts'

// The models' templates decide about pairs and ids; no refusal is on record.
const unsure: PlainRow = { severity: 'advice', evidence: 'reported' }

/** Fireworks: a message may have only the members of its schema; `reasoning_content` is one of them, `reasoning` is not. */
export const fireworks: Rulebook = {
  name: 'fireworks',
  title: 'Fireworks chat API',
  format: 'openai-chat',
  serves: '^accounts/fireworks/',
  hosts: ['fireworks.ai'],
  providers: ['fireworks'],
  reasoningMember: 'reasoning_content',
  voice: 'fireworks',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'call-without-result': unsure,
    'result-without-call': unsure,
    'result-out-of-place': unsure,
    'duplicate-result': unsure,
    'call-id-missing': unsure,
    // In its schema, a role is any text; a turn in the shape of another API has members that the schema refuses.
    'unknown-role': { ...anyRoles, evidence: 'docs' },
    'unsupported-property': {
      ...refused("Extra inputs are not permitted, field: 'messages[{i}].{name}'"),
      // Only members that are on record: the schema does not list `name` either, but no refusal of it is known.
      refusedMembers: {
        model: ['reasoning', 'reasoning_details', 'thinking_blocks', 'provider_specific_fields'],
        tool: ['tool_name'],
      },
    },
  },
}
