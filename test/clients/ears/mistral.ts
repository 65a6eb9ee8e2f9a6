import { Mistral } from '@mistralai/mistralai'
import { asking, type Ear, type Heard, tool } from './ear.ts'

export const mistral: Ear = {
  name: '@mistralai/mistralai',
  hasThoughts: false,
  async hear(serverURL, scenario, isStreaming, wrap) {
    const bare = new Mistral({ apiKey: 'none', serverURL, retryConfig: { strategy: 'none' } })
    const { chat } = wrap(bare)
    const request = {
      model: 'mistral-large-latest',
      tools: [{ type: 'function' as const, function: { name: tool.name, parameters: tool.schema } }],
      messages: [{ role: 'user' as const, content: 'x' }],
    }
    const options = { headers: asking(scenario) }
    if (!isStreaming) return heardIn([(await chat.complete(request, options)).choices[0]!.message!])
    const deltas: Message[] = []
    for await (const { data } of await chat.stream(request, options)) deltas.push(data.choices[0]!.delta)
    return heardIn(deltas)
  },
}

interface Message {
  readonly content?: unknown
  readonly toolCalls?: readonly Called[] | null | undefined
}

interface Called {
  readonly function: { readonly name: string; readonly arguments: unknown }
}

function heardIn(messages: readonly Message[]): readonly Heard[] {
  const text = messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('')
  const calls = messages.flatMap(({ toolCalls }) => toolCalls ?? [])
  return [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map((call) => ({
      call: call.function.name,
      input: JSON.parse(String(call.function.arguments)),
    })),
  ]
}
