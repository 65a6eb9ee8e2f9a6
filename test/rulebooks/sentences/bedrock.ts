import type { Sentence } from '../sentences.ts'

const all = ['bedrock', 'everywhere-bedrock-converse']
const missing = ['camel-ai/camel#3954', 'genkit-ai/aws-bedrock-js-plugin#664', 'agno-agi/agno#6694']
const sameResults = 'The toolResult blocks at messages.{i}.content contain duplicate Ids: {id}'

/** Amazon's API. */
export const bedrock: readonly Sentence[] = [
  {
    says: "This model doesn't support the video content block that you provided.",
    by: [[all, ['unsupported-media']]],
    sources: ['pydantic/pydantic-ai#6081'],
  },
  {
    says: "This model doesn't support the s3Uri field.",
    by: [[all, ['unsupported-media']]],
    sources: ['pydantic/pydantic-ai#6081', 'strands-agents/harness-sdk#2076'],
  },
  {
    says: 'Expected toolResult blocks at messages.{next}.content for the following Ids: {id}',
    by: [[all, ['call-without-result', 'call-not-last']]],
    sources: missing,
  },
  {
    says: 'Expected toolResult blocks at messages.{answering}.content for the following Ids: {id}',
    by: [[all, ['result-not-leading', 'results-split']]],
    sources: missing,
  },
  {
    says: 'The number of toolResult blocks at messages.{i}.content exceeds the number of toolUse blocks of previous turn.',
    by: [[all, ['result-without-call', 'result-out-of-place']]],
    sources: ['strands-agents/harness-sdk#1435', 'kirodotdev/Kiro#10212'],
  },
  {
    says: 'messages.{i}.content: Conversation blocks and tool result blocks cannot be provided in the same turn',
    by: [[all, ['text-beside-results']]],
    sources: ['strands-agents/harness-sdk#1223', 'langchain-ai/langchain-aws#141'],
  },
  {
    says: 'messages.{i}.content: Conversation blocks and tool use blocks cannot be provided in the same turn',
    by: [[all, ['text-beside-calls']]],
    sources: ['quarkiverse/quarkus-langchain4j#1983'],
  },
  {
    says: 'The format of the value at messages.{i}.content.{j}.toolResult.content.0.json is invalid. Provide a json object for the field and try again.',
    by: [[all, ['result-not-object']]],
    sources: ['aws/aws-sdk-js-v3#7330'],
  },
  {
    says: sameResults,
    by: [[all, ['duplicate-result']]],
    sources: ['BerriAI/litellm#20047', 'kirodotdev/Kiro#9355'],
  },
  {
    says: 'The toolUse blocks at messages.{i}.content contain duplicate Ids: {id}',
    by: [[all, ['duplicate-call-id']]],
    after: sameResults,
  },
  {
    says: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    by: [[all, ['tools-not-declared']]],
    sources: ['anomalyco/opencode#10259', 'earendil-works/pi#738', 'vxcontrol/pentagi#196'],
  },
  {
    says: 'The content field in the Message object at messages.{i} is empty.',
    by: [[all, ['empty-turn']]],
    sources: ['archestra-ai/archestra#4220'],
  },
  {
    says: 'The text field in the ContentBlock object at messages.{i}.content.{j} is blank. Add text to the text field, and try again.',
    by: [[all, ['empty-text']]],
    sources: ['earendil-works/pi#4975', 'NousResearch/hermes-agent#63983'],
  },
  {
    says: 'The content field at messages.{i}.content.{j}.toolResult cannot be empty when status value is error.',
    by: [[all, ['empty-error-result']]],
    sources: ['aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15'],
  },
  {
    says: 'Invalid type for parameter messages[{i}].content',
    by: [[all, ['content-not-list']]],
    sources: ['wandb/weave#5349'],
  },
  {
    says: 'A text block must be included when using documents.',
    by: [[all, ['document-without-text']]],
    sources: ['archestra-ai/archestra#4220'],
  },
  {
    says: 'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    by: [[all, ['same-speaker-twice']]],
    sources: ['langchain-ai/langchain-aws#130', 'langgenius/dify#9294', 'microsoft/semantic-kernel#10281'],
  },
  {
    says: 'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    by: [[all, ['starts-on-model', 'no-turns']]],
    sources: ['langgenius/dify#12340', 'elastic/kibana#246393'],
  },
  {
    says: '#/messages/{i}/content/{j}: extraneous key [toolResult] is not permitted',
    by: [[all, ['media-in-result']]],
    sources: ['pydantic/pydantic-ai#6081'],
  },
]
