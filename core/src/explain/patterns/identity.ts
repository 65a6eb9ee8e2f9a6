import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike, responsesLike } from './speakers.ts'

/** Sentences about ids, names, arguments and items. */
export const identity: readonly Pattern[] = [
  {
    pattern: ['server_tool_use.name: Input should be'],
    rules: [],
    apis: anthropicLike,
    words: 'hosted-unknown',
  },
  {
    pattern: ["'tool_call_id' is not set", 'property tool_call_id is missing'],
    rules: ['call-id-missing'],
    apis: ['groq', ...openaiLike],
  },
  {
    pattern: ['.call_id: empty string', 'Function call output requires call_id'],
    rules: ['call-id-missing'],
    apis: responsesLike,
  },
  {
    pattern: ['Missing namespace for function_call'],
    rules: ['undeclared-tool'],
    apis: responsesLike,
  },
  {
    pattern: ['Referenced reasoning item … was not found or has expired'],
    rules: ['item-not-stored', 'reasoning-foreign'],
    apis: responsesLike,
  },
  {
    pattern: ["tool_use block missing required 'name' field"],
    rules: ['tool-name-missing'],
    apis: ['ollama'],
  },
  {
    pattern: ['Duplicate item found with id'],
    rules: ['duplicate-item-id', 'duplicate-call-id'],
    apis: responsesLike,
  },
  {
    pattern: ['Duplicate call_ids submitted'],
    rules: ['duplicate-call-id', 'duplicate-result'],
    apis: responsesLike,
  },
  {
    pattern: [
      'name: String should match pattern',
      'toolUse.name failed to satisfy constraint',
      'function.name: string too long',
      'input[#].name: string does not match',
    ],
    rules: ['illegal-tool-name'],
    apis: ['openai', 'gemini', ...anthropicLike],
  },
  {
    pattern: ['toolUseId failed to satisfy constraint'],
    rules: ['illegal-call-id', 'call-id-missing'],
    apis: ['bedrock'],
  },
  {
    pattern: ['id: String should match pattern'],
    rules: ['illegal-call-id'],
    apis: anthropicLike,
  },
  {
    pattern: ['must be a-z, A-Z, 0-9, with a length of 9'],
    rules: ['illegal-call-id', 'call-id-missing'],
    apis: ['mistral'],
  },
  {
    pattern: ['"user","tool_calls"],"msg":"Extra inputs are not permitted'],
    rules: ['call-by-user'],
    apis: ['mistral'],
  },
  {
    pattern: ['tool call id is invalid'],
    rules: ['illegal-call-id', 'call-id-missing'],
    apis: ['minimax'],
  },
  {
    pattern: ['tool_calls[#].id: string too long', 'tool_call_id: string too long'],
    rules: ['illegal-call-id'],
    apis: openaiLike,
  },
  {
    pattern: ['.call_id: string too long'],
    rules: ['illegal-call-id'],
    apis: responsesLike,
  },
  {
    pattern: ['Item with id … not found'],
    rules: ['item-not-stored', 'reasoning-foreign'],
    apis: responsesLike,
  },
  {
    pattern: ['Missing required parameter: messages … tool_call_id'],
    rules: ['call-id-missing'],
    apis: openaiLike,
  },
  {
    pattern: ['messages[#]: missing field `tool_call_id`'],
    bare: ['into the target type: messages[#]: missing field at line'],
    rules: ['call-id-missing'],
    apis: ['deepseek'],
  },
  {
    pattern: [
      'tool_use.id: String should have at least 1 character',
      'tool_use_id: String should have at least 1 character',
    ],
    rules: ['call-id-missing'],
    apis: anthropicLike,
  },
  {
    pattern: ['Function name was … but must be a-z'],
    rules: ['illegal-tool-name', 'tool-name-missing'],
    apis: ['mistral'],
  },
  {
    pattern: [
      'function.name: empty string',
      'input[#].name: empty string',
      'Missing required parameter: messages … function.name',
    ],
    rules: ['tool-name-missing', 'illegal-tool-name'],
    apis: openaiLike,
  },
  {
    pattern: ['tool_use.name: Field required', 'tool_use.name: Input should be a valid string'],
    rules: ['tool-name-missing'],
    apis: anthropicLike,
  },
  {
    pattern: ['tool_use.input: Field required'],
    rules: ['arguments-not-object'],
    apis: anthropicLike,
  },
  {
    pattern: [
      'toolUse.input is invalid. Provide a json object',
      "Invalid 'input': value did not match any expected variant",
    ],
    rules: ['arguments-not-object'],
    apis: ['bedrock'],
  },
  {
    pattern: ["function_call.args' (type.googleapis.com/google.protobuf.Struct)"],
    rules: ['arguments-not-object'],
    apis: ['gemini'],
  },
  {
    pattern: [
      "function_response': Proto field is not repeating, cannot start list",
      "function_response.response' (type.googleapis.com/google.protobuf.Struct)",
    ],
    rules: ['result-not-object'],
    apis: ['gemini'],
  },
  {
    pattern: ['ToolCallFunctionArguments'],
    rules: ['arguments-not-object'],
    apis: ['ollama'],
  },
  {
    pattern: ['function.arguments : value must be a string'],
    rules: ['arguments-not-text'],
    apis: ['openai', 'openai-responses', 'groq'],
  },
  {
    pattern: [
      'parse tool call arguments',
      'arguments for tool … Unterminated string',
      'function.arguments must be valid JSON',
      'tool call arguments must be valid JSON',
      'Unterminated string starting at',
      'arguments to a tool_call with ID … are not a valid JSON string',
    ],
    rules: ['arguments-not-json', 'arguments-not-object'],
    apis: ['vllm', 'kimi', 'openai', 'xai'],
  },
  {
    pattern: ['invalid function arguments json'],
    rules: ['arguments-not-json', 'arguments-not-object'],
    apis: ['minimax'],
  },
]
