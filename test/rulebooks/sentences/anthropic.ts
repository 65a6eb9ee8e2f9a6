import type { Sentence } from '../sentences.ts'

const all = ['anthropic', 'anthropic-strict', 'everywhere-anthropic-messages']
const own = ['anthropic', 'everywhere-anthropic-messages']
const converse = ['bedrock', 'everywhere-bedrock-converse']
const ofServer =
  'messages.{i}.content.{j}: unexpected `tool_use_id` found in `{name}_tool_result` blocks: {id}. Each `{name}_tool_result` block must have a corresponding `server_tool_use` block before it.'

/** Anthropic's API and its copies; Claude behind Bedrock says some of it too. */
export const anthropic: readonly Sentence[] = [
  {
    says: 'messages.{i}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    by: [[all, ['call-without-result', 'call-not-last']]],
    sources: [
      'anthropics/claude-code#3860',
      'zed-industries/zed#29401',
      'anomalyco/opencode:packages/llm/test/fixtures/recordings/anthropic-messages/rejects-malformed-assistant-tool-order-without-patch.json',
    ],
  },
  {
    says: 'messages.{calling}: `tool_use` ids were found without `tool_result` blocks immediately after: {id}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    by: [[all, ['result-not-leading', 'results-split']]],
    sources: ['vercel/ai#8474', 'MoonshotAI/kimi-cli#1978'],
  },
  {
    says: 'messages.{i}.content.{j}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    by: [[all, ['result-without-call', 'result-out-of-place']]],
    sources: [
      'anthropics/claude-code#18947',
      'anthropics/claude-code#13460',
      'langchain-ai/langgraphjs#1423',
    ],
  },
  {
    says: 'messages.{i}.content.{j}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}',
    by: [[all, ['duplicate-result']]],
    sources: ['Kilo-Org/kilocode#5150', 'Kilo-Org/kilocode#3772'],
    quoted: 'each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}',
  },
  {
    says: 'messages.{i}.content.{j}: `tool_use` ids must be unique',
    by: [[all, ['duplicate-call-id']]],
    sources: ['vastsa/PI-Desktop#718', 'anthropics/claude-code#21088', 'BerriAI/litellm#23510'],
  },
  {
    says: "messages.{i}.content.{j}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    by: [[all, ['illegal-call-id']]],
    sources: ['maximhq/bifrost#5097', 'tailcallhq/forgecode#1142'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_use.id: Field required',
    by: [[all, ['call-id-missing']]],
    sources: ['anomalyco/opencode#8675', 'NoeFabris/opencode-antigravity-auth#2'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_result.tool_use_id: Field required',
    by: [[all, ['call-id-missing']]],
    sources: ['Chevey339/kelivo#315'],
  },
  {
    says: "Input tag 'input_json_delta' found using 'type' does not match any of the expected tags",
    by: [[all, ['wrong-part-type']]],
    sources: ['1Panel-dev/MaxKB#6683', 'langchain-ai/langchainjs#9809'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_use.name: String should have at least 1 character',
    by: [[all, ['tool-name-missing']]],
    sources: ['TanStack/ai#532', 'sipeed/picoclaw#1658'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_use.name: String should have at most 200 characters',
    by: [[all, ['illegal-tool-name']]],
    sources: ['anthropics/claude-code#15695', 'anthropics/claude-code#94799'],
  },
  {
    says: 'messages.{i}.content.{j}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    by: [[own, ['image-too-large']]],
    sources: ['anthropics/claude-code#5147', 'anthropics/claude-code#4778'],
  },
  {
    says: 'messages.{i}.content.{j}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    by: [[own, ['image-too-large']]],
    sources: ['anthropics/claude-code#52220', 'anthropics/claude-code#14412', 'microsoft/vscode#297841'],
  },
  {
    says: 'messages.{i}: `tool_use` blocks can only be in `assistant` messages',
    by: [[all, ['call-by-user']]],
    sources: ['microsoft/agent-framework#4328'],
    quoted: 'tool_use blocks can only be in assistant messages',
  },
  {
    says: 'messages.{i}.content.{j}.tool_use.input: Input should be a valid dictionary',
    by: [[[...all, ...converse], ['arguments-not-object']]],
    sources: ['anthropics/claude-code#6695'],
  },
  {
    says: 'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant".',
    by: [[all, ['unknown-role']]],
    sources: ['NyarchLinux/NyarchAssistant#157'],
  },
  {
    says: "messages.{i}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; the directive-only form (content: [] with output_config) is accepted at any position",
    by: [[['anthropic', 'bedrock'], ['system-out-of-place']]],
    sources: ['https://platform.claude.com/docs/build-with-claude/mid-conversation-system-messages'],
  },
  {
    says: "messages.{i}: use the top-level 'system' parameter for the initial system prompt",
    by: [[['anthropic', 'bedrock'], ['system-out-of-place']]],
    sources: ['anthropics/claude-code#64147', 'LeenHawk/gproxy#209', 'BerriAI/litellm#33807'],
  },
  {
    says: "messages.{i}: role 'system' must precede an 'assistant' message or end the array; the directive-only form (content: [] with output_config) is accepted at any position",
    by: [[['anthropic', 'bedrock'], ['system-out-of-place']]],
    sources: ['https://platform.claude.com/docs/build-with-claude/mid-conversation-system-messages'],
  },
  {
    says: 'messages.{i}.content: Input should be a valid array',
    by: [[all, ['null-content']]],
    sources: ['shogo-labs/shogo-ai#842'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_result.content: Input should be a valid string',
    by: [[all, ['content-not-text']]],
    after: 'messages.{i}.content: Input should be a valid array',
  },
  {
    says: 'messages.{i}.{name}: Extra inputs are not permitted',
    by: [[own, ['unsupported-property']]],
    sources: ['microsoft/autogen#3034'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_use.{member}: Extra inputs are not permitted',
    by: [[own, ['unsupported-part-member']]],
    sources: ['langchain-ai/langchain#31208', 'anthropics/claude-code#4378'],
  },
  {
    says: 'messages.{i}.content.{j}.text.{member}: Extra inputs are not permitted',
    by: [[own, ['unsupported-part-member']]],
    sources: ['anthropics/claude-code#90002'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_result.{member}: Extra inputs are not permitted',
    by: [[own, ['unsupported-part-member']]],
    after: 'messages.{i}.content.{j}.tool_use.{member}: Extra inputs are not permitted',
  },
  {
    says: 'messages.{i}.content.{j}.tool_result.content.0.text.id: Extra inputs are not permitted',
    by: [[own, ['unsupported-part-member']]],
    sources: ['langchain-ai/langchain-mcp-adapters#397', 'langchain-ai/langchain-google#1474'],
  },
  {
    says: 'messages.{i}: user messages must have non-empty content',
    by: [[all, ['empty-turn']]],
    sources: ['experientiallabs/experiential#804'],
  },
  {
    says: 'messages: text content blocks must be non-empty',
    by: [[[...all, ...converse], ['empty-text']]],
    sources: [
      'experientiallabs/experiential#804',
      'BerriAI/litellm#22979',
      'NousResearch/hermes-agent#55092',
    ],
  },
  {
    says: 'messages: text content blocks must contain non-whitespace text',
    by: [[[...all, 'bedrock', 'everywhere-bedrock-converse'], ['blank-turn']]],
    sources: [
      'experientiallabs/experiential#804',
      'anomalyco/opencode#31259',
      'NousResearch/hermes-agent#67978',
    ],
  },
  {
    says: 'messages.{i}.content.{j}.tool_result: content cannot be empty if `is_error` is true',
    by: [[all, ['empty-error-result']]],
    sources: ['jlevy/markform#153', 'experientiallabs/experiential#804'],
  },
  {
    says: 'messages.{i}.content.{j}.tool_result: all content must be type `text` if `is_error` is true',
    by: [[[...all, ...converse], ['error-result-not-text']]],
    sources: ['vellum-ai/vellum-assistant#18387'],
    quoted: 'all content must be type `text` if `is_error` is true',
  },
  {
    says: 'messages.{i}: `{name}` tool use with id `{id}` was found without a corresponding `{name}_tool_result` block',
    by: [[all, ['hosted-call-without-result']]],
    sources: ['AnswerDotAI/lisette#108', 'Zoo-Code-Org/Zoo-Code#1716'],
  },
  {
    says: ofServer,
    by: [[all, ['hosted-result-without-call']]],
    sources: ['anthropics/claude-code#64383', 'anthropics/claude-code#66548', 'anthropics/claude-code#80439'],
  },
  {
    says: 'messages.{i}.content.{j}: unexpected `tool_use_id` found in `mcp_tool_result` blocks: {id}. Each `mcp_tool_result` block must have a corresponding `mcp_tool_use` block before it.',
    by: [[all, ['hosted-result-without-call']]],
    after: ofServer,
  },
  {
    says: "messages.{i}.content.{j}.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    by: [[all, ['illegal-hosted-id']]],
    sources: ['Wei-Shaw/sub2api#1308'],
  },
  {
    says: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
    by: [[['everywhere-anthropic-messages'], ['tools-not-declared']]],
    sources: ['anthropics/anthropic-sdk-python#494', 'anthropics/anthropic-sdk-python#849'],
  },
  {
    says: 'Thinking may not be enabled when tool_choice forces tool use.',
    by: [[[...own, ...converse], ['forced-call-when-thinking']]],
    sources: ['mastra-ai/mastra#7507', 'langchain-ai/langchain#35544', 'can1357/oh-my-pi#341'],
  },
  {
    says: "Tool reference '{name}' not found in available tools",
    by: [[all, ['undeclared-tool-reference']]],
    sources: ['anthropics/claude-code#81863', 'anthropics/claude-code#87047'],
  },
  {
    says: 'messages.{i}.content.{j}: Invalid `signature` in `thinking` block',
    by: [[[...all, ...converse], ['reasoning-unsigned']]],
    sources: ['anthropics/claude-code#21726', 'openclaw/openclaw#120596'],
  },
  {
    says: 'messages.{i}.content.{j}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    by: [[[...all, ...converse, 'ai-sdk', 'everywhere-ai-sdk', 'openrouter'], ['reasoning-bound']]],
    sources: [
      'anomalyco/opencode#46729',
      'anomalyco/opencode#48637',
      'https://platform.claude.com/docs/build-with-claude/preserved-thinking/fix-bound-to-a-different-conversation',
    ],
  },
  {
    says: 'messages.{i}.content.{j}: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`.',
    by: [[[...all, ...converse], ['reasoning-not-first']]],
    sources: ['anthropics/claude-code#20692'],
    quoted:
      'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
  },
  {
    says: 'messages.{i}.content.{j}.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    by: [[[...all, ...converse], ['reasoning-missing']]],
    sources: ['anomalyco/opencode#3077', 'Kilo-Org/kilocode#5219', 'mastra-ai/mastra#7799'],
  },
  {
    says: 'messages.{i}.content.{j}.type: Expected `thinking` or `redacted_thinking`, but found `text`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    by: [[[...all, ...converse], ['reasoning-missing']]],
    sources: ['anomalyco/opencode#3077', 'Kilo-Org/kilocode#5219', 'mastra-ai/mastra#7799'],
  },
  {
    says: 'messages.{i}.content.{j}.type: Expected `thinking` or `redacted_thinking`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
    by: [[[...all, ...converse], ['reasoning-missing']]],
    sources: ['anomalyco/opencode#3077', 'Kilo-Org/kilocode#5219', 'mastra-ai/mastra#7799'],
    quoted:
      'messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).',
  },
  {
    says: 'messages.{i}.content.{j}: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    by: [[[...all, ...converse], ['reasoning-when-off']]],
    sources: ['tailcallhq/forgecode#1853', 'Kilo-Org/kilocode#4631'],
  },
  {
    says: 'A maximum of 4 blocks with cache_control may be provided. Found {n}.',
    by: [[[...all, ...converse], ['too-many-cache-marks']]],
    sources: ['Wei-Shaw/sub2api#176'],
  },
  {
    says: 'messages.{i}.content.{j}.thinking.cache_control: Extra inputs are not permitted',
    by: [[all, ['cache-mark-on-reasoning']]],
    sources: ['lbjlaq/Antigravity-Manager#744', 'UKGovernmentBEIS/inspect_ai#3967'],
  },
  {
    says: 'The request body is not valid JSON: no low surrogate in string',
    by: [[[...all, ...converse], ['lone-surrogate']]],
    sources: ['anthropics/claude-code#3277', 'anthropics/claude-code#4503'],
    quoted:
      'The request body is not valid JSON: no low surrogate in string: line 1 column 217026 (char 217025)',
  },
  {
    says: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    by: [[[...all, ...converse], ['ends-on-model']]],
    sources: ['smallmain/vscode-unify-chat-provider#249'],
  },
  {
    says: 'messages: final assistant content cannot end with trailing whitespace',
    by: [[['anthropic', ...converse], ['trailing-space']]],
    sources: ['tailcallhq/forgecode#1872', 'aws/aws-sdk-net#4015'],
  },
  {
    says: 'messages: at least one message is required',
    by: [[all, ['no-turns']]],
    sources: ['devoxx/DevoxxGenieIDEAPlugin#567'],
  },
]
