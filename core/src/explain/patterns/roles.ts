import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike } from './speakers.ts'

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
    pattern: ["role 'system' is not supported on this model"],
    rules: ['unknown-role'],
    apis: ['anthropic', 'openai'],
  },
  {
    pattern: ['chat content has invalid message role: system', 'invalid params, invalid chat setting'],
    rules: ['system-out-of-place'],
    apis: ['minimax'],
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
    pattern: ['Unexpected role … Allowed roles are', 'use the top-level system parameter'],
    rules: ['unknown-role', 'system-out-of-place'],
    apis: anthropicLike,
  },
  {
    pattern: ['Supported values are: system, assistant, user'],
    rules: ['unknown-role'],
    apis: openaiLike,
  },
  {
    pattern: ['Content with system role is not supported'],
    rules: ['unknown-role'],
    apis: ['gemini'],
  },
  {
    pattern: ['role: Input should be user or assistant'],
    rules: ['unknown-role'],
    apis: anthropicLike,
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
    pattern: ['pre-filling the `assistant` response is not supported'],
    bare: ['pre-filling the response is not supported'],
    rules: ['ends-on-model'],
    apis: anthropicLike,
  },
  {
    pattern: ['last message of … must be a user message, or an assistant message with prefix mode'],
    rules: ['ends-on-model'],
    apis: ['deepseek'],
  },
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
    pattern: ['messages must have at least one element'],
    rules: ['no-turns'],
    apis: anthropicLike,
  },
  {
    pattern: ['[] is too short - messages'],
    rules: ['no-turns'],
    apis: openaiLike,
  },
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
