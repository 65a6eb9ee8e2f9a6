import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike } from './speakers.ts'

/** Sentences about members that an API does not know, whichever they are. */
export const members: readonly Pattern[] = [
  {
    pattern: ['loc: body, messages, # … Extra inputs are not permitted'],
    rules: ['unsupported-property'],
    apis: ['mistral'],
  },
  {
    pattern: ['messages.#.content.# … Extra inputs are not permitted'],
    rules: ['unsupported-part-member'],
    apis: anthropicLike,
    words: 'unknown-member',
  },
  {
    pattern: ['messages.# … Extra inputs are not permitted'],
    rules: ['unsupported-property'],
    apis: anthropicLike,
    words: 'unknown-member',
  },
  {
    pattern: ['Invalid JSON payload received. Unknown name … at contents[#].parts[#]'],
    rules: ['unsupported-part-member'],
    apis: ['gemini'],
    words: 'unknown-member',
  },
  {
    pattern: ['Unknown parameter: messages[#]', 'Additional properties are not allowed … messages.#'],
    rules: [],
    apis: openaiLike,
    words: 'unknown-member',
  },
]
