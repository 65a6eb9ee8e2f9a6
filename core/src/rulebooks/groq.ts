import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatMembers, chatRows, unsurePairs } from './chat-family.ts'

const head = "'messages.{i}' : for 'role:{role}' the following must be satisfied"

/** Groq: checks every message against a schema and refuses what is not in it. */
export const groq: Rulebook = {
  name: 'groq',
  title: 'Groq chat API',
  format: 'openai-chat',
  hosts: ['groq.com'],
  providers: ['groq'],
  reasoningMember: 'reasoning',
  voice: 'short',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    ...unsurePairs,
    'call-id-missing': {
      severity: 'refused',
      evidence: 'quoted',
      saysOfResult: `${head}[('messages.{i}.tool_call_id' : property 'tool_call_id' is missing)]`,
    },
    'call-by-user': { severity: 'advice', evidence: 'reported' },
    // Refused in quotes up to 2025; the types of its own library have allowed lists since.
    'content-not-text': {
      severity: 'advice',
      evidence: 'quoted',
      says: `${head}[('messages.{i}.content' : value must be a string)]`,
      speakers: ['model', 'system', 'tool'],
    },
    'arguments-not-text': refused(
      `${head}[('messages.{i}.tool_calls.{j}.function.arguments' : value must be a string)]`,
    ),
    'unsupported-property': {
      ...refused(`${head}[('messages.{i}' : property '{name}' is unsupported)]`),
      members: [...chatMembers, 'reasoning'],
    },
  },
}
