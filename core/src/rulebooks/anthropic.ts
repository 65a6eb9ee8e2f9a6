import { leadingResults } from '../model/layout.ts'
import type { PlainRow, Rows } from '../model/row.ts'
import { always, type Rulebook, refused } from '../model/rulebook.ts'
import { withSystemTurns } from './anthropic-system.ts'
import { alwaysThinking, boundReasoning, missingReasoning, notFirst, thinksFirst } from './claude-models.ts'

const unanswered =
  'messages.{i}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
const unansweredThere = unanswered.replace('{i}', '{calling}')
const unexpected =
  'messages.{i}.content.{j}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
const sourceTooLarge = 'messages.{i}.content.{j}.image.source.base64: image exceeds'
const tooLarge =
  'messages.{i}.content.{j}.image.source.base64.data: At least one of the image dimensions exceed max allowed size'

/** The demands of every API of this format, merging or not. */
const rows = {
  'call-without-result': refused(unanswered),
  'result-without-call': refused(unexpected),
  'result-out-of-place': refused(unexpected),
  'result-not-leading': refused(unansweredThere, 'live'),
  'results-split': refused(unansweredThere),
  'call-not-last': refused(unanswered, 'live'),
  'duplicate-result': refused(
    'messages.{i}.content.{j}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}',
  ),
  'duplicate-call-id': refused('messages.{i}.content.{j}: `tool_use` ids must be unique'),
  'illegal-call-id': {
    severity: 'refused',
    evidence: 'quoted',
    pattern: '^[a-zA-Z0-9_-]+$',
    says: "messages.{i}.content.{j}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  },
  'call-id-missing': {
    severity: 'refused',
    evidence: 'docs',
    says: 'messages.{i}.content.{j}.tool_use.id: Field required',
    saysOfResult: 'messages.{i}.content.{j}.tool_result.tool_use_id: Field required',
  },
  'call-by-user': refused('messages.{i}: `tool_use` blocks can only be in `assistant` messages', 'docs'),
  'arguments-not-object': refused(
    'messages.{i}.content.{j}.tool_use.input: Input should be a valid dictionary',
  ),
  'tool-name-missing': refused(
    'messages.{i}.content.{j}.tool_use.name: String should have at least 1 character',
  ),
  // Any character will do in what was called; only a declared tool has to be spelled in a certain way.
  'illegal-tool-name': {
    severity: 'refused',
    evidence: 'quoted',
    maximum: 200,
    says: 'messages.{i}.content.{j}.tool_use.name: String should have at most 200 characters',
  },
  'no-turns': refused('messages: at least one message is required'),
  'unknown-role': {
    severity: 'refused',
    evidence: 'quoted',
    speakers: ['user', 'model'],
    says: 'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant".',
  },
  'content-not-text': refused(
    'messages.{i}.content.{j}.tool_result.content: Input should be a valid string',
    'docs',
  ),
  // A schema that takes no other members, but more of them with every beta: those on record as refused.
  'unsupported-property': {
    severity: 'refused',
    evidence: 'quoted',
    refusedMembers: { turn: ['name', 'reasoning_content', 'timestamp', 'provider_specific_fields'] },
    says: 'messages.{i}.{name}: Extra inputs are not permitted',
  },
  'unsupported-part-member': {
    severity: 'refused',
    evidence: 'quoted',
    refusedMembers: {
      text: ['id', 'index', 'parsed_output', 'start_timestamp', 'stop_timestamp', 'flags'],
      call: ['index', 'text', 'partial_json', 'signature', 'thought_signature', 'provider_specific_fields'],
      result: ['name'],
    },
    says: 'messages.{i}.content.{j}.text.{member}: Extra inputs are not permitted',
    saysOf: {
      call: 'messages.{i}.content.{j}.tool_use.{member}: Extra inputs are not permitted',
      result: 'messages.{i}.content.{j}.tool_result.{member}: Extra inputs are not permitted',
      within: 'messages.{i}.content.{j}.tool_result.content.0.text.id: Extra inputs are not permitted',
    },
  },
  'wrong-part-type': {
    ...refused("Input tag 'input_json_delta' found using 'type' does not match any of the expected tags"),
    saysOf: { untyped: 'messages.{i}.content.{j}.type: Field required' },
  },
  'null-content': refused('messages.{i}.content: Input should be a valid array'),
  'empty-turn': {
    severity: 'refused',
    evidence: 'live',
    speakers: ['user'],
    says: 'messages.{i}: user messages must have non-empty content',
  },
  'empty-text': refused('messages: text content blocks must be non-empty', 'live'),
  'blank-turn': refused('messages: text content blocks must contain non-whitespace text', 'live'),
  'empty-error-result': refused(
    'messages.{i}.content.{j}.tool_result: content cannot be empty if `is_error` is true',
    'live',
  ),
  'error-result-not-text': refused(
    'messages.{i}.content.{j}.tool_result: all content must be type `text` if `is_error` is true',
  ),
  'hosted-call-without-result': refused(
    'messages.{i}: `{name}` tool use with id `{id}` was found without a corresponding `{name}_tool_result` block',
    'docs',
  ),
  'hosted-result-without-call': {
    severity: 'refused',
    evidence: 'quoted',
    says: 'messages.{i}.content.{j}: unexpected `tool_use_id` found in `{name}_tool_result` blocks: {id}. Each `{name}_tool_result` block must have a corresponding `server_tool_use` block before it.',
    saysOf: {
      relayed:
        'messages.{i}.content.{j}: unexpected `tool_use_id` found in `mcp_tool_result` blocks: {id}. Each `mcp_tool_result` block must have a corresponding `mcp_tool_use` block before it.',
    },
  },
  'illegal-hosted-id': {
    severity: 'refused',
    evidence: 'quoted',
    pattern: '^srvtoolu_[a-zA-Z0-9_]+$',
    says: "messages.{i}.content.{j}.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  },
  'duplicate-tool-name': { severity: 'refused', evidence: 'quoted', adviceOf: { different: always } },
  // Told by one, and by another that tools may even be left out.
  'undeclared-tool': { severity: 'advice', evidence: 'reported' },
  'undeclared-hosted-tool': { severity: 'refused', evidence: 'docs', hostedTools: ['advisor'] },
  'undeclared-tool-reference': refused("Tool reference '{name}' not found in available tools"),
  'reasoning-unsigned': refused('messages.{i}.content.{j}: Invalid `signature` in `thinking` block'),
  'reasoning-not-first': { ...refused(notFirst), when: thinksFirst },
  'reasoning-missing': { severity: 'refused', evidence: 'quoted', ...missingReasoning },
  'reasoning-bound': boundReasoning,
  // No document shows it: it says what a repair may not do.
  'reasoning-changed': { severity: 'refused', evidence: 'quoted' },
  'reasoning-when-off': {
    severity: 'refused',
    evidence: 'quoted',
    // Models from version 5 on think unless they are told not to; what a body leaves out says nothing there.
    when: [{ model: '^(?!.*claude-(?:mythos|[a-z]+-(?:[5-9]|[1-9]\\d)(?!\\d)))' }],
    says: 'messages.{i}.content.{j}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
  },
  'image-too-large': {
    severity: 'refused',
    evidence: 'quoted',
    maximum: 8000,
    ofMany: { most: 20, maximum: 2000 },
    // It was half of this until the middle of 2026, and is so elsewhere.
    maximumData: 10_485_760,
    says: `${tooLarge}: 8000 pixels`,
    saysOf: {
      many: `${tooLarge} for many-image requests: 2000 pixels`,
      data: `${sourceTooLarge} 10 MB maximum: {size} bytes > {maximum} bytes`,
    },
  },
  'too-many-cache-marks': {
    severity: 'refused',
    evidence: 'quoted',
    maximum: 4,
    says: 'A maximum of 4 blocks with cache_control may be provided. Found {n}.',
  },
  'cache-mark-on-reasoning': refused(
    'messages.{i}.content.{j}.thinking.cache_control: Extra inputs are not permitted',
  ),
  'lone-surrogate': refused('The request body is not valid JSON: no low surrogate in string'),
  'forced-call-when-thinking': refused('Thinking may not be enabled when tool_choice forces tool use.'),
  'ends-on-model': {
    severity: 'refused',
    evidence: 'quoted',
    // Versions 4.6 and later; a date after the major version is no minor version.
    when: [{ model: 'claude-[a-z]+-(?:4-(?:[6-9]|[1-9]\\d)|[5-9]|[1-9]\\d)(?!\\d)' }, { thinking: true }],
    says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  },
} satisfies Rows

function advised(rule: keyof typeof rows): PlainRow {
  return { ...rows[rule], severity: 'advice', evidence: 'reported' }
}

/** Anthropic's own API: neighbours of one role are merged, so split results pass. */
export const anthropic: Rulebook = {
  name: 'anthropic',
  title: 'Anthropic Messages API',
  format: 'anthropic-messages',
  serves: '(^|[./@])claude',
  providers: ['anthropic'],
  layout: { ...leadingResults, merges: true, together: 'should' },
  alwaysThinksWhen: alwaysThinking,
  rows: {
    ...rows,
    ...withSystemTurns(rows['unknown-role']),
    'results-split': advised('results-split'),
    'trailing-space': refused('messages: final assistant content cannot end with trailing whitespace'),
    // An id that comes again in a later turn is on record as taken.
    'duplicate-call-id': { ...rows['duplicate-call-id'], adviceOf: { again: always } },
  },
}

// Copies neither sign reasoning nor compare it, and are not on record as refusing these.
const notOfCopies = [
  ...['image-too-large', 'reasoning-changed', 'unsupported-property', 'unsupported-part-member'],
  ...['undeclared-tool', 'undeclared-hosted-tool', 'forced-call-when-thinking', 'duplicate-tool-name'],
]
const copied = Object.fromEntries(Object.entries(rows).filter(([rule]) => !notOfCopies.includes(rule)))

// Kimi makes ids like `functions.read:0`, and takes them back; no copy is on record as refusing the others.
const unseenOfCopies = [
  ...['illegal-call-id', 'illegal-hosted-id', 'too-many-cache-marks', 'cache-mark-on-reasoning'],
  ...['error-result-not-text', 'reasoning-unsigned', 'reasoning-when-off', 'reasoning-not-first'],
  ...['empty-text', 'blank-turn', 'empty-turn', 'empty-error-result', 'illegal-tool-name'],
  ...['hosted-call-without-result', 'hosted-result-without-call', 'undeclared-tool-reference'],
  ...['lone-surrogate', 'content-not-text'],
] as const

/** Clones of Anthropic's API that take each message as it is. */
export const anthropicStrict: Rulebook = {
  name: 'anthropic-strict',
  title: 'Anthropic-compatible APIs that do not merge turns',
  format: 'anthropic-messages',
  serves: '^(deepseek-|kimi|moonshot|minimax|glm-[^:/]*$)',
  layout: leadingResults,
  alwaysThinksWhen: alwaysThinking,
  rows: {
    ...copied,
    ...Object.fromEntries(unseenOfCopies.map((rule) => [rule, advised(rule)])),
    // DeepSeek's is on record, and Claude keeps its demand wherever it is served.
    'reasoning-missing': {
      ...rows['reasoning-missing'],
      adviceWhen: [{ model: '^(?!.*(?:deepseek|claude))' }],
    },
    'ends-on-model': { ...rows['ends-on-model'], adviceWhen: [{ model: '^(?!.*claude)' }] },
    // No copy is on record as looking for it.
    'wrong-part-type': { ...rows['wrong-part-type'], adviceOf: { untyped: always } },
  },
}
