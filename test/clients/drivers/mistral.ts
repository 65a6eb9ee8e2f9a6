import { Mistral } from '@mistralai/mistralai'
import type { ChatCompletionRequest } from '@mistralai/mistralai/models/components'
import { guard } from '@mortise/core/guard'
import { type Driver, ids, text } from '../driver.ts'

type Message = ChatCompletionRequest['messages'][number]

export const mistral: Driver = {
  name: '@mistralai/mistralai',
  api: 'mistral',
  connect(serverURL, options) {
    const bare = new Mistral({ apiKey: 'none', serverURL, retryConfig: { strategy: 'none' } })
    const client: Mistral = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const body = request as ChatCompletionRequest
      const how = signal === undefined ? {} : { signal }
      if (!isStreaming) {
        const answer = await client.chat.complete({ ...body, stream: false }, how)
        return String(answer.choices[0]?.message?.content ?? '')
      }
      let said = ''
      for await (const { data } of await client.chat.stream({ ...body, stream: true }, how))
        said += String(data.choices[0]?.delta.content ?? '')
      return said
    }
  },
  sound: (calls, size) => request(messages(calls, size)),
  broken: (calls, size) =>
    request([...messages(calls, size).slice(0, -1), { role: 'user', content: 'Go on.' }]),
  says: /Not the same number of function calls and responses/,
}

function request(list: Message[]): ChatCompletionRequest {
  return { model: 'mistral-large-latest', messages: list }
}

function messages(calls: number, size: number): Message[] {
  return [
    { role: 'user', content: 'Look around.' },
    ...ids(calls).flatMap((id): Message[] => [
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', toolCallId: id, name: 'look', content: text(size) },
    ]),
  ]
}
