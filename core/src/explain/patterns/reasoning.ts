import type { Pattern } from '../pattern.ts'
import { anthropicLike, responsesLike } from './speakers.ts'

/** Sentences about the model's reasoning, its signatures, and cache marks. */
export const reasoning: readonly Pattern[] = [
  {
    pattern: ['Expected `thinking` or `redacted_thinking`'],
    bare: ['a final message must start with a thinking block'],
    rules: ['reasoning-missing', 'reasoning-not-first'],
    apis: anthropicLike,
  },
  {
    pattern: [
      'blocks in the latest assistant message cannot be modified',
      'These blocks must remain as they were in the original response',
    ],
    rules: [],
    apis: anthropicLike,
    words: 'reasoning-changed',
  },
  {
    pattern: ['Invalid `signature` in `thinking` block. The block is bound to a different conversation'],
    bare: ['Invalid in block. The block is bound to a different conversation'],
    rules: ['reasoning-bound'],
    apis: anthropicLike,
  },
  {
    pattern: ['Invalid `signature` in `thinking` block'],
    bare: [],
    rules: ['reasoning-unsigned', 'reasoning-bound', 'reasoning-foreign'],
    apis: anthropicLike,
  },
  {
    pattern: ['Invalid `data` in `redacted_thinking` block'],
    bare: [],
    rules: ['reasoning-foreign'],
    apis: anthropicLike,
  },
  {
    pattern: [
      'Invalid `encrypted_content` in `search_result` block',
      'Invalid `encrypted_index` in `text` block',
      'Invalid `encrypted_stdout` in `encrypted_code_execution_result` block',
      'Failed to decrypt web search result content',
    ],
    bare: [],
    rules: [],
    apis: anthropicLike,
    words: 'hosted-foreign',
  },
  {
    pattern: ['thinking.signature: Field required'],
    rules: ['reasoning-unsigned'],
    apis: anthropicLike,
  },
  {
    pattern: ['thinking.cache_control: Extra inputs'],
    rules: ['cache-mark-on-reasoning'],
    apis: anthropicLike,
  },
  {
    pattern: ['A maximum of # blocks with `cache_control`'],
    bare: ['A maximum of # blocks with may be provided'],
    rules: ['too-many-cache-marks'],
    apis: anthropicLike,
  },
  {
    pattern: ['Missing `reasoning_content` field'],
    bare: ['Missing field in the assistant message at message index'],
    rules: ['reasoning-missing'],
    apis: ['deepseek', 'kimi'],
  },
  {
    pattern: ['thinking in the thinking mode must be passed back'],
    rules: ['reasoning-missing'],
    apis: ['deepseek'],
  },
  {
    pattern: ['of type message was provided without its required reasoning item'],
    rules: ['call-without-reasoning', 'reasoning-foreign'],
    apis: responsesLike,
  },
  {
    pattern: [
      'Could not decode the compaction blob',
      '.encrypted_content: expected a string, but got an object',
    ],
    rules: [],
    apis: responsesLike,
    words: 'compaction-foreign',
  },
  {
    pattern: ['`encrypted_content` was not issued to this caller'],
    bare: ['reasoning was not issued to this caller'],
    rules: ['reasoning-foreign'],
    apis: ['openai-responses'],
  },
  {
    pattern: ['encrypted content … could not be verified', 'Encrypted content item_id did not match'],
    rules: ['reasoning-foreign'],
    apis: responsesLike,
  },
  {
    pattern: ['Corrupted thought signature', 'Thought signature is not valid'],
    rules: ['reasoning-foreign'],
    apis: ['gemini'],
  },
  {
    pattern: ['missing a `thought_signature`'],
    bare: ['in the content block is missing a'],
    rules: ['signature-missing'],
    apis: ['gemini'],
  },
]
