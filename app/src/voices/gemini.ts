import type { Voice } from './trouble.ts'

/** How Google names its errors, by status. */
const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** Google: a number, a sentence and a name. */
export const geminiVoice: Voice = {
  sentences: {
    'broken-json': { status: 400, message: ({ detail }) => `Invalid JSON payload received. ${detail}` },
    'not-an-object': {
      status: 400,
      message: 'Invalid JSON payload received. Unknown name "": Root element must be a message.',
    },
    'no-messages': {
      status: 400,
      message: '* GenerateContentRequest.contents: contents is not specified\n',
    },
    'wrong-method': { status: 404, message: 'Requested entity was not found.' },
    'unknown-path': { status: 404, message: 'Requested entity was not found.' },
    'too-large': { status: 400, message: 'Request payload size exceeds the limit: 104857600 bytes.' },
    failing: { status: 503, message: 'The model is overloaded. Please try again later.' },
  },
  body: ({ status, message }) => ({
    error: {
      code: status,
      message,
      status: names[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'),
    },
  }),
}
