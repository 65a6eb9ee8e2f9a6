import type { Pattern } from '../pattern.ts'

/** Sentences in which an agent tells a fault of the conversation in its own words. */
export const agents: readonly Pattern[] = [
  {
    pattern: ['orphaned tool_result in conversation history'],
    rules: ['result-without-call', 'result-out-of-place'],
    apis: ['anthropic'],
  },
  {
    pattern: ['duplicate tool_use ID in conversation history'],
    rules: ['duplicate-call-id'],
    apis: ['anthropic'],
  },
  {
    pattern: ['dropped # thinking blocks: prefix_binding_mismatch'],
    rules: ['reasoning-bound'],
    apis: ['anthropic'],
    next: 'doctor',
  },
]
