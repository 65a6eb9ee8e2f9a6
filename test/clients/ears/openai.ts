import OpenAI from 'openai'
import { asking, type Ear, type Heard, tool } from './ear.ts'

const connect = (url: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })

export const chat: Ear = {
  name: 'openai, chat',
  hasThoughts: false,
  async hear(url, scenario, isStreaming, wrap) {
    const { completions } = wrap(connect(url)).chat
    const request = {
      model: 'gpt-5',
      tools: [{ type: 'function' as const, function: { name: tool.name, parameters: tool.schema } }],
      messages: [{ role: 'user' as const, content: 'x' }],
    }
    const headers = asking(scenario)
    const { choices } = isStreaming
      ? await completions.stream(request, { headers }).finalChatCompletion()
      : await completions.create(request, { headers })
    const { content, tool_calls: calls = [] } = choices[0]!.message
    const called = calls.flatMap((call): Heard[] =>
      call.type === 'function'
        ? [{ call: call.function.name, input: JSON.parse(call.function.arguments) }]
        : [],
    )
    return [...(content ? [{ text: content }] : []), ...called]
  },
}

export const responses: Ear = {
  name: 'openai, responses',
  hasThoughts: true,
  async hear(url, scenario, isStreaming, wrap) {
    const { responses: api } = wrap(connect(url))
    const { name, schema: parameters } = tool
    const tools = [{ type: 'function' as const, name, parameters, strict: false }]
    const request = { model: 'gpt-5', tools, input: 'x' }
    const headers = asking(scenario)
    const { output } = isStreaming
      ? await api.stream(request, { headers }).finalResponse()
      : await api.create(request, { headers })
    return output.flatMap((item): Heard[] => {
      if (item.type === 'function_call') return [{ call: item.name, input: JSON.parse(item.arguments) }]
      if (item.type === 'reasoning') return [{ thinking: item.summary.map(({ text }) => text).join('') }]
      if (item.type !== 'message') return []
      return [{ text: item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join('') }]
    })
  },
}
