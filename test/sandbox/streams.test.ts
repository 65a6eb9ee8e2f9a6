import { afterAll, describe, expect, test } from 'vitest'
import { type ScenarioStep, startSandbox } from '../../app/src/sandbox/index.ts'
import { ask } from './ask.ts'
import { amazonFrames, type Frame, lineFrames, listFrames, sseFrames } from './frames.ts'
import { hearAnthropic } from './hear-anthropic.ts'
import { hearChat } from './hear-chat.ts'
import { hearBedrock, hearGemini, hearOllama } from './hear-others.ts'
import { hearResponses } from './hear-responses.ts'

const sandbox = await startSandbox()
const other = await startSandbox()
afterAll(() => Promise.all([sandbox.close(), other.close()]))

interface Service {
  readonly name: string
  readonly path: string
  readonly body: object
  /** What is different where a stream is wanted. */
  readonly streamPath?: string
  readonly more?: object
  readonly frames: (bytes: Buffer) => Frame[]
  readonly hear: (frames: readonly Frame[]) => unknown
}

const user = { role: 'user', content: 'x' }
const chat = { messages: [user] }
const contents = { contents: [{ role: 'user', parts: [{ text: 'x' }] }] }
const streamed = { stream: true, stream_options: { include_usage: true } }
const gemini = '/v1beta/models/gemini-3-pro'

const services: readonly Service[] = [
  {
    name: 'anthropic',
    path: '/v1/messages',
    body: chat,
    more: { stream: true },
    frames: sseFrames,
    hear: hearAnthropic,
  },
  {
    name: 'kimi',
    path: '/kimi/v1/chat/completions',
    body: chat,
    more: streamed,
    frames: sseFrames,
    hear: hearChat,
  },
  {
    name: 'mistral',
    path: '/mistral/v1/chat/completions',
    body: chat,
    more: streamed,
    frames: sseFrames,
    hear: hearChat,
  },
  {
    name: 'responses',
    path: '/v1/responses',
    body: { input: [user] },
    more: { stream: true },
    frames: sseFrames,
    hear: hearResponses,
  },
  {
    name: 'gemini',
    path: `${gemini}:generateContent`,
    body: contents,
    streamPath: `${gemini}:streamGenerateContent?alt=sse`,
    frames: sseFrames,
    hear: hearGemini,
  },
  {
    name: 'gemini, as a list',
    path: `${gemini}:generateContent`,
    body: contents,
    streamPath: `${gemini}:streamGenerateContent`,
    frames: listFrames,
    hear: hearGemini,
  },
  {
    name: 'bedrock',
    path: '/model/a.b%3A0/converse',
    body: { messages: [{ role: 'user', content: [{ text: 'x' }] }] },
    streamPath: '/model/a.b%3A0/converse-stream',
    frames: amazonFrames,
    hear: hearBedrock,
  },
  {
    name: 'ollama',
    path: '/api/chat',
    body: { ...chat, stream: false },
    more: { stream: true },
    frames: lineFrames,
    hear: hearOllama,
  },
]

const call = { call: { name: 'look', input: { city: 'Zürich 🏔', list: [1, { a: 'b' }] } } }
const scenarios: Readonly<Record<string, ScenarioStep>> = {
  words: { say: [{ text: 'Grüße aus 東京 🗼: line\nbreaks, "quotes" and \u2028 too.' }], piece: 3 },
  'a call': { say: [{ text: 'Let me look.' }, call] },
  'calls beside each other': { say: [call, call, call], piece: 5 },
  'calls told in turns': { say: [{ text: 'All of it.' }, call, call, call], piece: 5, interleave: true },
  thoughts: { say: [{ thinking: 'What is asked?' }, { text: 'Well.' }, call], piece: 4 },
  'no room left': { say: [{ text: 'Once upon a ti' }], stop: 'length' },
  nothing: { say: [] },
}

/** As a header: what is beyond Latin letters is written out. */
function headerFor(step: ScenarioStep): string {
  return JSON.stringify(step).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

describe.each(services)('$name', ({ path, body, streamPath, more, frames, hear }) => {
  test.each(Object.entries(scenarios))('%s: the stream says what the plain answer says', async (_, step) => {
    const headers = { 'x-mortise-scenario': headerFor(step) }
    const plain = await ask(sandbox.url + path, body, { headers })
    const stream = await ask(sandbox.url + (streamPath ?? path), { ...body, ...more }, { headers })
    expect([plain.status, stream.status]).toEqual([200, 200])
    expect(hear(frames(stream.bytes))).toEqual(JSON.parse(plain.text))
  })

  test.each(Object.entries(scenarios))('%s: whoever asks is answered in the same bytes', async (_, step) => {
    const headers = { 'x-mortise-scenario': headerFor(step) }
    for (const [where, question] of [
      [path, body],
      [streamPath ?? path, { ...body, ...more }],
    ] as const) {
      const [one, again, elsewhere] = await Promise.all(
        [sandbox, sandbox, other].map(({ url }) => ask(url + where, question, { headers })),
      )
      expect([again?.text, elsewhere?.text]).toEqual([one?.text, one?.text])
    }
  })

  test('breaks off where it is told to', async () => {
    const headers = { 'x-mortise-scenario': 'cut-off' }
    const cut = ask(sandbox.url + (streamPath ?? path), { ...body, ...more }, { headers })
    await expect(cut).rejects.toThrow('terminated')
    await expect(ask(sandbox.url + path, body, { headers })).rejects.toThrow('terminated')
  })
})
