import { exceptionOf } from '../../voices/bedrock.ts'
import { eventStreamMessage, eventStreamType } from '../../wire/event-stream.ts'
import type { Beat } from '../beats.ts'
import type { Dialect } from '../dialect.ts'
import { listIn, objectIn } from '../json.ts'
import type { SaidPart, SandboxStop, SandboxTurn } from '../turn.ts'

const stops: Readonly<Record<SandboxStop, string>> = {
  end: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
}

export const bedrockConverse: Dialect = {
  format: 'bedrock-converse',
  shown: ['/model/MODEL/converse, /converse-stream', 'Bedrock'],
  paths: [
    { pattern: /^\/model\/(?<model>[^/]+)\/converse$/, task: 'answer' },
    { pattern: /^\/model\/(?<model>[^/]+)\/converse-stream$/, task: 'stream' },
  ],
  limit: 64 << 20,
  document: (body, model) => (model === undefined ? body : { ...body, modelId: model }),
  isStream: () => false,
  toolsOf: (body) =>
    listIn(objectIn(body, 'toolConfig'), 'tools').flatMap((tool) => {
      const spec = objectIn(tool, 'toolSpec')
      return typeof spec.name === 'string'
        ? [{ name: spec.name, schema: objectIn(spec, 'inputSchema').json }]
        : []
    }),
  callId: (token, index) => `tooluse_${token(`call ${index}`, 22)}`,
  block: blockOf,
  answer: (turn) => ({
    ...fieldsOf(turn),
    metrics: { latencyMs: 1 },
    output: { message: { content: turn.said.map(blockOf), role: 'assistant' } },
    stopReason: stops[turn.stop],
    usage: usageOf(turn),
  }),
  count: (tokens) => ({ inputTokens: tokens }),
  stream: (turn, beats) => ({
    type: eventStreamType,
    frames: [
      event('messageStart', { role: 'assistant' }),
      ...beats.flatMap(eventsAt),
      event('messageStop', { stopReason: stops[turn.stop], ...fieldsOf(turn) }),
      event('metadata', { metrics: { latencyMs: 1 }, usage: usageOf(turn) }),
    ],
    trouble: (body, status) => exception(exceptionOf(status), body),
  }),
}

function eventsAt(beat: Beat): readonly Uint8Array[] {
  const { index: contentBlockIndex, said } = beat
  if (beat.do === 'piece') {
    return [event('contentBlockDelta', { contentBlockIndex, delta: deltaOf(said.kind, beat.text) })]
  }
  if (beat.do === 'open') {
    if (said.kind !== 'call') return []
    const toolUse = { toolUseId: said.id, name: said.name }
    return [event('contentBlockStart', { contentBlockIndex, start: { toolUse } })]
  }
  const stop = event('contentBlockStop', { contentBlockIndex })
  if (said.kind !== 'thinking') return [stop]
  const delta = { reasoningContent: { signature: said.signature } }
  return [event('contentBlockDelta', { contentBlockIndex, delta }), stop]
}

function deltaOf(kind: SaidPart['kind'], text: string): unknown {
  if (kind === 'call') return { toolUse: { input: text } }
  return kind === 'text' ? { text } : { reasoningContent: { text } }
}

function blockOf(said: SaidPart): unknown {
  if (said.kind === 'text') return { text: said.text }
  if (said.kind === 'call') return { toolUse: { toolUseId: said.id, name: said.name, input: said.input } }
  return { reasoningContent: { reasoningText: { text: said.text, signature: said.signature } } }
}

/** Members of the model's own answer, which are told to whoever asks for them by their paths. */
function fieldsOf({ asked, transformations }: SandboxTurn): object {
  const isAsked = listIn(asked, 'additionalModelResponseFieldPaths').includes('/input_transformations')
  if (transformations === undefined || !isAsked) return {}
  return { additionalModelResponseFields: { input_transformations: transformations } }
}

function usageOf({ tokens }: SandboxTurn): unknown {
  const { input, output } = tokens
  return { inputTokens: input, outputTokens: output, totalTokens: input + output }
}

function event(name: string, payload: unknown): Uint8Array {
  return message(
    { ':event-type': name, ':content-type': 'application/json', ':message-type': 'event' },
    payload,
  )
}

function exception(name: string, payload: unknown): Uint8Array {
  // The member of the stream that it is, which begins with a small letter.
  const type = `${name[0]?.toLowerCase()}${name.slice(1)}`
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  }
  return message(headers, payload)
}

function message(headers: Readonly<Record<string, string>>, payload: unknown): Uint8Array {
  return eventStreamMessage(headers, Buffer.from(JSON.stringify(payload)))
}
