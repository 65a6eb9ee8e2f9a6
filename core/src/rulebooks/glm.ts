import { adjacentResults } from '../model/layout.ts'
import type { PlainRow } from '../model/row.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatRows, olderRoles } from './chat-family.ts'

// One text for everything, and no report tells for certain what causes it.
const illegal: PlainRow = {
  severity: 'advice',
  evidence: 'reported',
  says: 'The messages parameter is illegal. Please check the documentation.',
}

/** Zhipu's GLM: one opaque sentence whatever is wrong. */
export const glm: Rulebook = {
  name: 'glm',
  title: 'Zhipu GLM chat API',
  format: 'openai-chat',
  serves: '^glm-[^:/]*$',
  hosts: ['bigmodel.cn', 'z.ai'],
  ownRules: ['unknown-role', 'empty-text'],
  providers: ['zai', 'zhipuai'],
  reasoningMember: 'reasoning_content',
  voice: 'glm',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'call-without-result': illegal,
    'result-without-call': illegal,
    'result-out-of-place': illegal,
    'no-user-turn': illegal,
    'unknown-role': olderRoles,
    'empty-text': refused('text content is empty'),
  },
}
