import { rulebooks } from '@mortise/core'
import { type Environment, hasBedrock } from '../../agents/index.ts'
import type { ConfigInput, UpstreamInput } from '../../config/index.ts'

/** Where requests go that nobody wrote a config for: to the base URLs of the environment, else to the official ones. */
export function environmentConfig(environment: Environment): ConfigInput {
  const { ANTHROPIC_BASE_URL, OPENAI_BASE_URL, GOOGLE_GEMINI_BASE_URL } = environment
  const anthropic = ANTHROPIC_BASE_URL || 'https://api.anthropic.com'
  const openai = OPENAI_BASE_URL || 'https://api.openai.com/v1'
  const gemini = GOOGLE_GEMINI_BASE_URL || 'https://generativelanguage.googleapis.com'
  return {
    listen: '127.0.0.1:0',
    admin: false,
    upstreams: {
      anthropic: { url: anthropic, api: apiAt(anthropic, 'anthropic') },
      openai: { url: openai, api: apiAt(openai, 'openai') },
      'openai-responses': { url: openai, api: apiAt(openai, 'openai-responses') },
      gemini: { url: gemini, api: 'gemini' },
      chatgpt: { url: 'https://chatgpt.com/backend-api/codex', api: 'openai-responses' },
      ...(hasBedrock(environment) ? { bedrock: bedrockUpstream(environment) } : {}),
    },
  }
}

function bedrockUpstream(environment: Environment): UpstreamInput {
  const region = environment.AWS_REGION || environment.AWS_DEFAULT_REGION || 'us-east-1'
  const url =
    environment.ANTHROPIC_BEDROCK_BASE_URL ||
    environment.AWS_ENDPOINT_URL_BEDROCK_RUNTIME ||
    `https://bedrock-runtime.${region}.amazonaws.com`
  return { url, api: 'bedrock', region }
}

/** The API at an address: one whose name is in the host, and that speaks the same format. */
function apiAt(url: string, usual: string): string {
  const format = rulebooks.find(({ name }) => name === usual)?.format
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  const named = rulebooks.find((each) => each.format === format && host.split('.').includes(each.name))
  return named?.name ?? usual
}

/** The upstream for requests that carry a login of ChatGPT. */
export function loginUpstream(header: (name: string) => string | undefined): string | undefined {
  return header('chatgpt-account-id') === undefined ? undefined : 'chatgpt'
}
