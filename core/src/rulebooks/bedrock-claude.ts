import type { Rows } from '../model/row.ts'
import type { Condition } from '../model/rulebook.ts'
import { boundReasoning, claudeThinksFirst, missingReasoning, notFirst } from './claude-models.ts'

const claude: readonly Condition[] = [{ model: 'claude' }]

/** Every model that is not Claude, and one that is not known. */
export const notClaude: readonly Condition[] = [{ model: '^(?!.*claude)' }]

/** The demands of Claude behind Amazon's API, which it refuses in its own words. */
export const claudeRows: Rows = {
  'forced-call-when-thinking': {
    severity: 'refused',
    evidence: 'quoted',
    when: claude,
    says: 'Thinking may not be enabled when tool_choice forces tool use.',
  },
  // Recorded of one version each; another may take them.
  'unsupported-media': {
    severity: 'advice',
    evidence: 'live',
    when: claude,
    media: ['video', 'stored'],
    saysOf: {
      video: "This model doesn't support the video content block that you provided.",
      stored: "This model doesn't support the s3Uri field.",
    },
  },
  'blank-turn': {
    severity: 'refused',
    evidence: 'quoted',
    adviceWhen: notClaude,
    says: 'messages: text content blocks must contain non-whitespace text',
  },
  'error-result-not-text': {
    severity: 'refused',
    evidence: 'reported',
    when: claude,
    says: 'messages.{i}.content.{j}.tool_result: all content must be type `text` if `is_error` is true',
  },
  'reasoning-unsigned': {
    severity: 'refused',
    evidence: 'reported',
    when: claude,
    says: 'messages.{i}.content.{j}: Invalid `signature` in `thinking` block',
  },
  'reasoning-not-first': {
    severity: 'refused',
    evidence: 'reported',
    when: claudeThinksFirst,
    says: notFirst,
  },
  'reasoning-missing': { severity: 'refused', evidence: 'reported', when: claude, ...missingReasoning },
  'reasoning-when-off': {
    severity: 'refused',
    evidence: 'reported',
    // Models from version 5 on think unless they are told not to; what a body leaves out says nothing there.
    when: [{ model: '^(?=.*claude)(?!.*claude-(?:mythos|[a-z]+-(?:[5-9]|[1-9]\\d)(?!\\d)))' }],
    says: 'messages.{i}.content.{j}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
  },
  'too-many-cache-marks': {
    severity: 'refused',
    evidence: 'docs',
    when: claude,
    maximum: 4,
    says: 'A maximum of 4 blocks with cache_control may be provided. Found {n}.',
  },
  'reasoning-bound': boundReasoning,
  // No document shows it: it says what a repair may not do.
  'reasoning-changed': { severity: 'refused', evidence: 'reported', when: claude },
  'trailing-space': {
    severity: 'refused',
    evidence: 'quoted',
    when: claude,
    says: 'messages: final assistant content cannot end with trailing whitespace',
  },
  'ends-on-model': {
    severity: 'refused',
    evidence: 'quoted',
    // Claude, version 4.6 and later; a date after the major version is no minor version.
    when: [{ model: 'claude-[a-z]+-(?:4-(?:[6-9]|[1-9]\\d)|[5-9]|[1-9]\\d)(?!\\d)' }, { thinking: true }],
    says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  },
}
