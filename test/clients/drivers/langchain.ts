import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { guardFetch } from '@mortise/core/guard'
import { type Driver, ids, text } from '../driver.ts'
import { chat } from './openai.ts'

/** A model of LangChain's whose client has a guarded fetch. */
export const langchain: Driver = {
  name: '@langchain/openai',
  api: 'openai',
  connect(url, options) {
    const send = options === undefined ? fetch : guardFetch(fetch, options)
    const configuration = { baseURL: `${url}/v1`, fetch: send }
    const model = new ChatOpenAI({ apiKey: 'none', model: 'gpt-5.2', maxRetries: 0, configuration })
    return async (request, { isStreaming, signal }) => {
      const { messages } = request as { messages: BaseMessage[] }
      const how = signal === undefined ? {} : { signal }
      if (!isStreaming) return (await model.invoke(messages, how)).text
      let said = ''
      for await (const piece of await model.stream(messages, how)) said += piece.text
      return said
    }
  },
  sound: (calls, size) => ({ messages: conversation(calls, size) }),
  broken: (calls, size) => ({
    messages: [...conversation(calls, size).slice(0, -1), new HumanMessage('Go on.')],
  }),
  says: chat.says,
}

function conversation(calls: number, size: number): BaseMessage[] {
  return [
    new HumanMessage('Look around.'),
    ...ids(calls).flatMap((id) => [
      new AIMessage({ content: '', tool_calls: [{ id, name: 'look', args: {} }] }),
      new ToolMessage({ content: text(size), tool_call_id: id }),
    ]),
  ]
}
