import { estimateTokens } from '@mortise/core'
import { sendOwn } from './own-answer.ts'
import type { Talk } from './talk.ts'

/** The answer to a request to count tokens, where nobody can count them: a guess that is rather too high. */
function estimatedCount(format: string, body: string): string {
  const tokens = estimateTokens(body)
  if (format === 'gemini-contents') return JSON.stringify({ totalTokens: tokens })
  if (format === 'openai-responses')
    return JSON.stringify({ object: 'response.input_tokens', input_tokens: tokens })
  return JSON.stringify({ input_tokens: tokens })
}

/** Answers a request to count tokens by an estimate, and says that it is one. */
export function sendEstimate({ call, path, readable }: Talk): void {
  const text = readable === undefined ? '' : Buffer.concat(readable.pieces).toString()
  const headers = ['content-type', 'application/json', 'x-mortise-estimated', '1']
  sendOwn(call.visit, { status: 200, headers, body: estimatedCount(path.format, text) }, call.id)
}
