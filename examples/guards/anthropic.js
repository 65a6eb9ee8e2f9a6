import Anthropic from '@anthropic-ai/sdk'
import { guard } from '@mortise/core/guard'

// A run was interrupted: the tool was called, and the user has gone on.
const request = {
  model: 'claude-opus-4-8',
  max_tokens: 1000,
  messages: [
    { role: 'user', content: 'Is the build green?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_01', name: 'build', input: {} }] },
    { role: 'user', content: 'Never mind. What is the date?' },
  ],
}

const client = new Anthropic({ apiKey: 'none', baseURL: process.env.PROVIDER_URL })
await client.messages.create(request).catch((error) => console.log(`without: ${error.message}`))

const guarded = guard(client, {
  onRepair: ({ found }) => console.log(`mended: ${found.map(({ rule }) => rule)}`),
})
const { stop_reason } = await guarded.messages.create(request)
console.log(`with: ${stop_reason}`)
