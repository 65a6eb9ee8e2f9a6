import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike, responsesLike } from './speakers.ts'

const unanswered = [
  'call-without-result',
  'result-not-leading',
  'call-not-last',
  'results-split',
  'result-out-of-place',
]
const orphaned = ['result-without-call', 'result-out-of-place']

/** Sentences about calls, their results, and where both stand. */
export const joints: readonly Pattern[] = [
  {
    pattern: [
      '`tool_use` ids were found without `tool_result`',
      '`tool_use` ids found without `tool_result`',
      'Did not find # `tool_result` block',
      '`tool_use` blocks must begin with a matching number of `tool_result` blocks',
    ],
    bare: [
      'ids found without blocks immediately after',
      'Did not find # block(s) at the beginning of this message',
      'blocks must begin with a matching number of',
      'block must have a corresponding block in the next message',
    ],
    rules: unanswered,
    apis: anthropicLike,
  },
  {
    pattern: ['Expected toolResult blocks at'],
    rules: [
      'call-without-result',
      'results-split',
      'result-out-of-place',
      'result-not-leading',
      'call-not-last',
    ],
    apis: ['bedrock'],
  },
  {
    pattern: ['tool use concurrency issues'],
    rules: ['call-without-result', 'duplicate-call-id'],
    apis: ['anthropic'],
  },
  {
    pattern: ['unexpected `tool_use_id` found in `…_tool_result`'],
    bare: ['block must have a corresponding block before it'],
    rules: ['hosted-result-without-call'],
    apis: anthropicLike,
  },
  {
    pattern: ['unexpected `tool_use_id` found in'],
    bare: ['messages.#.content.#: unexpected found in'],
    rules: [...orphaned, 'hosted-result-without-call'],
    apis: anthropicLike,
  },
  {
    pattern: ['was found without a corresponding `…_tool_result`'],
    bare: ['tool use with id was found without a corresponding block'],
    rules: ['hosted-call-without-result', 'call-not-last'],
    apis: anthropicLike,
  },
  {
    pattern: ['toolResult blocks at … contain duplicate Ids'],
    rules: ['duplicate-result', 'duplicate-call-id'],
    apis: ['bedrock'],
  },
  {
    pattern: ['Duplicate value for tool_call_id of in message'],
    rules: ['call-id-missing', 'duplicate-call-id'],
    apis: ['deepseek'],
  },
  {
    pattern: ['Duplicate value for tool_call_id of … in messages[#] and messages[#]'],
    rules: ['duplicate-result', 'duplicate-call-id'],
    apis: ['openai', 'azure-openai'],
  },
  {
    pattern: ['Duplicate value for tool_call_id of … in message[#]'],
    rules: ['duplicate-call-id', 'duplicate-result', 'call-id-missing'],
    apis: ['deepseek'],
  },
  {
    pattern: ['Duplicate value for tool_call_id'],
    rules: ['duplicate-result', 'duplicate-call-id', 'call-id-missing'],
    apis: openaiLike,
  },
  {
    pattern: ['must be followed by tool messages', 'tool_call_ids did not have response messages'],
    rules: ['call-without-result', 'result-out-of-place'],
    apis: openaiLike,
  },
  {
    pattern: ['Not the same number of function calls and responses'],
    rules: ['call-without-result', 'result-without-call', 'result-out-of-place', 'duplicate-result'],
    apis: ['mistral'],
  },
  {
    pattern: ['tool call and result not match', 'tool call result does not follow tool call'],
    rules: ['call-without-result', 'result-without-call', 'result-out-of-place'],
    apis: ['minimax'],
  },
  {
    pattern: ['do not have a corresponding ToolMessage', 'INVALID_CHAT_HISTORY'],
    rules: ['call-without-result'],
    apis: ['langgraph'],
  },
  {
    pattern: [
      'Tool results are missing for tool call',
      'ToolInvocation must have a result',
      'incomplete tool input is not supported',
      'MissingToolResultsError',
    ],
    rules: ['call-without-result', 'result-out-of-place'],
    apis: ['ai-sdk'],
  },
  {
    pattern: ['role tool must be a response to a prece', 'role tool must follow a preceding message'],
    rules: orphaned,
    apis: openaiLike,
  },
  {
    pattern: ['tool_call_id … is not found', 'not found in tool_calls of previous'],
    rules: orphaned,
    apis: openaiLike,
  },
  {
    pattern: ["tool result's tool id … not found"],
    rules: orphaned,
    apis: ['minimax'],
  },
  {
    pattern: ['Unexpected tool call id … in tool results'],
    rules: [...orphaned, 'call-without-result'],
    apis: ['mistral'],
  },
  {
    pattern: ['No tool output found for tool call'],
    rules: ['result-out-of-place', 'call-without-result'],
    apis: ['deepseek-responses', 'openai-responses'],
  },
  {
    pattern: ['No tool output found for'],
    rules: ['call-without-result', 'result-out-of-place'],
    apis: [...responsesLike, 'deepseek-responses'],
  },
  {
    pattern: ['must have exactly one matching'],
    rules: ['duplicate-result', 'duplicate-call-id'],
    apis: responsesLike,
  },
  {
    pattern: ['function call turn comes immediately after'],
    rules: ['call-not-after-user', 'result-without-call'],
    apis: ['gemini'],
  },
  {
    pattern: ['function response turn comes immediately after'],
    rules: ['result-out-of-place', 'result-without-call'],
    apis: ['gemini'],
  },
  {
    pattern: ['number of function response parts'],
    rules: [
      'call-without-result',
      'results-split',
      'result-without-call',
      'duplicate-result',
      'result-out-of-place',
    ],
    apis: ['gemini'],
  },
  {
    pattern: ['functionResponse.id … does not match functionCall.id'],
    rules: ['results-out-of-order', 'result-without-call'],
    apis: ['gemini'],
  },
  {
    pattern: ['exceeds the number of toolUse blocks'],
    rules: ['result-without-call', 'duplicate-result', 'result-out-of-place'],
    apis: ['bedrock'],
  },
  {
    pattern: ['`tool_use` blocks can only be in `assistant` messages'],
    bare: ['messages.#: blocks can only be in messages'],
    rules: ['call-by-user', 'result-out-of-place'],
    apis: anthropicLike,
  },
  {
    pattern: ['`tool_result` blocks can only be in `user` messages'],
    rules: ['result-out-of-place'],
    apis: anthropicLike,
  },
]
