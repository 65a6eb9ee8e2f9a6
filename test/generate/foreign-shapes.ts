import fc from 'fast-check'
import { type Api, apisOf, type Format, formatOf, formats } from './api.ts'

/** A call with what its tool gave. */
interface Joint {
  readonly id: string
  readonly words: string
}

/** How an API writes a turn of calls, and the messages that hold their results. */
interface Hand {
  calls(joints: readonly Joint[]): readonly unknown[]
  results(joints: readonly Joint[]): readonly unknown[]
}

const args = { path: '/tmp' }
const say = 'Let me look.'
/** Everybody who writes each result into a message of its own. */
const apart =
  (write: (joint: Joint) => unknown): Hand['results'] =>
  (joints) =>
    joints.map(write)

const hands: Readonly<Record<string, Hand>> = {
  'anthropic-messages': {
    calls: (joints) => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: say },
          ...joints.map(({ id }) => ({ type: 'tool_use', id, name: 'read', input: args })),
        ],
      },
    ],
    results: (joints) => [
      {
        role: 'user',
        content: joints.map(({ id, words }) => ({ type: 'tool_result', tool_use_id: id, content: words })),
      },
    ],
  },
  'openai-chat': {
    calls: (joints) => [
      {
        role: 'assistant',
        content: say,
        tool_calls: joints.map(({ id }) => ({
          id,
          type: 'function',
          function: { name: 'read', arguments: JSON.stringify(args) },
        })),
      },
    ],
    results: apart(({ id, words }) => ({ role: 'tool', tool_call_id: id, content: words })),
  },
  'openai-responses': {
    calls: (joints) =>
      joints.map(({ id }) => ({
        type: 'function_call',
        call_id: id,
        name: 'read',
        arguments: JSON.stringify(args),
      })),
    results: apart(({ id, words }) => ({ type: 'function_call_output', call_id: id, output: words })),
  },
  'gemini-contents': {
    calls: (joints) => [
      {
        role: 'model',
        parts: [{ text: say }, ...joints.map(({ id }) => ({ functionCall: { id, name: 'read', args } }))],
      },
    ],
    results: (joints) => [
      {
        role: 'user',
        parts: joints.map(({ id, words }) => ({
          functionResponse: { id, name: 'read', response: { output: words } },
        })),
      },
    ],
  },
  'bedrock-converse': {
    calls: (joints) => [
      {
        role: 'assistant',
        content: [
          { text: say },
          ...joints.map(({ id }) => ({ toolUse: { toolUseId: id, name: 'read', input: args } })),
        ],
      },
    ],
    results: (joints) => [
      {
        role: 'user',
        content: joints.map(({ id, words }) => ({
          toolResult: { toolUseId: id, content: [{ text: words }], status: 'success' },
        })),
      },
    ],
  },
  'ai-sdk': {
    calls: (joints) => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: say },
          ...joints.map(({ id }) => ({ type: 'tool-call', toolCallId: id, toolName: 'read', input: args })),
        ],
      },
    ],
    results: (joints) => [
      {
        role: 'tool',
        content: joints.map(({ id, words }) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: 'read',
          output: { type: 'text', value: words },
        })),
      },
    ],
  },
}

/** Neovate calls as one of them does; no other API is given its results. */
const neovate: Hand = {
  calls: (joints) => (hands['anthropic-messages'] as Hand).calls(joints),
  results: (joints) => [
    {
      role: 'tool',
      content: joints.map(({ id, words }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: 'read',
        result: { llmContent: words },
      })),
    },
  ],
}

/** How what the user says is written, and the member of a body that holds the turns. */
const bodies: Readonly<Record<Format, { readonly list: string; readonly user: unknown }>> = {
  'anthropic-messages': { list: 'messages', user: { role: 'user', content: 'Go on.' } },
  'openai-chat': { list: 'messages', user: { role: 'user', content: 'Go on.' } },
  'openai-responses': { list: 'input', user: { role: 'user', content: 'Go on.' } },
  'gemini-contents': { list: 'contents', user: { role: 'user', parts: [{ text: 'Go on.' }] } },
  'bedrock-converse': { list: 'messages', user: { role: 'user', content: [{ text: 'Go on.' }] } },
  'ai-sdk': { list: 'messages', user: { role: 'user', content: 'Go on.' } },
  neovate: { list: 'messages', user: { role: 'user', content: 'Go on.' } },
}

/** A conversation that is sound but for the shapes in which some of its calls and results are written. */
export interface ForeignCase {
  readonly api: Api
  readonly document: unknown
  readonly joints: readonly Joint[]
  /** Whether a call or a result is written in the shape of another API. */
  readonly isForeign: boolean
}

const shape = fc.constantFrom(...Object.keys(hands))
const step = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  calls: shape,
  results: shape,
  isOwn: fc.boolean(),
})

export const foreignCase: fc.Arbitrary<ForeignCase> = fc
  .record({
    api: fc.oneof(...formats.map((format) => fc.constantFrom(...apisOf(format)))),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  })
  .map(({ api, steps }) => {
    const format = formatOf(api)
    const { list, user } = bodies[format]
    const joints: Joint[] = []
    const turns: unknown[] = [user]
    let isForeign = false
    for (const { count, calls, results, isOwn } of steps) {
      const own = Array.from({ length: count }, (_, index) => {
        const number = joints.length + index
        // Legal for every API.
        return { id: `call${String(number).padStart(5, '0')}`, words: `what tool ${number} gave` }
      })
      joints.push(...own)
      // The SDK reads over a member that it does not know: what stands there was never sent.
      const isUnread = format === 'ai-sdk' && calls === 'openai-chat'
      // Gateways of the chat format take blocks of others in a content, as long as nothing else is tied to them.
      const isBlocks = (hand: string): boolean =>
        format === 'openai-chat' && ['anthropic-messages', 'bedrock-converse', 'ai-sdk'].includes(hand)
      const resultHand = results
      const callHand = isOwn || isUnread || (isBlocks(calls) && isBlocks(results)) ? format : calls
      const isShared = format === 'neovate' && callHand === 'anthropic-messages'
      if ((callHand !== format && !isShared) || resultHand !== format) isForeign = true
      const handOf = (name: string): Hand => hands[name] ?? neovate
      turns.push(...handOf(callHand).calls(own), ...handOf(resultHand).results(own), user)
    }
    const model = format === 'bedrock-converse' ? {} : { model: 'some-model' }
    return { api, document: { ...model, [list]: turns }, joints, isForeign }
  })
