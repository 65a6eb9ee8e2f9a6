import Anthropic from '@anthropic-ai/sdk'
import { asking, type Ear, type Heard, tool } from './ear.ts'

export const anthropic: Ear = {
  name: '@anthropic-ai/sdk',
  hasThoughts: true,
  async hear(baseURL, scenario, isStreaming, wrap) {
    const { messages } = wrap(new Anthropic({ baseURL, apiKey: 'none', maxRetries: 0 }))
    const request = {
      model: 'claude-opus-4-6',
      max_tokens: 100,
      tools: [{ name: tool.name, input_schema: { ...tool.schema, required: [...tool.schema.required] } }],
      messages: [{ role: 'user' as const, content: 'x' }],
    }
    const headers = asking(scenario)
    const { content } = isStreaming
      ? await messages.stream(request, { headers }).finalMessage()
      : await messages.create(request, { headers })
    return content.flatMap((block): Heard[] => {
      if (block.type === 'text') return [{ text: block.text }]
      if (block.type === 'thinking') return [{ thinking: block.thinking }]
      return block.type === 'tool_use' ? [{ call: block.name, input: block.input }] : []
    })
  },
}
