import type { Sentence } from '../sentences.ts'

const all = ['openai', 'azure-openai', 'openrouter']
const missingParameter = "Missing required parameter: 'input[{i}].call_id'."
const typed =
  "Invalid type for 'messages[{i}].tool_calls[{j}].function.arguments': expected a string, but got {given} instead."

/** OpenAI's chat API, Azure's and OpenRouter's. */
export const chat: readonly Sentence[] = [
  {
    says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {id}",
    by: [[all, ['call-without-result']]],
    sources: ['minoism/freecc#2', 'openai/openai-agents-python#1061', 'BerriAI/litellm#10083'],
  },
  {
    says: "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    by: [[all, ['result-without-call', 'result-out-of-place']]],
    sources: ['letta-ai/letta#2605', 'n8n-io/n8n#34166', 'microsoft/semantic-kernel#12708'],
  },
  {
    says: "Invalid parameter: 'tool_call_id' of '{id}' not found in 'tool_calls' of previous message.",
    by: [[all, ['result-without-call']]],
    sources: ['dapr/dapr-agents#145'],
  },
  {
    says: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}'.",
    by: [[all, ['duplicate-result', 'duplicate-call-id']]],
    sources: ['agno-agi/agno#5116', 'anomalyco/opencode#1211', 'fatwang2/search2ai#30'],
    quoted:
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'tool_0_glob', in messages[8] and messages[9].",
  },
  {
    says: "Invalid 'messages[{i}].tool_calls[{j}].id': string too long. Expected a string with maximum length 40, but got a string with length {length} instead.",
    by: [[all, ['illegal-call-id']]],
    sources: ['Portkey-AI/gateway#1062', 'camel-ai/camel#2215', 'langgenius/dify#28987'],
  },
  {
    says: "Missing required parameter: 'messages[{i}].tool_calls[{j}].id'.",
    by: [[all, ['call-id-missing']]],
    after: missingParameter,
  },
  {
    says: "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    by: [[all, ['call-id-missing']]],
    sources: ['MadcowD/ell#325', 'langchain-ai/langchain#22600', 'HemulGM/DelphiOpenAI#54'],
  },
  {
    says: "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    by: [[[...all, 'deepseek'], ['empty-tool-list']]],
    sources: ['lobehub/lobehub#9629', 'marimo-team/marimo#6108', 'microsoft/call-center-ai#399'],
  },
  {
    says: "Invalid 'messages[{i}].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    by: [[[...all, 'deepseek'], ['empty-call-list']]],
    sources: ['openai/openai-python#2061', 'openai/openai-node#1341', 'NousResearch/hermes-agent#84365'],
  },
  {
    says: "Invalid 'messages[{i}].tool_calls[{j}].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    by: [[all, ['tool-name-missing']]],
    sources: ['continuedev/continue#11645', 'continuedev/continue#9784', 'continuedev/continue#5091'],
  },
  {
    says: "Invalid 'messages[{i}].tool_calls[{j}].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    by: [[all, ['illegal-tool-name']]],
    sources: ['mcp-use/mcp-use#90', 'mcp-use/mcp-use#94'],
  },
  {
    says: typed,
    by: [[all, ['arguments-not-text']]],
    sources: ['aaif-goose/goose-mobile#20'],
  },
  {
    says: "Missing required parameter: 'messages[{i}].tool_calls[{j}].function.arguments'.",
    by: [[all, ['arguments-not-text']]],
    sources: ['mark3labs/mcphost#117'],
  },
  {
    says: "Invalid value for 'content': expected a string, got null.",
    by: [[all, ['null-content']]],
    sources: ['songquanpeng/one-api#784', 'langchain-ai/langchainjs#4153'],
  },
  {
    says: "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    by: [[all, ['unknown-role']]],
    after: "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  },
  {
    says: "Unsupported value: 'messages[{i}].role' does not support '{role}' with this model.",
    by: [[all, ['unknown-role']]],
    sources: [
      'langchain-ai/langchain#28895',
      'lobehub/lobehub#5704',
      'QuantumNous/new-api#847',
      'Taewan-P/gpt_mobile#202',
    ],
  },
  {
    says: "Invalid 'messages[{i}]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    by: [[all, ['media-in-result']]],
    sources: ['OpenHands/OpenHands#7700'],
  },
  {
    says: "Invalid 'messages[{i}]'. Content blocks are expected to be either text or image_url type.",
    by: [[all, ['media-in-result']]],
    sources: ['openai/openai-python#2454'],
  },
  {
    says: "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    by: [[all, ['no-turns']]],
    sources: ['CopilotKit/CopilotKit#529'],
  },
]
