import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { guardMiddleware } from '@mortise/core/guard/langchain'
import { createAgent } from 'langchain'

const anthropicApiUrl = process.env.PROVIDER_URL ?? ''
const model = new ChatAnthropic({ apiKey: 'none', model: 'claude-opus-4-8', anthropicApiUrl })

// A run was interrupted: the tool was called, and the user has gone on.
const messages = [
  new HumanMessage('Is the build green?'),
  new AIMessage({ content: '', tool_calls: [{ id: 'toolu_01', name: 'build', args: {} }] }),
  new HumanMessage('Never mind. What is the date?'),
]

const bare = createAgent({ model, tools: [] })
await bare.invoke({ messages }).catch((error) => console.log(`without: ${error.message}`))

const agent = createAgent({ model, tools: [], middleware: [guardMiddleware()] })
const { messages: after } = await agent.invoke({ messages })
console.log(`with: ${after.at(-1)?.type}`)
