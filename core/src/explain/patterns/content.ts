import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike, responsesLike } from './speakers.ts'

/** Sentences about what a turn holds, who speaks it, and how a request begins and ends. */
export const content: readonly Pattern[] = [
  {
    pattern: ['text content blocks must be non-empty'],
    rules: ['empty-text'],
    apis: anthropicLike,
  },
  { pattern: ['text content is empty'], rules: ['empty-text', 'empty-turn'], apis: ['kimi', 'glm'] },
  {
    pattern: ['text content blocks must contain non-whitespace text'],
    rules: ['blank-turn', 'empty-text'],
    apis: anthropicLike,
  },
  {
    pattern: ['text field in the ContentBlock object at … is blank'],
    rules: ['empty-text', 'blank-turn'],
    apis: ['bedrock'],
  },
  {
    pattern: ['messages must have non-empty content'],
    rules: ['empty-turn'],
    apis: anthropicLike,
  },
  {
    pattern: ['must have at least one content element'],
    rules: ['empty-turn', 'null-content'],
    apis: ['xai'],
  },
  {
    pattern: ['content field in the Message object at … is empty'],
    rules: ['empty-turn'],
    apis: ['bedrock'],
  },
  {
    pattern: ['text block must be included when using documents'],
    rules: ['document-without-text'],
    apis: ['bedrock'],
  },
  {
    pattern: ['Invalid type for parameter messages[#].content'],
    rules: ['content-not-list', 'null-content'],
    apis: ['bedrock'],
  },
  {
    pattern: ['content or tool_calls must be set'],
    rules: ['empty-turn', 'null-content'],
    apis: ['deepseek'],
  },
  {
    pattern: ['parts must not be empty', 'must include at least one parts field'],
    rules: ['empty-turn'],
    apis: ['gemini'],
  },
  {
    pattern: ['content cannot be empty if `is_error`', 'cannot be empty when status value is error'],
    bare: ['tool_result: content cannot be empty if is true'],
    rules: ['empty-error-result'],
    apis: anthropicLike,
  },
  {
    pattern: ['must be type `text` if `is_error`'],
    bare: ['content must be type if is true'],
    rules: ['error-result-not-text'],
    apis: anthropicLike,
  },
  {
    pattern: ['messages.#.content: Input should be a valid'],
    rules: ['null-content'],
    apis: anthropicLike,
  },
  {
    pattern: ['content: expected a string, got null', 'messages … content: expected … got null'],
    rules: ['null-content'],
    apis: openaiLike,
  },
  {
    pattern: [
      'content: expected one of … got null',
      'input … content: expected … got null',
      'input … output: expected … got null',
    ],
    rules: ['null-content'],
    apis: responsesLike,
  },
  {
    pattern: ['tool_calls: empty array', 'Empty tool_calls is not supported'],
    rules: ['empty-call-list'],
    apis: openaiLike,
  },
  {
    pattern: ['Image URLs are only allowed for messages with role user'],
    rules: ['media-in-result'],
    apis: openaiLike,
  },
  {
    pattern: [
      'following must be satisfied … value must be a string',
      'messages[#]: invalid type: sequence, expected a string',
      'messages … content must be a string',
      'cannot unmarshal array into Go struct field … messages',
    ],
    rules: ['content-not-text', 'null-content'],
    apis: ['groq', 'deepseek', 'ollama'],
  },
  {
    pattern: ['following must be satisfied … is unsupported', 'property messages … is unsupported'],
    rules: ['unsupported-property'],
    apis: ['groq'],
  },
  {
    pattern: ['Unknown parameter: input[#]'],
    rules: ['unsupported-property'],
    apis: responsesLike,
  },
  {
    pattern: ['for role: … the following must be satisfied'],
    rules: ['content-not-text', 'unsupported-property', 'null-content'],
    apis: ['groq'],
  },
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
    rules: ['unknown-role'],
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
  { pattern: ['use a valid role: user, model'], rules: ['unknown-role'], apis: ['gemini'] },
  {
    pattern: ['must start with a user message', 'first message must use the user role'],
    rules: ['starts-on-model'],
    apis: ['bedrock', 'anthropic'],
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
  { pattern: ['Expected last role User or Tool'], rules: ['ends-on-model'], apis: ['mistral'] },
  { pattern: ['single turn requests end with a user role'], rules: ['ends-on-model'], apis: ['gemini'] },
  {
    pattern: ['roles must alternate', 'conversation must alternate between user and assistant'],
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
    pattern: ['No user query found in messages'],
    rules: ['no-user-turn'],
    apis: ['qwen', 'vllm', 'llama-cpp'],
  },
  {
    pattern: [
      'do not match the ModelMessage[] schema',
      'messages must be a ModelMessage[]',
      'message must be a CoreMessage or a UI message',
    ],
    rules: [
      'null-content',
      'unknown-role',
      'call-id-missing',
      'call-by-user',
      'result-out-of-place',
      'tool-name-missing',
      'content-not-text',
    ],
    apis: ['ai-sdk'],
  },
  {
    pattern: ['no low surrogate', 'surrogates not allowed', 'surrogate in hex escape'],
    rules: ['lone-surrogate'],
    apis: ['anthropic', 'openai'],
  },
]
