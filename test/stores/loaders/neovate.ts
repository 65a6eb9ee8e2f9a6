import { isObject, type Json, listIn, pathTo, recordsIn } from './lines.ts'

/** The request that Neovate would send next, for an API of the chat form or for Anthropic's. */
export function sentByNeovate(bytes: Uint8Array, api: string): Json {
  const messages = recordsIn(bytes).filter(({ type }) => type === 'message')
  const path = pathTo(messages, messages.at(-1), 'uuid', 'parentUuid')
  const names = new Set(path.map(({ uuid }) => uuid))
  // What is on the way is sent in the order of the file.
  const sent = messages.filter(({ uuid }) => names.has(uuid))
  return api === 'anthropic' ? { messages: asBlocks(sent) } : { messages: sent.flatMap(asChat) }
}

function partsOf(content: unknown): readonly Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listIn(content)
}

function isResult({ type }: Json): boolean {
  return type === 'tool-result' || type === 'tool_result'
}

function idOf(part: Json): unknown {
  return part.type === 'tool-result' ? part.toolCallId : part.id
}

function wordsOf({ result }: Json): string {
  const content = isObject(result) ? result.llmContent : result
  if (typeof content === 'string') return content
  return listIn(content)
    .map(({ text }) => String(text ?? ''))
    .join('\n')
}

/** Neighbours of the user's side are one message, as are those of the model's. */
function asBlocks(messages: readonly Json[]): Json[] {
  const sent: { role: string; content: Json[] }[] = []
  for (const { role, content } of messages) {
    const side = role === 'assistant' ? 'assistant' : 'user'
    const blocks = partsOf(content).flatMap((part): Json[] => {
      if (isResult(part)) return [{ type: 'tool_result', tool_use_id: idOf(part), content: wordsOf(part) }]
      if (part.type === 'tool_use')
        return [{ type: 'tool_use', id: part.id, name: part.name, input: part.input }]
      return part.type === 'text' ? [{ type: 'text', text: part.text }] : []
    })
    const last = sent.at(-1)
    if (last?.role === side) last.content.push(...blocks)
    else sent.push({ role: side, content: blocks })
  }
  return sent
}

function asChat({ role, content }: Json): Json[] {
  const parts = partsOf(content)
  const text = parts.flatMap((part) => (part.type === 'text' ? [String(part.text)] : [])).join('\n')
  if (role === 'assistant') {
    const calls = parts
      .filter(({ type }) => type === 'tool_use')
      .map(({ id, name, input }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      }))
    return [{ role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
  }
  const results = parts
    .filter(isResult)
    .map((part) => ({ role: 'tool', tool_call_id: idOf(part), content: wordsOf(part) }))
  return text === '' ? results : [...results, { role: 'user', content: text }]
}
