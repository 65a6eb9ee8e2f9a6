import { adjacentResults } from '../model/layout.ts'
import { always, type Rulebook, refused } from '../model/rulebook.ts'
import { chatRows, unsurePairs } from './chat-family.ts'

const contentless = 'Invalid request content: Each message must have at least one content element.'

/** xAI: every message has content; beside calls an empty text is enough. */
export const xai: Rulebook = {
  name: 'xai',
  title: 'xAI Grok chat API',
  format: 'openai-chat',
  serves: '^grok-[^:/]*$',
  hosts: ['x.ai'],
  providers: ['xai'],
  reasoningMember: 'reasoning_content',
  voice: 'xai',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    ...unsurePairs,
    // An empty string is no JSON to it either.
    'arguments-not-json': {
      ...refused("The arguments to a tool_call with ID '{id}' are not a valid JSON string."),
      blank: true,
    },
    'null-content': refused(contentless),
    'empty-turn': {
      ...refused(contentless),
      speakers: ['model'],
      besideCalls: true,
      // Quoted of calls without words once; clients that send them so are on record as served.
      adviceOf: { beside: always },
    },
  },
}
