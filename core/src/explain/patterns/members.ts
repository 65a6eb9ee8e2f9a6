import type { Pattern } from '../pattern.ts'
import { anthropicLike, openaiLike } from './speakers.ts'

/** Sentences about members that an API does not know, whichever they are. */
export const members: readonly Pattern[] = [
  {
    pattern: ['messages.# … Extra inputs are not permitted'],
    rules: [],
    apis: anthropicLike,
    words: 'unknown-member',
  },
  {
    pattern: ['Unknown parameter: messages[#]', 'Additional properties are not allowed … messages.#'],
    rules: [],
    apis: openaiLike,
    words: 'unknown-member',
  },
]
