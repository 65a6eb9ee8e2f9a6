import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import { always, type Rulebook } from '../model/rulebook.ts'
import { anyRoles, chatRows, instructionsFirst, unsurePairs } from './chat-family.ts'

// The templates of some models say it, and the server takes the request with others: a repair writes what all take.
const alternate: PlainRow = {
  severity: 'refused',
  evidence: 'quoted',
  adviceOf: { given: always },
  says: 'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
}

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
    ...unsurePairs,
    'unknown-role': anyRoles,
    'system-out-of-place': instructionsFirst,
    'same-speaker-twice': alternate,
    'starts-on-model': alternate,
  },
}
