/** A conversation whose last call has no result. */
export const open = {
  model: 'claude-sonnet-4-5',
  max_tokens: 64,
  messages: [
    { role: 'user', content: 'List the files.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Here.' },
        {
          type: 'tool_use',
          id: 'toolu_01QvX7dLkN2mRz8sT4wYb6Hc',
          name: 'bash',
          input: { command: 'ls', seed: 1 },
        },
      ],
    },
    { role: 'user', content: 'And?' },
  ],
} as const

/** The same, answered. */
export const sound = {
  ...open,
  messages: [
    ...open.messages.slice(0, 2),
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_01QvX7dLkN2mRz8sT4wYb6Hc', content: 'a.txt' },
        { type: 'text', text: 'And?' },
      ],
    },
  ],
} as const
