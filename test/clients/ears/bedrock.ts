import {
  BedrockRuntimeClient,
  type ContentBlock,
  ConverseCommand,
  type ConverseCommandInput,
  ConverseStreamCommand,
  type ConverseStreamOutput,
} from '@aws-sdk/client-bedrock-runtime'
import { asking, type Ear, type Heard, tool } from './ear.ts'

export const bedrock: Ear = {
  name: '@aws-sdk/client-bedrock-runtime',
  hasThoughts: true,
  async hear(endpoint, scenario, isStreaming, wrap) {
    const credentials = { accessKeyId: 'none', secretAccessKey: 'none' }
    const bare = new BedrockRuntimeClient({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 })
    const client = wrap(bare)
    const schema = { ...tool.schema, required: [...tool.schema.required] }
    const input: ConverseCommandInput = {
      modelId: 'anthropic.claude-opus-4-6-v1:0',
      messages: [{ role: 'user', content: [{ text: 'x' }] }],
      toolConfig: { tools: [{ toolSpec: { name: tool.name, inputSchema: { json: schema } } }] },
      requestMetadata: asking(scenario),
    }
    if (!isStreaming) {
      const { output } = await client.send(new ConverseCommand(input))
      return (output?.message?.content ?? []).map(heardIn)
    }
    const { stream } = await client.send(new ConverseStreamCommand(input))
    const events: ConverseStreamOutput[] = []
    for await (const event of stream ?? []) events.push(event)
    return heardOf(events)
  },
}

function heardIn({ text, toolUse, reasoningContent }: ContentBlock): Heard {
  if (toolUse !== undefined) return { call: toolUse.name ?? '', input: toolUse.input }
  return text === undefined ? { thinking: reasoningContent?.reasoningText?.text ?? '' } : { text }
}

/** The client hands on events as they come: each names the block that it is about. */
function heardOf(events: readonly ConverseStreamOutput[]): readonly Heard[] {
  const names = new Map<number, string>()
  const words: string[] = []
  const kinds: ('text' | 'thinking' | 'call')[] = []
  for (const { contentBlockStart, contentBlockDelta } of events) {
    const index = contentBlockStart?.contentBlockIndex ?? contentBlockDelta?.contentBlockIndex ?? -1
    if (contentBlockStart !== undefined) names.set(index, contentBlockStart.start?.toolUse?.name ?? '')
    const { text, toolUse, reasoningContent } = contentBlockDelta?.delta ?? {}
    if (contentBlockDelta === undefined) continue
    kinds[index] = toolUse !== undefined ? 'call' : text !== undefined ? 'text' : 'thinking'
    words[index] = (words[index] ?? '') + (toolUse?.input ?? text ?? reasoningContent?.text ?? '')
  }
  return words.map((said, index): Heard => {
    if (kinds[index] === 'call') return { call: names.get(index) ?? '', input: JSON.parse(said) }
    return kinds[index] === 'text' ? { text: said } : { thinking: said }
  })
}
