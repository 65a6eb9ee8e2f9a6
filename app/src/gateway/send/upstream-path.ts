import { type ConversationPath, plainPath } from '../../http/paths.ts'
import { withoutKey } from '../receive/credentials.ts'
import type { Upstream } from './upstream.ts'

/** APIs whose official SDK takes a base URL without the version. */
const versionless: ReadonlySet<string> = new Set(['mistral'])

/** The path of a conversation at an upstream of the same format; `model` where it has another name there. */
export function conversationPath(
  upstream: Upstream,
  { format, task, plain }: ConversationPath,
  rest: string,
  model: string | undefined,
): string {
  const renamed = model === undefined || plain === undefined ? undefined : plainPath(format, task, model)
  const path = namesModel(format) ? (renamed ?? plain) : plain
  return joined(upstream, path ?? rest)
}

/** A path after the base URL of an upstream, as its official SDK would put it there. */
export function joined({ url, api, format }: Upstream, path: string): string {
  const base = url.pathname.replace(/\/+$/, '')
  const isOpenai = format.startsWith('openai-') && !versionless.has(api)
  // The SDKs of OpenAI take a base URL with its version, if it has one.
  if (isOpenai) return base + path.replace(/^\/v1(?=\/)/, '')
  const version = /\/v\d+(?:alpha|beta)?$/.exec(base)?.[0]
  return version === undefined ? base + path : base + path.replace(/^\/v\d+(?:alpha|beta)?(?=\/)/, '')
}

/** A path with its query; `isOwn`: the key in it is the client's, and goes along. */
export function withQuery(path: string, query: string, isOwn: boolean): string {
  const kept = isOwn ? query : withoutKey(query)
  return kept === '' ? path : `${path}?${kept}`
}

/**
 * Whether a path could climb out of where it is put, or break the line that it stands in.
 *
 * Some servers read an encoded character as the character, some after decoding twice, and some take `..;a` for `..`.
 */
export function isUnsafe(path: string): boolean {
  if (!path.startsWith('/') || /[\0-\x20\x7f\\#]|%(?:25)*(?:[01][\da-f]|7f|23)/i.test(path)) return true
  const segments = path.split(/[/\\]|%(?:25)*(?:2f|5c)/i)
  return segments.some((segment) => /^(?:\.|%(?:25)*2e){1,2}(?:(?:;|%(?:25)*3b).*)?$/i.test(segment))
}

/** Whether a model can stand in the paths of a format, as one segment. */
export function canNameModel(format: string, model: string): boolean {
  if (!namesModel(format)) return true
  // Half a character cannot be encoded.
  if (model === '' || /\p{Surrogate}/u.test(model)) return false
  return !isUnsafe(plainPath(format, 'answer', model) ?? '')
}

/** Whether the paths of a format name the model. */
function namesModel(format: string): boolean {
  return format === 'gemini-contents' || format === 'bedrock-converse'
}
