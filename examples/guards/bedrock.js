import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { guard } from '@mortise/core/guard'

const client = new BedrockRuntimeClient({
  region: 'us-east-1',
  credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  endpoint: process.env.PROVIDER_URL,
})

// A run was interrupted: the tool was called, and the user has gone on.
const ask = new ConverseCommand({
  modelId: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  toolConfig: { tools: [{ toolSpec: { name: 'build', inputSchema: { json: { type: 'object' } } } }] },
  messages: [
    { role: 'user', content: [{ text: 'Is the build green?' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_01', name: 'build', input: {} } }] },
    { role: 'user', content: [{ text: 'Never mind. What is the date?' }] },
  ],
})
await client.send(ask).catch((error) => console.log(`without: ${error.message}`))

const { stopReason } = await guard(client).send(ask)
console.log(`with: ${stopReason}`)
client.destroy()
