import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { deepseekResponses } from './deepseek-responses.ts'
import { openaiResponses } from './openai-responses.ts'
import { strictest } from './strictest.ts'

/** The demands of every API of this format: results right after their calls, and names as OpenAI wants them. */
export const everywhereResponses: Rulebook = {
  name: 'everywhere',
  title: 'Every Responses-compatible API at once',
  format: 'openai-responses',
  layout: { ...adjacentResults, unique: 'request', named: true },
  rows: strictest([openaiResponses, deepseekResponses], {
    'result-out-of-place': { severity: 'refused', evidence: 'live' },
    'call-without-reasoning': {
      ...(openaiResponses.rows['call-without-reasoning'] as PlainRow),
      severity: 'refused',
    },
    // Azure takes no name of reasoning that nobody keeps.
    'item-not-stored': { severity: 'refused', evidence: 'reported', within: true },
  }),
}
