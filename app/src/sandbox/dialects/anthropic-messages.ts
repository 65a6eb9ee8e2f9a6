import { sseEvent } from '../../wire/sse.ts'
import type { Beat } from '../beats.ts'
import type { Dialect } from '../dialect.ts'
import { isObject, listIn } from '../json.ts'
import type { SaidPart, SandboxStop, SandboxTurn } from '../turn.ts'

const stops: Readonly<Record<SandboxStop, string>> = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
}

export const anthropicMessages: Dialect = {
  format: 'anthropic-messages',
  shown: ['/v1/messages, /v1/messages/count_tokens', 'Anthropic'],
  paths: [
    { pattern: /^(?:\/v1)?\/messages$/, task: 'answer' },
    { pattern: /^(?:\/v1)?\/messages\/count_tokens$/, task: 'count' },
  ],
  limit: 32 << 20,
  document: (body) => body,
  isStream: ({ stream }) => stream === true,
  toolsOf: (body) =>
    listIn(body, 'tools').flatMap((tool) =>
      isObject(tool) && typeof tool.name === 'string' && tool.input_schema !== undefined
        ? [{ name: tool.name, schema: tool.input_schema }]
        : [],
    ),
  callId: (token, index) => `toolu_01${token(`call ${index}`, 22)}`,
  block: blockOf,
  answer: (turn) => messageOf(turn, turn.said.map(blockOf), stops[turn.stop], turn.tokens.output),
  count: (tokens) => ({ input_tokens: tokens }),
  stream: (turn, beats) => ({
    type: 'text/event-stream; charset=utf-8',
    frames: eventsOf(turn, beats).map((event) => sseEvent(event, event.type)),
    trouble: (body) => sseEvent(body, 'error'),
  }),
}

interface MessagesEvent {
  readonly type: string
  readonly [member: string]: unknown
}

function eventsOf(turn: SandboxTurn, beats: readonly Beat[]): readonly MessagesEvent[] {
  return [
    { type: 'message_start', message: messageOf(turn, [], null, 1) },
    { type: 'ping' },
    ...beats.flatMap(eventsAt),
    {
      type: 'message_delta',
      delta: { stop_reason: stops[turn.stop], stop_sequence: null },
      usage: { output_tokens: turn.tokens.output },
    },
    { type: 'message_stop' },
  ]
}

function eventsAt(beat: Beat): readonly MessagesEvent[] {
  const { index, said } = beat
  if (beat.do === 'open') return [{ type: 'content_block_start', index, content_block: emptyBlock(said) }]
  if (beat.do === 'piece')
    return [{ type: 'content_block_delta', index, delta: deltaOf(said.kind, beat.text) }]
  const stop = { type: 'content_block_stop', index }
  if (said.kind !== 'thinking') return [stop]
  const delta = { type: 'signature_delta', signature: said.signature }
  return [{ type: 'content_block_delta', index, delta }, stop]
}

function deltaOf(kind: SaidPart['kind'], text: string): unknown {
  if (kind === 'call') return { type: 'input_json_delta', partial_json: text }
  return kind === 'text' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text }
}

function messageOf(
  turn: SandboxTurn,
  content: readonly unknown[],
  stop: string | null,
  output: number,
): unknown {
  const { transformations } = turn
  return {
    id: `msg_01${turn.token('message', 22)}`,
    type: 'message',
    role: 'assistant',
    model: turn.model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: {
      input_tokens: turn.tokens.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: output,
      service_tier: 'standard',
    },
    ...(transformations === undefined ? {} : { input_transformations: transformations }),
  }
}

function blockOf(said: SaidPart): unknown {
  if (said.kind === 'call') return { type: 'tool_use', id: said.id, name: said.name, input: said.input }
  if (said.kind === 'text') return { type: 'text', text: said.text }
  return { type: 'thinking', thinking: said.text, signature: said.signature }
}

function emptyBlock(said: SaidPart): unknown {
  if (said.kind === 'call') return { type: 'tool_use', id: said.id, name: said.name, input: {} }
  return said.kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' }
}
