const lost = 'toolu_01QvX7dLkN2mRz8sT4wYb6Hc'
const stray = 'toolu_01Hk9PzB3fWcJr5nYxD8sMaE'

/** A conversation after ESC: the result of a call was lost, and a result stands whose call was cut away. */
export const brokenConversation: Readonly<Record<string, unknown>> = {
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  messages: [
    { role: 'user', content: 'My disk is full. What takes the space?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool_use', id: lost, name: 'bash', input: { command: 'du -sh /*' } },
      ],
    },
    { role: 'user', content: 'Stop. Look into Downloads only.' },
    { role: 'assistant', content: 'Of course.' },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: stray, content: '4.2G  Downloads' },
        { type: 'text', text: 'What is in there?' },
      ],
    },
  ],
}
