import type { RowOf, Rows } from '../model/row.ts'
import type { Condition } from '../model/rulebook.ts'

// Every model before version 4.8, in all spellings.
const older = 'claude-(?:instant|v?[0-3]|[a-z]+-(?:[0-3]\\b|4\\b(?!(?:-|\\.)(?:8|9|[1-9]\\d)\\b)))'
// A model that is not known may take them.
const newer: readonly Condition[] = [{ model: `^(?!.*${older})` }]
const newerClaude: readonly Condition[] = [{ model: `^(?=.*claude)(?!.*${older})` }]
const directive = 'the directive-only form (content: [] with output_config) is accepted at any position'

/** The demands on instructions among the turns, which newer models take between the user and the model. */
export function withSystemTurns(unknownRole: RowOf<'unknown-role'>, isClaudes = true): Rows {
  return {
    'unknown-role': { ...unknownRole, instructionsWhen: newer },
    'system-out-of-place': {
      severity: 'refused',
      evidence: 'quoted',
      // Of other models behind the same API, no demand on their place is on record.
      when: isClaudes ? newer : newerClaude,
      beforeModel: true,
      says: `messages.{i}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${directive}`,
      saysOf: {
        first: "messages.{i}: use the top-level 'system' parameter for the initial system prompt",
        unheard: `messages.{i}: role 'system' must precede an 'assistant' message or end the array; ${directive}`,
      },
    },
  }
}
