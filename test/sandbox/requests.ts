import { rulebooks } from '@mortise/core'

/** A request to a sandbox. */
export interface Wire {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What path and body say together. */
  readonly document: unknown
}

type Body = Wire['body']

/** Where a format is served, and the member that holds its conversation. */
interface Service {
  readonly list: string
  readonly path: (model: string) => string
  /** Where the path names the model: how the document calls it, and which one is likely. */
  readonly model?: readonly [member: string, usual: string]
}

const services: Readonly<Record<string, Service>> = {
  'anthropic-messages': { list: 'messages', path: () => '/v1/messages' },
  'openai-chat': { list: 'messages', path: () => '/v1/chat/completions' },
  'openai-responses': { list: 'input', path: () => '/v1/responses' },
  'gemini-contents': {
    list: 'contents',
    path: (model) => `/v1beta/models/${model}:generateContent`,
    model: ['model', 'gemini-2.5-pro'],
  },
  'bedrock-converse': {
    list: 'messages',
    path: (model) => `/model/${encodeURIComponent(model)}/converse`,
    model: ['modelId', 'anthropic.claude-sonnet-4-5'],
  },
}

/** How a document is sent to an API: in a body, and with the model where the API wants it. */
export function wireOf(api: string, document: unknown): Wire {
  const { list, path, model } = services[formatOf(api)]!
  const root = `/${api.replace(/^everywhere-.+/, 'everywhere')}`
  const body = Array.isArray(document) ? { [list]: document } : (document as Body)
  if (model === undefined) {
    const own = api === 'ollama' ? '/api/chat' : path('')
    return { path: `${root}${own}`, body, document: body }
  }
  const [member, usual] = model
  const { [member]: named = usual, ...rest } = body
  const name = String(named).replace(/^.*\bmodels\//, '')
  return { path: `${root}${path(name)}`, body: rest, document: { ...rest, [member]: name } }
}

/** The format of an API; of what satisfies all of a format, its name tells it. */
export function formatOf(api: string): string {
  const told = /^everywhere-(.+)/.exec(api)?.[1]
  return told ?? rulebooks.find(({ name }) => name === api)!.format
}
