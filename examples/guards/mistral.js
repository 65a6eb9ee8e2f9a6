import { Mistral } from '@mistralai/mistralai'
import { guard } from '@mortise/core/guard'

// A conversation that began with another provider, whose ids have another form.
const id = 'toolu_01QvX7dLkN'
const request = {
  model: 'mistral-large-latest',
  messages: [
    { role: 'user', content: 'Is the build green?' },
    { role: 'assistant', toolCalls: [{ id, function: { name: 'build', arguments: '{}' } }] },
    { role: 'tool', toolCallId: id, name: 'build', content: 'green' },
  ],
}

const client = new Mistral({ apiKey: 'none', serverURL: process.env.PROVIDER_URL })
await client.chat.complete(request).catch((error) => console.log(`without: ${error.message}`))

const { choices } = await guard(client).chat.complete(request)
console.log(`with: ${choices[0]?.finishReason}`)
