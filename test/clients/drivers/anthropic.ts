import Anthropic from '@anthropic-ai/sdk'
import { guard } from '@mortise/core/guard'
import { type Driver, ids, text } from '../driver.ts'

type Request = Anthropic.MessageCreateParamsNonStreaming

export const anthropic: Driver = {
  name: '@anthropic-ai/sdk',
  api: 'anthropic',
  connect(baseURL, options) {
    const bare = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0 })
    const client: Anthropic = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const body = request as Request
      const message = isStreaming
        ? await client.messages.stream(body, { signal }).finalMessage()
        : await client.messages.create(body, { signal })
      return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    }
  },
  sound: (calls, size) => request(conversation(calls, size)),
  broken: (calls, size) => {
    const messages = conversation(calls, size)
    return request([...messages.slice(0, -1), { role: 'user', content: 'Go on.' }])
  },
  says: /`tool_use` ids were found without `tool_result` blocks immediately after/,
}

function request(messages: Anthropic.MessageParam[]): Request {
  return { model: 'claude-opus-4-8', max_tokens: 100, messages }
}

function conversation(calls: number, size: number): Anthropic.MessageParam[] {
  return [
    { role: 'user', content: 'Look around.' },
    ...ids(calls).flatMap((id): Anthropic.MessageParam[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'look', input: { at: id } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text(size) }] },
    ]),
  ]
}
