import { leadingResults } from '../model/layout.ts'
import { type RowWith, rowNamed } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { anthropic, anthropicStrict } from './anthropic.ts'
import { alwaysThinking } from './claude-models.ts'
import { strictest } from './strictest.ts'

/** A row of Anthropic's own API, for models old and new. */
function forAllModels(rule: string): RowWith<'speakers'> {
  const row = rowNamed(anthropic.rows, rule)
  if (row === undefined) throw new Error(`Anthropic has no row \`${rule}\`.`)
  const { when: _when, instructionsWhen: _newer, ...always } = row
  return always
}

/** The demands of every API of this format, old and new models alike. */
export const everywhereAnthropic: Rulebook = {
  name: 'everywhere',
  title: 'Every Anthropic-compatible API at once',
  format: 'anthropic-messages',
  layout: leadingResults,
  alwaysThinksWhen: alwaysThinking,
  // Instructions are refused wherever they stand.
  rows: strictest(
    [anthropic, anthropicStrict],
    {
      'unknown-role': forAllModels('unknown-role'),
      'undeclared-tool': forAllModels('undeclared-tool'),
      // Without a signature Anthropic refuses it; without it a copy that thinks does.
      'reasoning-unsigned': { ...forAllModels('reasoning-unsigned'), reasoning: 'every-call' },
      'ends-on-model': forAllModels('ends-on-model'),
      'reasoning-when-off': forAllModels('reasoning-when-off'),
      'reasoning-not-first': forAllModels('reasoning-not-first'),
      // Anthropic itself has given this up; gateways that were made before still ask for it.
      'tools-not-declared': {
        severity: 'refused',
        evidence: 'quoted',
        pattern: '^[a-zA-Z0-9_-]{1,128}$',
        says: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
      },
    },
    ['system-out-of-place', 'trailing-space'],
  ),
}
