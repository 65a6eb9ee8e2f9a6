import type { Voice } from './trouble.ts'

/** How Anthropic names its errors, by status. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Anthropic and its copies; the body as in anthropics/claude-code#59812. */
export const anthropicVoice: Voice = {
  sentences: {
    'broken-json': { status: 400, message: ({ detail }) => `The request body is not valid JSON: ${detail}` },
    'not-an-object': { status: 400, message: 'Input should be a valid dictionary' },
    'no-messages': { status: 400, message: 'messages: Field required' },
    'wrong-method': { status: 405, message: 'Method Not Allowed' },
    'unknown-path': { status: 404, message: 'Not Found' },
    'too-large': { status: 413, message: 'Request exceeds the maximum size' },
    failing: { status: 529, message: 'Overloaded' },
  },
  request: ['request-id', 'req_'],
  body: ({ status, message, request }) => ({
    type: 'error',
    error: { type: types[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error'), message },
    request_id: `req_${request}`,
  }),
}
