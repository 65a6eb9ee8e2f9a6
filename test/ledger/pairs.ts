import { formatOf } from './says.ts'

/** A call by the path among its arguments, and what its result says. */
export type Pair = readonly [call: string, said: string]

type Fields = Readonly<Record<string, unknown>>

/** A call or a result as it is written. */
type Event =
  | { readonly id: unknown; readonly call: unknown }
  | { readonly id: unknown; readonly result: unknown }

/** What stands in a message or item of each format. */
const readers: Readonly<Record<string, (message: Fields) => readonly (Event | undefined)[]>> = {
  'openai-chat': (message) => [
    ...listOf(message.tool_calls).map((call) => ({ id: call.id, call: fieldsOf(call.function).arguments })),
    message.role === 'tool' ? { id: message.tool_call_id, result: message.content } : undefined,
  ],
  'anthropic-messages': ({ content }) =>
    listOf(content).map((block) => {
      if (block.type === 'tool_use') return { id: block.id, call: block.input }
      return block.type === 'tool_result' ? { id: block.tool_use_id, result: block.content } : undefined
    }),
  'openai-responses': ({ type, call_id: id, arguments: call, output: result }) => {
    if (type === 'function_call') return [{ id, call }]
    return type === 'function_call_output' ? [{ id, result }] : []
  },
  'gemini-contents': ({ parts }) =>
    listOf(parts).map(({ functionCall, functionResponse }) => {
      const [call, result] = [fieldsOf(functionCall), fieldsOf(functionResponse)]
      if (functionCall !== undefined) return { id: call.id, call: call.args }
      return functionResponse === undefined ? undefined : { id: result.id, result: result.response }
    }),
  'bedrock-converse': ({ content }) =>
    listOf(content).map(({ toolUse, toolResult }) => {
      const [call, result] = [fieldsOf(toolUse), fieldsOf(toolResult)]
      if (toolUse !== undefined) return { id: call.toolUseId, call: call.input }
      return toolResult === undefined ? undefined : { id: result.toolUseId, result: result.content }
    }),
  neovate: ({ content }) =>
    listOf(content).map((part) => {
      if (part.type === 'tool_use') return { id: part.id, call: part.input }
      return part.type === 'tool-result' ? { id: part.toolCallId, result: part.result } : undefined
    }),
  'ai-sdk': ({ content, parts }) => [
    ...listOf(content).map((part) => {
      if (part.type === 'tool-call') return { id: part.toolCallId, call: part.input }
      return part.type === 'tool-result' ? { id: part.toolCallId, result: part.output } : undefined
    }),
    ...listOf(parts).flatMap(shownPair),
  ],
}

/** A part of a chat, which is a call and holds its result. */
function shownPair({ type, toolCallId, input, output, errorText }: Fields): Event[] {
  if (!String(type).startsWith('tool-')) return []
  // Nobody else can have its result, whatever its id.
  const id = { toolCallId }
  const result = output ?? errorText
  return [{ id, call: input }, ...(result === undefined ? [] : [{ id, result }])]
}

/**
 * The calls of some messages in order, each with its result, as an API ties them: by id, and in order where ids
 * are missing or repeat.
 *
 * Knows nothing of the engine. Throws where a result has no call before it.
 */
export function pairsIn(messages: readonly unknown[], api: string): readonly Pair[] {
  const read = readers[formatOf(api)]
  if (read === undefined) throw new Error(`Nobody reads ${api}.`)
  const pairs: { readonly id: unknown; readonly path: string; said: string | undefined }[] = []
  for (const event of messages.flatMap((message) => read(fieldsOf(message)))) {
    if (event === undefined) continue
    const id = event.id === '' ? undefined : event.id
    if ('call' in event) pairs.push({ id, path: pathIn(event.call), said: undefined })
    else {
      const owner = pairs.find((pair) => pair.id === id && pair.said === undefined)
      if (owner === undefined) throw new Error(`A result has no call: ${JSON.stringify(event)}`)
      owner.said = JSON.stringify(event.result)
    }
  }
  return pairs.map(({ path, said }) => [path, said ?? 'nothing'])
}

function pathIn(given: unknown): string {
  const read: unknown = typeof given === 'string' ? JSON.parse(given) : given
  return String(fieldsOf(read).path)
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
