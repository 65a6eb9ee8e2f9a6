import { dropsBlocks } from '../binding/field.ts'
import { rulebooks } from '../rulebooks/index.ts'

/** The facts about a body that the address of a request tells. */
export interface AddressFacts {
  readonly format: string
  /** The API, where its host has a name of its own. */
  readonly api?: string
  /** The API can be asked to drop thinking that is bound to another past. */
  readonly dropsBlocks?: true
  /** Only tokens are counted there: no model sees the request. */
  readonly counts?: true
}

/** How the path ends, and the format that is sent there. */
const paths: readonly (readonly [RegExp, string])[] = [
  [/\/messages(?:\/count_tokens)?$/, 'anthropic-messages'],
  [/\/chat\/completions$/, 'openai-chat'],
  [/\/responses(?:\/(?:compact|input_tokens))?$/, 'openai-responses'],
  [/:(?:generateContent|streamGenerateContent|countTokens)$/, 'gemini-contents'],
  [/\/model\/[^/]+\/converse(?:-stream)?$/, 'bedrock-converse'],
]

// Ollama runs on anyone's machine, and nothing else listens on its port by default.
const ollamaPort = '11434'

/** Paths at which tokens are counted. */
const counting = /(?:\/count_tokens|\/input_tokens|:countTokens)$/

const parts = /^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:]*)(?::(\d*))?)?([^?#]*)/i

let last = { base: '', path: '', address: addressOf('') }

/** Reads a URL or a path; undefined where nothing that is known is sent there. The base is what a bare path goes on from. */
export function readAddress(path: string, base = ''): AddressFacts | undefined {
  // Most clients call the same one each time.
  if (last.path === path && last.base === base) return last.address
  last = { base, path, address: addressOf(isWhole(path) ? path : base + path) }
  return last.address
}

function isWhole(path: string): boolean {
  return /^[a-z]+:\/\//i.test(path)
}

function addressOf(url: string): AddressFacts | undefined {
  const [, host = '', port = '', path = ''] = parts.exec(url) ?? []
  const named = port === ollamaPort ? 'ollama-v1' : apiAt(host.toLowerCase())
  const isNative = named === 'ollama-v1' && path.endsWith('/api/chat')
  const format = isNative ? 'openai-chat' : paths.find(([end]) => end.test(path))?.[1]
  if (format === undefined) return undefined
  const api = isNative ? 'ollama' : named
  return {
    format,
    ...(api === undefined ? {} : { api }),
    ...(dropsBlocks(host) ? { dropsBlocks: true } : {}),
    ...(counting.test(path) ? { counts: true } : {}),
  }
}

/** The API that has this host, or a domain around it. */
function apiAt(host: string): string | undefined {
  const isWithin = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
  return rulebooks.find(({ hosts }) => hosts?.some(isWithin))?.name
}
