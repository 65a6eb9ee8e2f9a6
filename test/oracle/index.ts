import { aiSdkComplaints } from './ai-sdk.ts'
import { anthropicComplaints } from './anthropic-messages.ts'
import { converseComplaints } from './bedrock-converse.ts'
import { geminiComplaints } from './gemini-contents.ts'
import { chatComplaints } from './openai-chat.ts'
import { responsesComplaints } from './openai-responses.ts'
import { fieldsOf, type Request, readRequest, type Tail } from './request.ts'

export type { Tail } from './request.ts'

const checkers: Readonly<Record<string, (request: Request, tail: Tail) => string[]>> = {
  anthropic: (request, tail) => anthropicComplaints(request, { isMerging: true, tail }),
  'anthropic-strict': (request, tail) =>
    anthropicComplaints(request, { isMerging: false, isCopy: true, tail }),
  openai: (request, tail) => chatComplaints(request, { api: 'openai', tail }),
  deepseek: (request, tail) => chatComplaints(request, { api: 'deepseek', tail }),
  mistral: (request, tail) => chatComplaints(request, { api: 'mistral', tail }),
  'azure-openai': (request, tail) => chatComplaints(request, { api: 'azure-openai', tail }),
  openrouter: (request, tail) => chatComplaints(request, { api: 'openrouter', tail }),
  kimi: (request, tail) => chatComplaints(request, { api: 'kimi', tail }),
  qwen: (request, tail) => chatComplaints(request, { api: 'qwen', tail }),
  minimax: (request, tail) => chatComplaints(request, { api: 'minimax', tail }),
  vllm: (request, tail) => chatComplaints(request, { api: 'vllm', tail }),
  'ai-sdk': aiSdkComplaints,
  glm: (request, tail) => chatComplaints(request, { api: 'glm', tail }),
  groq: (request, tail) => chatComplaints(request, { api: 'groq', tail }),
  xai: (request, tail) => chatComplaints(request, { api: 'xai', tail }),
  ollama: (request, tail) => chatComplaints(request, { api: 'ollama', tail }),
  'llama-cpp': (request, tail) => chatComplaints(request, { api: 'llama-cpp', tail }),
  everywhere: everywhereComplaints,
  bedrock: converseComplaints,
}

const itemCheckers: Readonly<Record<string, (document: unknown, tail: Tail) => string[]>> = {
  'openai-responses': (document, tail) => responsesComplaints(document, { api: 'openai-responses', tail }),
  'deepseek-responses': (document, tail) =>
    responsesComplaints(document, { api: 'deepseek-responses', tail }),
}

/** Lists what the named API would refuse in the document; an empty list means that it accepts. */
export function complaints(document: unknown, options: { api: string; tail: Tail }): string[] {
  const checkItems = itemCheckers[options.api]
  if (checkItems !== undefined) return checkItems(document, options.tail)
  if (options.api === 'everywhere' && 'input' in fieldsOf(document))
    return responsesEverywhere(document, options.tail)
  const isGemini = options.api === 'gemini' || (options.api === 'everywhere' && hasContents(document))
  if (isGemini) return geminiComplaints(document, options.tail, options.api === 'everywhere')
  const check = checkers[options.api]
  if (check === undefined) throw new Error(`The oracle does not know the API \`${options.api}\`.`)
  const request = readRequest(document)
  return request === undefined ? ['The document holds no list of messages.'] : check(request, options.tail)
}

/** What any of the Responses APIs refuses; Azure takes no name of reasoning that is not stored. */
function responsesEverywhere(document: unknown, tail: Tail): string[] {
  const { store, input } = fieldsOf(document)
  const items = Array.isArray(input) ? input.map(fieldsOf) : []
  const isNamed = items.some(({ type, id }) => type === 'reasoning' && typeof id === 'string' && id !== '')
  return [
    ...Object.values(itemCheckers).flatMap((check) => check(document, tail)),
    ...(store === false && isNamed ? ['Reasoning has a name, and nobody keeps it.'] : []),
  ]
}

/** Tells by its member which format a request has, where one name stands for all. */
function hasContents(document: unknown): boolean {
  return 'contents' in fieldsOf(document)
}

/** What any API of the request's format refuses: its blocks tell which format that is. */
function everywhereComplaints(request: Request, tail: Tail): string[] {
  const text = JSON.stringify(request.messages)
  if (/"tool(?:Use|Result)":\{/.test(text)) return converseComplaints(request, tail)
  if (/"type":"tool-(?:call|result)"/.test(text)) return aiSdkComplaints(request, tail)
  if (!/"type":"(?:tool_use|tool_result|thinking)"/.test(text))
    return chatComplaints(request, { api: 'everywhere', tail })
  // The strictest of the models decides.
  const strictest = { ...request, model: 'claude-opus-4-6' }
  return anthropicComplaints(strictest, { isMerging: false, wantsTools: true, tail })
}
