import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { refused } from '../model/rulebook.ts'
import { chatRows, olderRoles } from './chat-family.ts'

// One text for everything; only the lack of a user turn is proven to cause it.
const illegal = refused('The messages parameter is illegal. Please check the documentation.', 'reported')

/** Zhipu's GLM: one opaque sentence whatever is wrong. */
export const glm: Rulebook = {
  name: 'glm',
  title: 'Zhipu GLM chat API',
  format: 'openai-chat',
  serves: '^glm-[^:/]*$',
  hosts: ['bigmodel.cn', 'z.ai'],
  providers: ['zai', 'zhipuai'],
  reasoningMember: 'reasoning_content',
  voice: 'glm',
  layout: adjacentResults,
  rows: {
    ...chatRows,
    'call-without-result': illegal,
    'result-without-call': illegal,
    'result-out-of-place': illegal,
    'no-user-turn': { ...illegal, severity: 'advice' },
    'unknown-role': olderRoles,
    'empty-text': refused('text content is empty'),
  },
}
