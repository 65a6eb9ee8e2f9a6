import { leadingResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { alwaysThinking, boundReasoning, missingReasoning, notFirst, unboundClaude } from './claude-models.ts'

const startsOnUser =
  'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
const expected = 'Expected toolResult blocks at messages.{next}.content for the following Ids: {id}'
const expectedHere = 'Expected toolResult blocks at messages.{answering}.content for the following Ids: {id}'
const exceeding =
  'The number of toolResult blocks at messages.{i}.content exceeds the number of toolUse blocks of previous turn.'
const blank =
  'The text field in the ContentBlock object at messages.{i}.content.{j} is blank. Add text to the text field, and try again.'

// Behind this API, Claude refuses in the words of its own.
const claude = [{ model: 'claude' }]

/** Amazon's API in front of many models: speakers alternate, and some models want results by themselves. */
export const bedrock: Rulebook = {
  name: 'bedrock',
  title: 'Amazon Bedrock Converse API',
  format: 'bedrock-converse',
  layout: { ...leadingResults, alternates: 'turns' },
  alwaysThinksWhen: alwaysThinking,
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'quoted', says: expected },
    'result-without-call': { severity: 'refused', evidence: 'quoted', says: exceeding },
    'result-out-of-place': { severity: 'refused', evidence: 'quoted', says: exceeding },
    'result-not-leading': { severity: 'refused', evidence: 'reported', says: expectedHere },
    'results-split': { severity: 'refused', evidence: 'quoted', says: expectedHere },
    'call-not-last': { severity: 'refused', evidence: 'reported', says: expected },
    'text-beside-results': {
      severity: 'refused',
      evidence: 'quoted',
      // Models of other makers than Anthropic; a profile of one's own does not tell its model.
      when: [
        {
          model:
            '^(?!.*(?:anthropic|claude))(?!arn:.*(?:application-inference-profile|provisioned-model|custom-model|prompt)).',
        },
      ],
      says: 'messages.{i}.content: Conversation blocks and tool result blocks cannot be provided in the same turn',
    },
    'text-beside-calls': {
      severity: 'refused',
      evidence: 'quoted',
      // Seen of Llama and of Mistral's models; Nova and Claude take both in one turn.
      when: [{ model: '(^|[./])(meta\\.llama|mistral\\.)' }],
      says: 'messages.{i}.content: Conversation blocks and tool use blocks cannot be provided in the same turn',
    },
    'duplicate-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The toolResult blocks at messages.{i}.content contain duplicate Ids: {id}',
    },
    'duplicate-call-id': {
      severity: 'refused',
      evidence: 'reported',
      says: 'The toolUse blocks at messages.{i}.content contain duplicate Ids: {id}',
    },
    'illegal-call-id': {
      severity: 'refused',
      evidence: 'docs',
      // Kimi makes ids like `functions.read:0`, and takes them back.
      adviceWhen: [{ model: 'kimi|moonshot' }],
      pattern: '^[a-zA-Z0-9_-]+$',
      maximum: 64,
    },
    'call-id-missing': { severity: 'refused', evidence: 'docs' },
    'call-by-user': { severity: 'refused', evidence: 'docs' },
    'arguments-not-object': {
      severity: 'refused',
      evidence: 'reported',
      says: 'messages.{i}.content.{j}.tool_use.input: Input should be a valid dictionary',
    },
    'tool-name-missing': { severity: 'refused', evidence: 'docs' },
    'illegal-tool-name': {
      severity: 'refused',
      evidence: 'quoted',
      pattern: '^[a-zA-Z0-9_-]+$',
      maximum: 64,
    },
    'result-not-object': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The format of the value at messages.{i}.content.{j}.toolResult.content.0.json is invalid. Provide a json object for the field and try again.',
    },
    'tools-not-declared': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    },
    'forced-call-when-thinking': {
      severity: 'refused',
      evidence: 'quoted',
      when: claude,
      says: 'Thinking may not be enabled when tool_choice forces tool use.',
    },
    'unknown-role': { severity: 'refused', evidence: 'docs', speakers: ['user', 'model'] },
    'content-not-list': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Invalid type for parameter messages[{i}].content',
    },
    'null-content': { severity: 'refused', evidence: 'docs' },
    'empty-turn': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The content field in the Message object at messages.{i} is empty.',
    },
    'empty-text': {
      severity: 'refused',
      evidence: 'quoted',
      blank: true,
      within: true,
      says: blank,
      saysOfResult: 'messages: text content blocks must be non-empty',
    },
    'empty-error-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The content field at messages.{i}.content.{j}.toolResult cannot be empty when status value is error.',
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
      when: unboundClaude,
      says: notFirst,
    },
    'reasoning-missing': {
      severity: 'refused',
      evidence: 'reported',
      when: claude,
      ...missingReasoning,
    },
    'reasoning-when-off': {
      severity: 'refused',
      evidence: 'reported',
      // Models from version 5 on think unless they are told not to; what a body leaves out says nothing there.
      when: [{ model: '^(?=.*claude)(?!.*claude-(?:mythos|[a-z]+-(?:[5-9]|[1-9]\\d)(?!\\d)))' }],
      says: 'messages.{i}.content.{j}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    },
    'too-many-cache-marks': {
      severity: 'refused',
      evidence: 'reported',
      when: claude,
      maximum: 4,
      says: 'A maximum of 4 blocks with cache_control may be provided. Found {n}.',
    },
    'reasoning-bound': boundReasoning,
    // No document shows it: it says what a repair may not do.
    'reasoning-changed': { severity: 'refused', evidence: 'reported', when: claude },
    'document-without-text': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'A text block must be included when using documents.',
    },
    'same-speaker-twice': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    },
    'no-turns': { severity: 'refused', evidence: 'quoted', says: startsOnUser },
    'starts-on-model': {
      severity: 'refused',
      evidence: 'quoted',
      // Claude is on record as taking it.
      adviceWhen: claude,
      says: startsOnUser,
    },
    'ends-on-model': {
      severity: 'refused',
      evidence: 'quoted',
      // Claude, version 4.6 and later; a date after the major version is no minor version.
      when: [{ model: 'claude-[a-z]+-(?:4-(?:[6-9]|[1-9]\\d)|[5-9]|[1-9]\\d)(?!\\d)' }, { thinking: true }],
      says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    },
    'lone-surrogate': {
      severity: 'refused',
      evidence: 'reported',
      says: 'The request body is not valid JSON: no low surrogate in string',
    },
  },
}

/** What satisfies every API of this format: there is one, and its rows follow the model that a body names. */
export const everywhereConverse: Rulebook = {
  ...bedrock,
  name: 'everywhere',
  title: 'Every Converse-compatible API at once',
}
