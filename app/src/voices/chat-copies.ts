import { openaiVoice, sentences, typeOf } from './openai.ts'
import type { Trouble, Voice } from './trouble.ts'

/** The sentences of copies of OpenAI's API that are not in OpenAI's words. */
const copied: Voice['sentences'] = {
  ...sentences,
  'broken-json': { status: 400, message: ({ detail }) => `Invalid JSON: ${detail}` },
  'wrong-method': { status: 405, message: 'Method Not Allowed' },
  'unknown-path': { status: 404, message: 'Not Found' },
}

/** DeepSeek: what went wrong stands in `code` too. As in FoundationAgents/OpenManus#227. */
export const deepseekVoice: Voice = {
  sentences: {
    ...copied,
    'broken-json': {
      status: 400,
      message: ({ detail }) => `Failed to parse the request body as JSON: ${detail}`,
    },
  },
  body: ({ status, message }) => ({
    error: { message, type: typeOf(status), param: null, code: typeOf(status) },
  }),
}

/** Moonshot and Groq: a sentence and a type, as told in ServiceStack/llms#17. */
export const shortVoice: Voice = {
  sentences: copied,
  body: ({ status, message }) => ({ error: { message, type: typeOf(status) } }),
}

/** Cerebras: nothing stands around what went wrong. As in Alishahryar1/free-claude-code#1136. */
export const cerebrasVoice: Voice = {
  sentences: copied,
  body: ({ status, message }) => ({
    message,
    type: typeOf(status),
    param: 'validation_error',
    code: status < 500 ? 'wrong_api_format' : 'server_error',
  }),
}

/** Fireworks: an error that says twice what it is. As in musistudio/claude-code-router#377. */
export const fireworksVoice: Voice = {
  sentences: copied,
  body: ({ status, message }) => ({
    error: { object: 'error', type: typeOf(status), code: typeOf(status), message },
  }),
}

/** DashScope, as in agno-agi/agno#5317. */
export const qwenVoice: Voice = {
  sentences: copied,
  body: ({ status, message, request }) => ({
    error: {
      code: status < 500 ? 'invalid_parameter_error' : 'internal_error',
      param: null,
      message,
      type: typeOf(status),
    },
    id: `chatcmpl-${request}`,
    request_id: request,
  }),
}

/** Zhipu: a number for what was wrong. As in continuedev/continue#13259. */
export const glmVoice: Voice = {
  sentences: copied,
  body: ({ status, message, finding }) => ({
    error: { code: finding === undefined ? String(status) : '1214', message },
  }),
}

/** MiniMax, as in earendil-works/pi#5468. */
export const minimaxVoice: Voice = {
  sentences: copied,
  body: ({ status, message, request }) => ({
    type: 'error',
    error: {
      type: status < 500 ? 'bad_request_error' : 'server_error',
      message,
      http_code: String(status),
    },
    request_id: request,
  }),
}

/** xAI, as in langchain-ai/langchain#34140. */
export const xaiVoice: Voice = {
  sentences: copied,
  body: ({ status, message }) => ({
    code: status < 500 ? 'Client specified an invalid argument' : 'The service is currently unavailable',
    error: message,
  }),
}

/** vLLM: no body is on record, only what its errors are called. */
export const vllmVoice: Voice = {
  sentences: copied,
  body: ({ status, message }) => ({
    error: {
      message,
      type: status < 500 ? 'BadRequestError' : 'InternalServerError',
      param: null,
      code: status,
    },
  }),
}

/** llama.cpp: what its template throws is an error of the server. As in sipeed/picoclaw#207. */
export const llamaCppVoice: Voice = {
  sentences: { ...copied, refused: { status: 500 } },
  body: ({ status, message }) => ({
    error: { code: status, message, type: status < 500 ? 'invalid_request_error' : 'server_error' },
  }),
}

/** Ollama: a sentence, and nothing else. */
export const ollamaVoice: Voice = { sentences: copied, body: ({ message }) => ({ error: message }) }

/** OpenRouter: what the provider said, as a text within its own words. */
export const openrouterVoice: Voice = {
  sentences: copied,
  body: (trouble) => ({
    error: {
      message: trouble.finding === undefined ? trouble.message : 'Provider returned error',
      code: trouble.status,
      ...(trouble.finding === undefined ? {} : { metadata: passedOn(trouble) }),
    },
  }),
}

function passedOn(trouble: Trouble): unknown {
  return { raw: JSON.stringify(openaiVoice.body(trouble), null, 2), provider_name: 'OpenAI' }
}
