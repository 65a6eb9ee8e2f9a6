import { sseEvent } from '../../wire/sse.ts'
import type { Beat } from '../beats.ts'
import type { Dialect } from '../dialect.ts'
import { type AnyJsonObject, isObject, listIn } from '../json.ts'
import { created, type SaidPart, type SandboxTurn } from '../turn.ts'
import { itemEvents } from './responses-events.ts'

export const openaiResponses: Dialect = {
  format: 'openai-responses',
  shown: ['/v1/responses', 'OpenAI Responses'],
  paths: [
    { pattern: /^(?:\/v1)?\/responses$/, task: 'answer' },
    { pattern: /^(?:\/v1)?\/responses\/input_tokens$/, task: 'count' },
  ],
  limit: 64 << 20,
  document: (body) => body,
  isStream: ({ stream }) => stream === true,
  toolsOf: (body) =>
    listIn(body, 'tools').flatMap((tool) =>
      isObject(tool) && tool.type === 'function' && typeof tool.name === 'string'
        ? [{ name: tool.name, schema: tool.parameters }]
        : [],
    ),
  callId: (token, index) => `call_${token(`call ${index}`, 24)}`,
  answer: (turn) => responseOf(turn, turn.said.map(itemOf(turn)), isCut(turn) ? 'incomplete' : 'completed'),
  count: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  stream: (turn, beats) => ({
    type: 'text/event-stream; charset=utf-8',
    frames: eventsOf(turn, beats).map((event, number) =>
      sseEvent({ ...event, sequence_number: number }, event.type),
    ),
    trouble: (body) => sseEvent({ type: 'error', ...errorIn(body) }, 'error'),
  }),
}

interface ResponsesEvent {
  readonly type: string
  readonly [member: string]: unknown
}

function eventsOf(turn: SandboxTurn, beats: readonly Beat[]): readonly ResponsesEvent[] {
  const started = responseOf(turn, [], 'in_progress')
  const items = turn.said.map(itemOf(turn))
  const status = isCut(turn) ? 'incomplete' : 'completed'
  return [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...beats.flatMap((beat) => itemEvents(beat, items[beat.index] ?? {})),
    { type: `response.${status}`, response: responseOf(turn, items, status) },
  ]
}

function itemOf(turn: SandboxTurn): (said: SaidPart, index: number) => AnyJsonObject {
  return (said, index) => {
    const id = turn.token(`item ${index}`, 48)
    if (said.kind === 'call') {
      const { id: call, name, input } = said
      const written = { arguments: JSON.stringify(input), call_id: call, name }
      return { id: `fc_${id}`, type: 'function_call', status: 'completed', ...written }
    }
    if (said.kind === 'thinking') {
      const summary = [{ type: 'summary_text', text: said.text }]
      return { id: `rs_${id}`, type: 'reasoning', summary, encrypted_content: said.signature }
    }
    const content = [{ type: 'output_text', annotations: [], logprobs: [], text: said.text }]
    return { id: `msg_${id}`, type: 'message', status: 'completed', content, role: 'assistant' }
  }
}

function isCut({ stop }: SandboxTurn): boolean {
  return stop === 'length'
}

function responseOf(turn: SandboxTurn, output: readonly unknown[], status: string): unknown {
  const { input, output: made } = turn.tokens
  const isDone = status !== 'in_progress'
  return {
    id: `resp_${turn.token('response', 48)}`,
    object: 'response',
    created_at: created,
    status,
    background: false,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: turn.model,
    output,
    ...repeated(turn),
    usage: isDone
      ? {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: made,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: input + made,
        }
      : null,
  }
}

/** Members of a request that the answer repeats, with the values of those that a request leaves out. */
const usual: AnyJsonObject = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
}

function repeated({ asked }: SandboxTurn): AnyJsonObject {
  return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, asked[name] ?? value]))
}

/** The error of a body, as an event tells it: without the object around it. */
function errorIn(body: unknown): AnyJsonObject {
  const error = isObject(body) && isObject(body.error) ? body.error : {}
  return { code: error.code ?? error.type, message: error.message, param: null }
}
