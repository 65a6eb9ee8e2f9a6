import { guard } from '@mortise/core/guard'
import OpenAI from 'openai'

// A history was cut in the middle: the result is there, the call is not.
const messages = [
  { role: 'tool', tool_call_id: 'call_01', content: 'The build is green.' },
  { role: 'user', content: 'Then ship it.' },
]

const client = new OpenAI({ apiKey: 'none', baseURL: `${process.env.PROVIDER_URL}/v1` })
const chat = { model: 'gpt-5.2', messages }
await client.chat.completions.create(chat).catch((error) => console.log(`without: ${error.message}`))

const guarded = guard(client, { retry: true })
const { choices } = await guarded.chat.completions.create(chat)
console.log(`with: ${choices[0]?.finish_reason}`)

// The Responses API is guarded as well, streaming too.
const stream = guarded.responses.stream({
  model: 'gpt-5.2',
  input: [
    { type: 'function_call_output', call_id: 'call_01', output: 'The build is green.' },
    { role: 'user', content: 'Then ship it.' },
  ],
})
console.log(`streaming: ${(await stream.finalResponse()).status}`)
