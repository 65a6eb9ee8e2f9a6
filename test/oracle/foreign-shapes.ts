import { type Fields, fieldsOf, isFields } from './request.ts'

/** The members by which a part says that it is a call or a result, or the type that it has, and whose they are. */
const SHAPES: readonly (readonly [format: string, isIn: (part: Fields) => boolean])[] = [
  ['anthropic', ({ type }) => type === 'tool_use' || type === 'tool_result'],
  ['ai-sdk', ({ type }) => type === 'tool-call' || type === 'tool-result'],
  ['gemini', ({ functionCall, functionResponse }) => isFields(functionCall) || isFields(functionResponse)],
  ['converse', ({ toolUse, toolResult }) => isFields(toolUse) || isFields(toolResult)],
]

/** Whose shapes an API takes. */
const OWN: readonly (readonly [api: RegExp, format: string])[] = [
  [/anthropic/, 'anthropic'],
  [/ai-sdk/, 'ai-sdk'],
  [/gemini/, 'gemini'],
  [/bedrock/, 'converse'],
  [/responses/, 'responses'],
  [/./, 'none'],
]

/** Complains about a message that says something in the shape of another API, and nothing but words beside it. */
export function foreignComplaints(document: unknown, api: string): string[] {
  // Neovate mixes shapes of two: its own checker tells what is foreign.
  if (api.includes('neovate')) return []
  const own = OWN.find(([name]) => name.test(api))?.[1]
  const { messages, contents, input } = fieldsOf(document)
  const list: unknown = Array.isArray(document) ? document : (messages ?? contents ?? input)
  if (!Array.isArray(list)) return []
  return list.flatMap((message, index) =>
    isForeign(fieldsOf(message), own) ? [`messages.${index} is written as another API writes it.`] : [],
  )
}

function isForeign({ content, parts, tool_calls: calls }: Fields, own: string | undefined): boolean {
  const given = own === 'none' && Array.isArray(content) ? undefined : (content ?? parts)
  if (!Array.isArray(given) || (own === 'none' && Array.isArray(calls))) return false
  const owners = given.map((part) => SHAPES.find(([, isIn]) => isIn(fieldsOf(part)))?.[0])
  const isPlain = given.every(
    (part, at) => owners[at] !== undefined || typeof fieldsOf(part).text === 'string',
  )
  return isPlain && owners.some((owner) => owner !== undefined && owner !== own)
}
