import { aiSdkComplaints } from './ai-sdk.ts'
import { anthropicComplaints } from './anthropic-messages.ts'
import { converseComplaints } from './bedrock-converse.ts'
import { emptinessComplaints } from './emptiness.ts'
import { foreignComplaints } from './foreign-shapes.ts'
import { geminiComplaints } from './gemini-contents.ts'
import { neovateComplaints } from './neovate.ts'
import { chatComplaints } from './openai-chat.ts'
import { isChatApi } from './openai-chat-apis.ts'
import { responsesComplaints } from './openai-responses.ts'
import { fieldsOf, type Request, readRequest, type Tail } from './request.ts'

export type { Tail } from './request.ts'

const checkers: Readonly<Record<string, (request: Request, tail: Tail) => string[]>> = {
  anthropic: (request, tail) => anthropicComplaints(request, { isMerging: true, isOwn: true, tail }),
  'anthropic-strict': (request, tail) =>
    anthropicComplaints(request, { isMerging: false, isCopy: true, tail }).filter(
      (complaint) => !isAnthropicsOwn(complaint, request.model),
    ),
  'ai-sdk': aiSdkComplaints,
  'everywhere-anthropic-messages': anthropicEverywhere,
  'everywhere-openai-chat': (request, tail) => chatComplaints(request, { api: 'everywhere', tail }),
  'everywhere-ai-sdk': aiSdkComplaints,
  'everywhere-bedrock-converse': (request, tail) => converseComplaints(request, tail, true),
  bedrock: (request, tail) => converseComplaints(request, tail),
  neovate: neovateComplaints,
  'everywhere-neovate': neovateComplaints,
}

/** Complaints that no copy of the API is on record as making; some hold where Claude answers, or DeepSeek. */
const anthropicsOwn =
  /empty user message|only white space|empty text block|error result without content|neither words nor blocks|lone surrogate|server tool|not declared/

function isAnthropicsOwn(complaint: string, model: string): boolean {
  if (complaint.endsWith('lacks thinking before its calls.')) return !/deepseek|claude/.test(model)
  if (complaint.endsWith('is an assistant message at the end.')) return !model.includes('claude')
  return anthropicsOwn.test(complaint)
}

type DocumentChecker = (document: unknown, tail: Tail) => string[]

/** Those that read a request by themselves: their list is not one of messages. */
const itemCheckers: Readonly<Record<string, DocumentChecker>> = {
  'openai-responses': (document, tail) => responsesComplaints(document, { api: 'openai-responses', tail }),
  'deepseek-responses': (document, tail) =>
    responsesComplaints(document, { api: 'deepseek-responses', tail }),
  'everywhere-openai-responses': responsesEverywhere,
  gemini: (document, tail) => geminiComplaints(document, tail),
  'everywhere-gemini-contents': (document, tail) => geminiComplaints(document, tail, true),
}

/**
 * Lists what the named API would refuse in the document; an empty list means that it accepts.
 *
 * Of what satisfies all APIs of a format, the name tells the format too: `everywhere-ai-sdk`.
 */
export function complaints(document: unknown, { api, tail }: { api: string; tail: Tail }): string[] {
  return [
    ...emptinessComplaints(document, api, tail),
    ...foreignComplaints(document, api),
    ...judge(document, api, tail),
  ]
}

function judge(document: unknown, api: string, tail: Tail): string[] {
  const checkItems = itemCheckers[api]
  if (checkItems !== undefined) return checkItems(document, tail)
  const check = checkers[api] ?? chatCheckerOf(api)
  const request = readRequest(document)
  return request === undefined ? ['The document holds no list of messages.'] : check(request, tail)
}

/** The checker of an API that speaks the format of OpenAI's chat, which most do. */
function chatCheckerOf(api: string): (request: Request, tail: Tail) => string[] {
  if (isChatApi(api)) return (request, tail) => chatComplaints(request, { api, tail })
  throw new Error(`The oracle does not know the API \`${api}\`.`)
}

/** What any of the Responses APIs refuses; Azure takes no name of reasoning that is not stored. */
function responsesEverywhere(document: unknown, tail: Tail): string[] {
  const { store, input } = fieldsOf(document)
  const items = Array.isArray(input) ? input.map(fieldsOf) : []
  const isNamed = items.some(({ type, id }) => type === 'reasoning' && typeof id === 'string' && id !== '')
  return [
    ...responsesComplaints(document, { api: 'openai-responses', tail, isStrict: true }),
    ...responsesComplaints(document, { api: 'deepseek-responses', tail, isStrict: true }),
    ...(store === false && isNamed ? ['Reasoning has a name, and nobody keeps it.'] : []),
  ]
}

function anthropicEverywhere(request: Request, tail: Tail): string[] {
  // Newer models refuse more of an end, older ones more of an order: the request's own and a newer one decide.
  return [request.model, 'claude-opus-4-6'].flatMap((model) =>
    anthropicComplaints({ ...request, model }, { isMerging: false, wantsTools: true, tail }),
  )
}
