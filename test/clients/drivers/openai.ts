import { guard } from '@mortise/core/guard'
import OpenAI from 'openai'
import { type Driver, ids, text } from '../driver.ts'

type ChatRequest = OpenAI.ChatCompletionCreateParamsNonStreaming
type ChatMessage = OpenAI.ChatCompletionMessageParam

export const chat: Driver = {
  name: 'openai, chat',
  api: 'openai',
  connect(url, options) {
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
    const client: OpenAI = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const body = request as ChatRequest
      const answer = isStreaming
        ? await client.chat.completions.stream({ ...body, stream: true }, { signal }).finalChatCompletion()
        : await client.chat.completions.create(body, { signal })
      return answer.choices[0]?.message.content ?? ''
    }
  },
  sound: (calls, size) => chatRequest(messages(calls, size)),
  broken: (calls, size) =>
    chatRequest([...messages(calls, size).slice(0, -1), { role: 'user', content: 'Go on.' }]),
  says: /An assistant message with 'tool_calls' must be followed by tool messages/,
}

function chatRequest(list: ChatMessage[]): ChatRequest {
  return { model: 'gpt-5.2', messages: list }
}

function messages(calls: number, size: number): ChatMessage[] {
  return [
    { role: 'user', content: 'Look around.' },
    ...ids(calls).flatMap((id): ChatMessage[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: text(size) },
    ]),
  ]
}

type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Item = OpenAI.Responses.ResponseInputItem

export const responses: Driver = {
  name: 'openai, responses',
  api: 'openai-responses',
  connect(url, options) {
    const bare = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
    const client: OpenAI = options === undefined ? bare : guard(bare, options)
    return async (request, { isStreaming, signal }) => {
      const body = request as ResponsesRequest
      const answer = isStreaming
        ? await client.responses.stream({ ...body, stream: true }, { signal }).finalResponse()
        : await client.responses.create(body, { signal })
      return answer.output_text
    }
  },
  sound: (calls, size) => responsesRequest(items(calls, size)),
  broken: (calls, size) =>
    responsesRequest([...items(calls, size).slice(0, -1), { role: 'user', content: 'Go on.' }]),
  says: /No tool output found for function call/,
}

function responsesRequest(input: Item[]): ResponsesRequest {
  return { model: 'gpt-5.2', reasoning: { effort: 'none' }, input }
}

function items(calls: number, size: number): Item[] {
  return [
    { role: 'user', content: 'Look around.' },
    ...ids(calls).flatMap((id): Item[] => [
      { type: 'function_call', call_id: id, name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: id, output: text(size) },
    ]),
  ]
}
