import { estimateTokens } from '@mortise/core'

/** The answer to a request to count tokens, where nobody can count them: a guess that is rather too high. */
export function estimatedCount(format: string, body: string): string {
  const tokens = estimateTokens(body)
  if (format === 'gemini-contents') return JSON.stringify({ totalTokens: tokens })
  if (format === 'openai-responses')
    return JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens })
  return JSON.stringify({ input_tokens: tokens })
}

/** Whether an upstream counts tokens itself. */
export function countsTokens({ format, api }: { readonly format: string; readonly api: string }): boolean {
  return format === 'anthropic-messages' || format === 'gemini-contents' || api === 'openai-responses'
}
