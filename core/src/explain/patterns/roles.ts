import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike, responsesLike } from './speakers.ts'

/** Sentences about who speaks, in which order, and how a request begins and ends. */
export const roles: readonly Pattern[] = [
  {
    pattern: ['Unexpected role user after role tool'],
    rules: ['user-after-result'],
    apis: ['mistral'],
  },
  {
    pattern: ['Unexpected role tool after role'],
    rules: ['result-without-call', 'result-out-of-place'],
    apis: ['mistral'],
  },
  {
    pattern: ['has tool role, but there was no previous assistant message'],
    rules: ['result-without-call', 'result-out-of-place'],
    apis: ['llama-cpp', 'vllm'],
  },
  {
    pattern: [
      "role 'system' must precede an 'assistant' message",
      "role 'system' must follow a 'user' message",
      'System message must be at the beginning',
    ],
    rules: ['system-out-of-place'],
    apis: ['anthropic', 'bedrock', 'vllm', 'llama-cpp'],
  },
  {
    pattern: [
      'system content must contain at least one block',
      'system text blocks must contain non-whitespace text',
    ],
    rules: ['empty-turn', 'blank-turn'],
    apis: ['anthropic'],
  },
  {
    pattern: ["role 'system' supports text, tool_addition, and tool_removal blocks only"],
    rules: ['wrong-part-type'],
    apis: ['anthropic'],
  },
  {
    pattern: [
      "role 'system' is not supported on this model",
      "messages[…].role' does not support '…' with this model",
    ],
    rules: ['unknown-role'],
    apis: ['anthropic', 'openai'],
  },
  {
    pattern: ['Unexpected role system after role'],
    rules: ['system-out-of-place'],
    apis: ['mistral'],
  },
  {
    pattern: ['Unexpected role … after role'],
    rules: ['user-after-result', 'system-out-of-place', 'result-without-call'],
    apis: ['mistral'],
  },
  {
    pattern: [
      'messages: Unexpected role',
      'Unexpected role … Allowed roles are',
      'use the top-level system parameter',
    ],
    rules: ['unknown-role', 'system-out-of-place'],
    apis: anthropicLike,
  },
  {
    pattern: ['Supported values are: system, assistant, user'],
    rules: ['unknown-role'],
    apis: openaiLike,
  },
  {
    pattern: ['Supported values are: assistant, system, developer'],
    rules: ['unknown-role'],
    apis: responsesLike,
  },
  {
    pattern: ['use a valid role: user, model', 'Content with system role is not supported'],
    rules: ['unknown-role'],
    apis: ['gemini'],
  },
  {
    pattern: ['role: Input should be user or assistant'],
    rules: ['unknown-role'],
    apis: anthropicLike,
  },
  {
    pattern: ['messages[#].role: unknown variant'],
    rules: ['unknown-role'],
    apis: ['deepseek', 'deepseek-responses', 'anthropic-strict'],
  },
  {
    pattern: ['is not one of [system, assistant, user'],
    rules: ['unknown-role'],
    apis: ['qwen', 'openai'],
  },
  {
    pattern: ['Incorrect role information', '角色信息不正确'],
    rules: ['unknown-role'],
    apis: ['glm'],
  },
  { pattern: ['unsupported role ROLE_UNSPECIFIED'], rules: ['unknown-role'], apis: ['kimi'] },
  {
    pattern: [
      'Only user and assistant roles are supported',
      'Only user, assistant and tool roles are supported',
    ],
    rules: ['unknown-role'],
    apis: ['llama-cpp', 'vllm'],
  },
  {
    pattern: ['must start with a user message', 'first message must use the user role'],
    rules: ['starts-on-model', 'no-turns'],
    apis: ['bedrock', 'anthropic'],
  },
  {
    pattern: ['first message (except the system message) of … must be a user message'],
    rules: ['starts-on-model'],
    apis: ['deepseek'],
  },
  {
    pattern: [
      'does not support assistant message prefill',
      'conversation must end with a user message',
      'pre-filling the `assistant` response is not supported',
    ],
    bare: ['pre-filling the response is not supported'],
    rules: ['ends-on-model'],
    apis: anthropicLike,
  },
  {
    pattern: ['final assistant content cannot end with trailing whitespace'],
    rules: ['trailing-space'],
    apis: anthropicLike,
  },
  { pattern: ['Expected last role User or Tool'], rules: ['ends-on-model'], apis: ['mistral'] },
  {
    pattern: ['last message of … must be a user message, or an assistant message with prefix mode'],
    rules: ['ends-on-model'],
    apis: ['deepseek'],
  },
  { pattern: ['single turn requests end with a user role'], rules: ['ends-on-model'], apis: ['gemini'] },
  {
    pattern: ['conversation must alternate between user and assistant'],
    rules: ['same-speaker-twice', 'starts-on-model'],
    apis: ['bedrock'],
  },
  {
    pattern: ['messages: roles must alternate between user and assistant'],
    rules: ['same-speaker-twice'],
    apis: ['anthropic-strict', 'anthropic', 'bedrock'],
  },
  {
    pattern: ['does not support successive user or assistant messages'],
    rules: ['same-speaker-twice'],
    apis: ['deepseek'],
  },
  {
    pattern: ['roles must alternate'],
    rules: ['same-speaker-twice', 'starts-on-model'],
    apis: ['llama-cpp', 'vllm', 'bedrock', 'anthropic'],
  },
  {
    pattern: ['messages parameter is illegal', 'messages 参数非法', '"code": 1214'],
    rules: [
      'no-user-turn',
      'call-without-result',
      'result-without-call',
      'result-out-of-place',
      'empty-turn',
      'null-content',
    ],
    apis: ['glm'],
  },
  {
    pattern: ['messages: at least one message is required', 'messages must have at least one element'],
    rules: ['no-turns'],
    apis: anthropicLike,
  },
  {
    pattern: ['Invalid messages: empty array', '[] is too short - messages'],
    rules: ['no-turns'],
    apis: openaiLike,
  },
  {
    pattern: ['One of input or previous_response_id'],
    rules: ['no-turns'],
    apis: responsesLike,
  },
  { pattern: ['contents is not specified'], rules: ['no-turns'], apis: ['gemini'] },
  {
    pattern: ['Conversation must have at least one message'],
    rules: ['no-turns'],
    apis: ['mistral'],
  },
  { pattern: ['Invalid prompt: messages must not be empty'], rules: ['no-turns'], apis: ['ai-sdk'] },
  {
    pattern: ['Input required: specify prompt or messages'],
    rules: ['no-turns'],
    apis: ['openrouter'],
  },
  {
    pattern: ['Either prompt or messages must exist and cannot both be none'],
    rules: ['no-turns'],
    apis: ['qwen'],
  },
  {
    pattern: ['No user query found in messages'],
    rules: ['no-user-turn'],
    apis: ['qwen', 'vllm', 'llama-cpp'],
  },
]
