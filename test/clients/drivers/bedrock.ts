import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
  type Message,
} from '@aws-sdk/client-bedrock-runtime'
import { guard } from '@mortise/core/guard'
import { type Driver, ids, text } from '../driver.ts'

export const bedrock: Driver = {
  name: '@aws-sdk/client-bedrock-runtime',
  api: 'bedrock',
  connect(endpoint, options) {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
    const bare = new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 })
    const client: BedrockRuntimeClient = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const input = request as ConverseCommandInput
      const abort = signal === undefined ? {} : { abortSignal: signal }
      if (!isStreaming) {
        const { output } = await client.send(new ConverseCommand(input), abort)
        return output?.message?.content?.map((block) => block.text ?? '').join('') ?? ''
      }
      const { stream } = await client.send(new ConverseStreamCommand(input), abort)
      let answer = ''
      for await (const event of stream ?? []) answer += event.contentBlockDelta?.delta?.text ?? ''
      return answer
    }
  },
  sound: (calls, size) => request(messages(calls, size)),
  broken: (calls, size) =>
    request([...messages(calls, size).slice(0, -1), { role: 'user', content: [{ text: 'Go on.' }] }]),
  says: /Expected toolResult blocks at messages/,
}

function request(list: Message[]): ConverseCommandInput {
  const toolSpec = { name: 'look', inputSchema: { json: { type: 'object' } } }
  return {
    modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
    toolConfig: { tools: [{ toolSpec }] },
    messages: list,
  }
}

function messages(calls: number, size: number): Message[] {
  return [
    { role: 'user', content: [{ text: 'Look around.' }] },
    ...ids(calls).flatMap((toolUseId): Message[] => [
      { role: 'assistant', content: [{ toolUse: { toolUseId, name: 'look', input: { at: toolUseId } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId, content: [{ text: text(size) }] } }] },
    ]),
  ]
}
