import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatRows, instructionsFirst, wordlessPairs } from './chat-family.ts'

const alternate = refused(
  'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
)

/** llama.cpp's server: the model's template decides, and the strict ones want user and model to take turns. */
export const llamaCpp: Rulebook = {
  name: 'llama-cpp',
  title: 'llama.cpp server',
  format: 'openai-chat',
  reasoningMember: 'reasoning_content',
  voice: 'llama-cpp',
  layout: { ...adjacentResults, alternates: 'speech' },
  rows: {
    ...chatRows,
    ...wordlessPairs,
    'system-out-of-place': instructionsFirst,
    'same-speaker-twice': alternate,
    'starts-on-model': alternate,
  },
}
