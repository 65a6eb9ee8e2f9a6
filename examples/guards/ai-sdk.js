import { createAnthropic } from '@ai-sdk/anthropic'
import { guardMiddleware, repairUIMessages } from '@mortise/core/guard/ai-sdk'
import { convertToModelMessages, generateText, wrapLanguageModel } from 'ai'

const provider = createAnthropic({ apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` })
// Mends what the AI SDK hands to the provider.
const model = wrapLanguageModel({ model: provider('claude-opus-4-8'), middleware: guardMiddleware() })

// A chat in which a run was interrupted, as `useChat` keeps it.
const chat = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Is the build green?' }] },
  {
    id: '2',
    role: 'assistant',
    parts: [{ type: 'tool-build', toolCallId: 'toolu_01', state: 'input-available', input: {} }],
  },
  { id: '3', role: 'user', parts: [{ type: 'text', text: 'Never mind. What is the date?' }] },
]

const broken = await convertToModelMessages(chat)
await generateText({ model, messages: broken }).catch((error) => console.log(`without: ${error.message}`))

// The AI SDK refuses open calls before it asks any middleware, so these are mended where the chat comes in.
const messages = await convertToModelMessages(repairUIMessages(chat))
const { finishReason } = await generateText({ model, messages })
console.log(`with: ${finishReason}`)
