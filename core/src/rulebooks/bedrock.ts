import { leadingResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import { always, type Rulebook } from '../model/rulebook.ts'
import { withSystemTurns } from './anthropic-system.ts'
import { claudeRows, notClaude } from './bedrock-claude.ts'
import { alwaysThinking } from './claude-models.ts'
import { strictest } from './strictest.ts'

const startsOnUser =
  'A conversation must start with a user message. Try again with a conversation that starts with a user message.'
const expected = 'Expected toolResult blocks at messages.{next}.content for the following Ids: {id}'
const expectedHere = 'Expected toolResult blocks at messages.{answering}.content for the following Ids: {id}'
const exceeding =
  'The number of toolResult blocks at messages.{i}.content exceeds the number of toolUse blocks of previous turn.'
const blank =
  'The text field in the ContentBlock object at messages.{i}.content.{j} is blank. Add text to the text field, and try again.'
const documentName =
  "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character. Check that the file name conforms to these restrictions and retry your request."
// The path of a request names the model, so that a body may not; a profile of one's own does not tell it.
const unnamed = '^$|^arn:.*(?:application-inference-profile|provisioned-model|custom-model|prompt)'

/** Amazon's API in front of many models: speakers alternate, and some models want results by themselves. */
export const bedrock: Rulebook = {
  name: 'bedrock',
  title: 'Amazon Bedrock Converse API',
  format: 'bedrock-converse',
  layout: { ...leadingResults, alternates: 'turns' },
  alwaysThinksWhen: alwaysThinking,
  rows: {
    ...claudeRows,
    'call-without-result': { severity: 'refused', evidence: 'quoted', says: expected },
    'result-without-call': { severity: 'refused', evidence: 'quoted', says: exceeding },
    'result-out-of-place': { severity: 'refused', evidence: 'quoted', says: exceeding },
    // Where things stand in a turn is Claude's own demand.
    'result-not-leading': {
      severity: 'refused',
      evidence: 'reported',
      adviceWhen: notClaude,
      says: expectedHere,
    },
    'results-split': { severity: 'refused', evidence: 'quoted', says: expectedHere },
    'call-not-last': { severity: 'refused', evidence: 'reported', adviceWhen: notClaude, says: expected },
    'text-beside-results': {
      severity: 'refused',
      evidence: 'quoted',
      // Seen of Llama, Mistral's and Writer's models; others take both in one turn.
      when: [{ model: '(^|[./])(meta\\.llama|mistral\\.|writer\\.)' }],
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
      // The sentence is about one turn.
      adviceOf: { again: always },
      says: 'The toolUse blocks at messages.{i}.content contain duplicate Ids: {id}',
    },
    // Its docs allow `.` and `:` on one page and not on another.
    'illegal-call-id': {
      severity: 'advice',
      evidence: 'docs',
      pattern: '^[a-zA-Z0-9_-]+$',
      maximum: 64,
    },
    'call-id-missing': { severity: 'refused', evidence: 'docs' },
    'call-by-user': { severity: 'refused', evidence: 'docs' },
    'arguments-not-object': {
      severity: 'refused',
      evidence: 'docs',
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
    ...withSystemTurns(
      {
        severity: 'refused',
        evidence: 'docs',
        speakers: ['user', 'model'],
        // The API has a role for instructions; that they may not come first is Claude's own demand.
        adviceOf: { leading: notClaude, listed: notClaude },
      },
      false,
    ),
    'content-not-list': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'Invalid type for parameter messages[{i}].content',
    },
    'null-content': {
      severity: 'refused',
      evidence: 'docs',
      saysOf: {
        thought:
          "Value at 'messages.{next}.member.content.{j}.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null",
      },
    },
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
      // White space is on record as taken, and as refused.
      adviceOf: { blank: always },
      says: blank,
      saysOfResult: 'messages: text content blocks must be non-empty',
    },
    'empty-error-result': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'The content field at messages.{i}.content.{j}.toolResult cannot be empty when status value is error.',
    },
    // Images alone may stand in a result.
    'media-in-result': {
      severity: 'refused',
      evidence: 'live',
      when: [{ model: 'amazon\\.nova' }],
      media: ['document', 'video'],
      says: '#/messages/{i}/content/{j}: extraneous key [toolResult] is not permitted',
    },
    'document-without-text': {
      severity: 'refused',
      evidence: 'quoted',
      says: 'A text block must be included when using documents.',
    },
    'illegal-document-name': {
      severity: 'refused',
      evidence: 'quoted',
      // `_` is on record as taken, and one line end is not known to be refused.
      pattern: '^(?![^]*\\s\\s)[a-zA-Z0-9 \\n\\r_()[\\]-]*$',
      // Other scripts are told to be refused; no quoted refusal is of their letters alone.
      adviceOf: { letters: always, 'letters-within': always },
      says: documentName,
    },
    'duplicate-document-name': {
      severity: 'refused',
      evidence: 'quoted',
      // One report says that results count too; no quoted refusal is of them.
      adviceOf: { within: always },
      says: "Messages can't contain duplicate document names. Rename the document and retry your request.",
    },
    'same-speaker-twice': {
      severity: 'refused',
      evidence: 'quoted',
      // It was refused until 2025, and is joined since: a repair writes what both take.
      adviceOf: { given: always },
      says: 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    },
    'no-turns': { severity: 'refused', evidence: 'quoted', says: startsOnUser },
    'starts-on-model': {
      severity: 'refused',
      evidence: 'quoted',
      // Claude is on record as taking it; a model that is not known may be one.
      adviceWhen: [{ model: `claude|${unnamed}` }],
      says: startsOnUser,
    },
    'lone-surrogate': {
      severity: 'refused',
      evidence: 'reported',
      says: 'The request body is not valid JSON: no low surrogate in string',
    },
  },
}

/** The demands of every model behind this API, and of the API as it was before it joined turns. */
export const everywhereConverse: Rulebook = {
  ...bedrock,
  name: 'everywhere',
  title: 'Every Converse-compatible API at once',
  // Instructions are refused wherever they stand, and ids are those of the stricter page.
  rows: strictest(
    [bedrock],
    { 'illegal-call-id': { ...(bedrock.rows['illegal-call-id'] as PlainRow), severity: 'refused' } },
    ['system-out-of-place'],
  ),
}
