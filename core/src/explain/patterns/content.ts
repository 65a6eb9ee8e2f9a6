import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike, responsesLike } from './speakers.ts'

/** Sentences about what a turn holds. */
export const content: readonly Pattern[] = [
  {
    pattern: ['text content blocks must be non-empty'],
    rules: ['empty-text'],
    apis: anthropicLike,
  },
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
    pattern: [
      "This model doesn't support the … content block that you provided",
      "This model doesn't support the s3Uri field",
    ],
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
    pattern: [
      'content: expected a string, got null',
      'messages … content: expected … got null',
      'Missing required parameter: messages[#].content',
    ],
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
    pattern: ['Invalid tools: empty array', '[] is too short - tools', 'tools must not be an empty array'],
    rules: ['empty-tool-list'],
    apis: ['deepseek', 'openai', 'azure-openai', 'qwen'],
  },
  { pattern: ['System prompt must have content'], rules: ['null-content'], apis: ['mistral'] },
  {
    pattern: ['Input tag input_json_delta found', 'Input tag input_json_delta does not match'],
    rules: ['wrong-part-type'],
    apis: anthropicLike,
  },
  {
    pattern: [
      'image dimensions exceed max allowed size',
      'exceeds the dimension limit for many-image requests',
    ],
    rules: ['image-too-large'],
    apis: ['anthropic', 'bedrock'],
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
    apis: ['groq', 'cerebras'],
  },
  {
    pattern: [
      'Supported values are: output_text and refusal',
      'Supported values are: input_text, input_image',
    ],
    rules: ['wrong-part-type'],
    apis: responsesLike,
  },
  {
    pattern: ['tool use blocks cannot be provided in the same turn'],
    rules: ['text-beside-calls'],
    apis: ['bedrock'],
  },
  {
    pattern: ['must have either content or tool_calls, but not both'],
    rules: ['text-beside-calls'],
    apis: ['mistral'],
  },
  {
    pattern: ['tool_result.content: Input should be a valid'],
    rules: ['content-not-text'],
    apis: ['anthropic'],
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
