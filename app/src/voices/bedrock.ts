import type { Voice } from './trouble.ts'

/** How Bedrock names its errors, by status. */
const types: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  500: 'InternalServerException',
  503: 'ServiceUnavailableException',
}

/** The name of an error of Bedrock. */
export function exceptionOf(status: number): string {
  return types[status] ?? (status < 500 ? 'ValidationException' : 'InternalServerException')
}

/** Bedrock says in a header what kind of error it is. */
export const bedrockVoice: Voice = {
  sentences: {
    'broken-json': { status: 400, message: ({ detail }) => detail },
    'not-an-object': { status: 400, message: 'Unexpected field type' },
    'wrong-method': { status: 404, message: 'Unable to determine service/operation name to be authorized' },
    'unknown-path': { status: 404, message: 'Unable to determine service/operation name to be authorized' },
    'too-large': { status: 413, message: 'The request body is too large.' },
    failing: { status: 503, message: 'Bedrock is unable to process your request.' },
  },
  request: ['x-amzn-requestid', ''],
  body: ({ message }) => ({ message }),
  headers: ({ kind, status }) => ({ 'x-amzn-errortype': nameOf(kind, status) }),
}

function nameOf(kind: string, status: number): string {
  if (kind === 'broken-json' || kind === 'not-an-object') return 'SerializationException'
  if (kind === 'unknown-path' || kind === 'wrong-method') return 'UnknownOperationException'
  return exceptionOf(status)
}
