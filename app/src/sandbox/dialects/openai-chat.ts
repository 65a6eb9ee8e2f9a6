import { sseEvent } from '../../wire/sse.ts'
import type { Beat } from '../beats.ts'
import type { Dialect } from '../dialect.ts'
import { type AnyJsonObject, listIn, objectIn } from '../json.ts'
import { callsOf, created, type SaidCall, type SandboxStop, type SandboxTurn, wordsOf } from '../turn.ts'

const stops: Readonly<Record<SandboxStop, string>> = { end: 'stop', calls: 'tool_calls', length: 'length' }

/** They say `null` where there are calls and no words; the others say an empty text. */
const wordless: readonly string[] = ['openai', 'azure-openai']

export const openaiChat: Dialect = {
  format: 'openai-chat',
  shown: ['/v1/chat/completions', 'OpenAI; or Mistral, Kimi and others, by the model'],
  paths: [
    { pattern: /^(?:\/v1)?\/chat\/completions$/, task: 'answer' },
    {
      pattern: /^\/openai\/deployments\/(?<model>[^/]+)\/chat\/completions$/,
      task: 'answer',
      api: 'azure-openai',
    },
    { pattern: /^\/api\/v1\/chat\/completions$/, task: 'answer', api: 'openrouter' },
    { pattern: /^\/compatible-mode\/v1\/chat\/completions$/, task: 'answer', api: 'qwen' },
    { pattern: /^\/api\/paas\/v4\/chat\/completions$/, task: 'answer', api: 'glm' },
  ],
  limit: 64 << 20,
  document: (body, model) => (model === undefined || body.model !== undefined ? body : { ...body, model }),
  isStream: ({ stream }) => stream === true,
  toolsOf: (body) =>
    listIn(body, 'tools').flatMap((tool) => {
      const { name, parameters } = objectIn(tool, 'function')
      return typeof name === 'string' ? [{ name, schema: parameters }] : []
    }),
  callId: (token, index, pattern = '') => {
    const usual = `call_${token(`call ${index}`, 24)}`
    return new RegExp(pattern).test(usual) ? usual : token(`call ${index}`, 9)
  },
  answer: (turn) => ({
    ...headOf(turn, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(turn), logprobs: null, finish_reason: stops[turn.stop] }],
    usage: usageOf(turn),
  }),
  count: (tokens) => ({ input_tokens: tokens }),
  stream: (turn, beats, { document }) => ({
    type: 'text/event-stream; charset=utf-8',
    frames: [...chunksOf(turn, beats, document).map((chunk) => sseEvent(chunk)), sseEvent('[DONE]')],
    trouble: (error) => sseEvent(error),
  }),
}

function messageOf(turn: SandboxTurn): unknown {
  const calls = callsOf(turn)
  const words = wordsOf(turn, 'text')
  const thinking = wordsOf(turn, 'thinking')
  const member = thinking === '' ? undefined : turn.reasoningMember
  const isWordless = words === '' && calls.length > 0 && wordless.includes(turn.api)
  return {
    role: 'assistant',
    content: isWordless ? null : words,
    ...(member === undefined ? {} : { [member]: thinking }),
    ...(wordless.includes(turn.api) ? { refusal: null } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  }
}

function callOf({ id, name, input }: SaidCall): AnyJsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

function chunksOf(turn: SandboxTurn, beats: readonly Beat[], document: AnyJsonObject): readonly unknown[] {
  const { include_usage: wantsUsage } = objectIn(document, 'stream_options')
  const isMistral = turn.api === 'mistral'
  const last = chunkOf(turn, {}, stops[turn.stop])
  return [
    chunkOf(turn, { role: 'assistant', content: '' }),
    ...beats.flatMap((beat) => deltasAt(turn, beat)).map((delta) => chunkOf(turn, delta)),
    isMistral ? { ...last, usage: usageOf(turn) } : last,
    ...(wantsUsage === true && !isMistral
      ? [{ ...headOf(turn, 'chat.completion.chunk'), choices: [], usage: usageOf(turn) }]
      : []),
  ]
}

function deltasAt(turn: SandboxTurn, beat: Beat): readonly unknown[] {
  const { said } = beat
  if (said.kind === 'call') return callDeltas(turn, beat, said)
  if (beat.do !== 'piece') return []
  if (said.kind === 'text') return [{ content: beat.text }]
  const member = turn.reasoningMember
  return member === undefined ? [] : [{ [member]: beat.text }]
}

function callDeltas(turn: SandboxTurn, beat: Beat, said: SaidCall): readonly unknown[] {
  const index = callsOf(turn).indexOf(said)
  // Mistral tells a call in one go.
  if (turn.api === 'mistral') return beat.do === 'close' ? [{ tool_calls: [{ index, ...callOf(said) }] }] : []
  if (beat.do === 'close') return []
  if (beat.do === 'piece') return [{ tool_calls: [{ index, function: { arguments: beat.text } }] }]
  const { id, name } = said
  return [{ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }]
}

function chunkOf(turn: SandboxTurn, delta: unknown, finish: string | null = null): AnyJsonObject {
  return {
    ...headOf(turn, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  }
}

function headOf(turn: SandboxTurn, object: string): AnyJsonObject {
  return { id: `chatcmpl-${turn.token('message', 29)}`, object, created, model: turn.model }
}

function usageOf({ tokens }: SandboxTurn): unknown {
  const { input, output } = tokens
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}
