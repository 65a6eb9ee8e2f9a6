import type { Beat } from '../beats.ts'
import type { Dialect } from '../dialect.ts'
import type { AnyJsonObject } from '../json.ts'
import { callsOf, created, type SaidCall, type SandboxTurn, wordsOf } from '../turn.ts'
import { openaiChat } from './openai-chat.ts'

/** Ollama's own path: it writes conversations down as OpenAI does, and answers in lines. */
export const ollamaChat: Dialect = {
  ...openaiChat,
  shown: ['/api/chat', 'Ollama'],
  only: 'ollama',
  paths: [{ pattern: /^\/api\/chat$/, task: 'answer', api: 'ollama' }],
  isStream: (body) => body.stream !== false,
  answer: (turn) => ({ ...lineOf(turn, messageOf(turn)), ...endOf(turn) }),
  stream: (turn, beats) => ({
    type: 'application/x-ndjson',
    frames: [
      ...beats.flatMap((beat) => messagesAt(beat)).map((message) => lineOf(turn, message)),
      { ...lineOf(turn, { role: 'assistant', content: '' }), ...endOf(turn) },
    ].map((line) => `${JSON.stringify(line)}\n`),
    trouble: (body) => `${JSON.stringify(body)}\n`,
  }),
}

function lineOf({ model }: SandboxTurn, message: unknown): AnyJsonObject {
  return { model, created_at: new Date(created * 1000).toISOString(), message, done: false }
}

function endOf({ stop, tokens }: SandboxTurn): AnyJsonObject {
  return {
    done: true,
    done_reason: stop === 'length' ? 'length' : 'stop',
    total_duration: 1_000_000,
    prompt_eval_count: tokens.input,
    eval_count: tokens.output,
  }
}

function messageOf(turn: SandboxTurn): unknown {
  const thinking = wordsOf(turn, 'thinking')
  const calls = callsOf(turn)
  return {
    role: 'assistant',
    content: wordsOf(turn, 'text'),
    ...(thinking === '' ? {} : { thinking }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  }
}

/** Calls are told in one go, and their arguments are an object. */
function messagesAt(beat: Beat): readonly unknown[] {
  const { said } = beat
  if (said.kind === 'call')
    return beat.do === 'open' ? [{ role: 'assistant', content: '', tool_calls: [callOf(said)] }] : []
  if (beat.do !== 'piece') return []
  const words = said.kind === 'text' ? { content: beat.text } : { content: '', thinking: beat.text }
  return [{ role: 'assistant', ...words }]
}

function callOf({ name, input }: SaidCall): unknown {
  return { function: { name, arguments: input } }
}
