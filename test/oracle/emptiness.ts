import { isChatApi, profiles } from './openai-chat-apis.ts'
import { type Fields, fieldsOf, isFields, type Tail } from './request.ts'

/** The APIs that refuse a request without messages; the profiles of chat APIs say it themselves. */
const WANT_MESSAGES = [
  'anthropic',
  'anthropic-strict',
  'bedrock',
  'ai-sdk',
  'everywhere-anthropic-messages',
  'everywhere-bedrock-converse',
  'everywhere-ai-sdk',
]
const OPENAI_LIKE = ['openai', 'azure-openai', 'openrouter']
const LOCAL_TAG = /^(?!ft:)[\w./-]+:[\w.-]+$/

/** Complains about a request body that is about to be sent and says nothing. */
export function emptinessComplaints(document: unknown, api: string, tail: Tail): string[] {
  if (!isFields(document) || tail !== 'closed') return []
  const isRefused =
    (wantsMessages(api) && lacksMessages(document, api)) ||
    (['gemini', 'everywhere-gemini-contents'].includes(api) && lacksContents(document)) ||
    (['openai-responses', 'everywhere-openai-responses'].includes(api) && lacksItems(document))
  return isRefused ? ['The request says nothing.'] : []
}

function wantsMessages(api: string): boolean {
  const chat = api === 'everywhere-openai-chat' ? 'everywhere' : api
  return WANT_MESSAGES.includes(api) || (isChatApi(chat) && profiles[chat].wantsMessages === true)
}

function lacksMessages({ messages, model, promptVariables }: Fields, api: string): boolean {
  if (OPENAI_LIKE.includes(api) && LOCAL_TAG.test(String(model ?? ''))) return false
  return isNone(messages) && (promptVariables === undefined || !api.includes('bedrock'))
}

function lacksContents(document: Fields): boolean {
  const request = document.contents === undefined ? fieldsOf(document.request) : document
  return isNone(request.contents) && (request.cachedContent ?? request.cached_content) === undefined
}

function lacksItems({ input, previous_response_id: before, conversation, prompt }: Fields): boolean {
  const isKept = [before, conversation, prompt].some(
    (value) => ![undefined, null, ''].includes(value as null),
  )
  return (input === '' || isNone(input)) && !isKept
}

function isNone(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}
