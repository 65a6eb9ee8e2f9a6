import type { Trouble, TroubleKind, Voice } from './trouble.ts'

/**
 * Mistral: a kind and a number for what was wrong with the messages.
 *
 * As in datapizza-labs/datapizza-ai#98 and, without either, camel-ai/camel#1467.
 */
export const mistralVoice: Voice = {
  sentences: {
    'broken-json': { status: 422, message: 'JSON decode error' },
    'not-an-object': { status: 422, message: 'Input should be a valid dictionary' },
    'no-messages': { status: 422, message: 'Field required' },
    'wrong-method': { status: 405, message: 'Method Not Allowed' },
    'unknown-path': { status: 404, message: 'no Route matched with those values' },
    'too-large': { status: 413, message: 'Request Entity Too Large' },
    failing: { status: 503, message: 'Service unavailable.' },
  },
  body: (trouble) => {
    const { kind, status, message, request } = trouble
    if (kind === 'unknown-path') return { message, request_id: request }
    if (kind === 'wrong-method') return { detail: message }
    if (status === 422) return { detail: [detailOf(kind, message)] }
    return { object: 'error', message, ...nameOf(trouble), param: null, code: codeOf(trouble) }
  },
}

/** The detail of an error in a body whose messages were not judged. */
function detailOf(kind: TroubleKind, message: string): unknown {
  const isMissing = kind === 'no-messages'
  const loc = isMissing ? ['body', 'messages'] : ['body']
  return { type: isMissing ? 'missing' : 'json_invalid', loc, msg: message, input: {} }
}

function nameOf({ status, message }: Trouble): { readonly type: string } {
  if (status >= 500) return { type: 'service_unavailable' }
  if (status === 429) return { type: 'rate_limited' }
  if (isOrder(message)) return { type: 'invalid_request_message_order' }
  return { type: isCall(message) ? 'invalid_function_call' : 'invalid_request_error' }
}

function codeOf({ status, message }: Trouble): string | null {
  if (status !== 400) return status === 429 ? '1300' : null
  if (isOrder(message)) return '3230'
  return isCall(message) ? '3280' : null
}

function isOrder(message: string): boolean {
  return /^(?:Unexpected role|Expected last role)/.test(message)
}

function isCall(message: string): boolean {
  return message.startsWith('Tool call id was')
}
