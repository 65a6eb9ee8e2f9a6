import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike } from './speakers.ts'

/** Sentences about what a turn holds. */
export const content: readonly Pattern[] = [
  {
    pattern: ['Content blocks are expected to be either text or image_url type'],
    rules: ['media-in-result', 'wrong-part-type'],
    apis: openaiLike,
  },
  {
    pattern: ['extraneous key [toolResult] is not permitted'],
    rules: ['media-in-result'],
    apis: ['bedrock'],
    words: 'unsupported-media',
  },
  {
    pattern: ['reasoningText.text failed to satisfy constraint: Member must not be null'],
    rules: ['null-content'],
    apis: ['bedrock'],
  },
  {
    pattern: ["This model doesn't support the … content block that you provided"],
    rules: ['unsupported-media'],
    apis: ['bedrock'],
  },
  {
    pattern: ['The file type you uploaded is not supported'],
    rules: [],
    apis: ['openai-responses'],
    words: 'unsupported-media',
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
    pattern: ['must have either content or tool_calls, but not none'],
    rules: ['empty-turn', 'null-content'],
    apis: ['mistral'],
  },
  {
    pattern: ['message at position # with role … must not be empty'],
    rules: ['empty-turn', 'null-content'],
    apis: ['kimi'],
  },
  {
    pattern: ['messages/#/content: expected minimum item count: 1'],
    rules: ['empty-turn'],
    apis: ['bedrock'],
  },
  {
    pattern: ['must include at least one parts field'],
    rules: ['empty-turn'],
    apis: ['gemini'],
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
    pattern: ['messages … content: expected … got null', 'Missing required parameter: messages[#].content'],
    rules: ['null-content'],
    apis: openaiLike,
  },
  {
    pattern: ['messages[#]: invalid type: null, expected a string', 'messages[#]: missing field `content`'],
    bare: ['messages[#]: invalid type: null, expected'],
    rules: ['null-content'],
    apis: ['deepseek'],
  },
  {
    pattern: ['tool_calls: empty array'],
    rules: ['empty-call-list'],
    apis: openaiLike,
  },
  {
    pattern: ['tools must not be an empty array'],
    rules: ['empty-tool-list'],
    apis: ['deepseek', 'openai', 'azure-openai', 'qwen'],
  },
  {
    pattern: [
      'validation error for Message content.# Input should be a valid dictionary or instance of Content',
    ],
    rules: ['empty-turn', 'null-content'],
    apis: ['vllm'],
  },
  {
    pattern: ['cache_control cannot be set for empty text blocks'],
    rules: ['empty-text', 'empty-turn'],
    apis: anthropicLike,
  },
  { pattern: ['System prompt must have content'], rules: ['null-content'], apis: ['mistral'] },
  {
    pattern: ['Input tag input_json_delta does not match'],
    rules: ['wrong-part-type'],
    apis: anthropicLike,
  },
  {
    pattern: [
      'image dimensions exceed max allowed size',
      'exceeds the dimension limit for many-image requests',
      'image exceeds # MB maximum',
    ],
    rules: ['image-too-large'],
    apis: ['anthropic', 'bedrock'],
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
    pattern: ['following must be satisfied … is unsupported'],
    rules: ['unsupported-property'],
    apis: ['groq', 'cerebras'],
  },
  {
    pattern: [
      "Invalid 'messages' in payload",
      'Param Incorrect … text is not set',
      'tool_call.content must be string',
      'tool message content must be a string',
    ],
    rules: ['content-not-text', 'media-in-result'],
    apis: [...openaiLike, 'ollama'],
  },
  {
    pattern: ['tool_result.content: Input should be a valid'],
    rules: ['content-not-text'],
    apis: ['anthropic'],
  },
  {
    pattern: ['for role: … the following must be satisfied'],
    rules: ['content-not-text', 'unsupported-property', 'null-content'],
    apis: ['groq'],
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
