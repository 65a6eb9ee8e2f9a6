/** A conversation with two faults, to begin with: a call without a result, and a result behind other words. */
export const example: string = JSON.stringify(
  {
    model: 'claude-opus-4-5',
    max_tokens: 1024,
    messages: [
      { role: 'user', content: 'Are the tests green?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I run them.' },
          { type: 'tool_use', id: 'toolu_01A', name: 'Bash', input: { command: 'npm test' } },
          { type: 'tool_use', id: 'toolu_01B', name: 'Read', input: { file_path: 'test/cart.ts' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Wait, first the one about the cart.' },
          { type: 'tool_result', tool_use_id: 'toolu_01B', content: 'export const cart = []' },
        ],
      },
    ],
  },
  null,
  2,
)
