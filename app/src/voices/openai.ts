import type { Trouble, Voice } from './trouble.ts'

const unreadable =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON."

/** The sentences of OpenAI that its copies share. */
export const sentences: Voice['sentences'] = {
  'broken-json': {
    status: 400,
    message: `${unreadable} If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)`,
  },
  'not-an-object': { status: 400, message: 'Invalid type for body: expected an object.' },
  'no-messages': { status: 400, message: "Missing required parameter: 'messages'." },
  'wrong-method': {
    status: 405,
    message: ({ method, path }) =>
      `Not allowed to ${method} on ${path}. (HINT: Perhaps you meant to use a different HTTP method?)`,
  },
  'unknown-path': {
    status: 404,
    message: ({ method, path }) =>
      `Unknown request URL: ${method} ${path}. Please check the URL for typos, or see the docs at https://platform.openai.com/docs/api-reference/.`,
  },
  'too-large': { status: 413, message: 'Request body is too large.' },
  failing: {
    status: 503,
    message: 'The server is currently overloaded with other requests. Sorry about that!',
  },
}

/** OpenAI's Responses API: the conversation has another name, and need not be there. */
export const responsesVoice: Voice = {
  sentences: {
    ...sentences,
    'no-messages': { status: 400, message: "Missing required parameter: 'input'." },
  },
  request: ['x-request-id', 'req_'],
  body: (trouble) => openaiVoice.body(trouble),
}

/** OpenAI, Azure's copy of it, and whoever says nothing else. */
export const openaiVoice: Voice = {
  sentences,
  request: ['x-request-id', 'req_'],
  body: (trouble) => ({
    error: {
      message: trouble.message,
      type: typeOf(trouble.status),
      param: paramOf(trouble),
      code: codeOf(trouble),
    },
  }),
}

/** OpenAI's word for the kind of an error. */
export function typeOf(status: number): string {
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** The members of a message that OpenAI points at, by rule; where its sentence quotes a place, that is it. */
const members: Readonly<Record<string, string>> = {
  'call-without-result': 'role',
  'result-without-call': 'role',
  'result-out-of-place': 'role',
  'null-content': 'content',
  'unknown-role': 'role',
}

function paramOf({ finding, message }: Trouble): string | null {
  if (finding === undefined) return null
  const quoted = /(?:Invalid|parameter:) '((?:messages|input)\[[^']*|tools)'/.exec(message)?.[1]
  if (quoted !== undefined) return quoted
  const [list, index] = finding.at
  if (list === 'input') return 'input'
  const member = message.includes("'tool_call_id' of ") ? 'tool_call_id' : members[finding.rule]
  return member === undefined || index === undefined ? null : `messages.[${index}].${member}`
}

const codes: Readonly<Record<string, string>> = {
  'empty-call-list': 'empty_array',
  'empty-tool-list': 'empty_array',
  'tool-name-missing': 'empty_string',
  'unknown-path': 'unknown_url',
  'wrong-method': 'method_not_supported',
}

function codeOf({ kind, finding, message }: Trouble): string | null {
  if (message.includes('string too long')) return 'string_above_max_length'
  if (message.startsWith('Missing required parameter')) return 'missing_required_parameter'
  if (message.startsWith('Invalid value:')) return 'invalid_value'
  return codes[finding?.rule ?? kind] ?? null
}
