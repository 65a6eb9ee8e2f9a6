import { repair } from '@mortise/core'
import { describe, expect, test } from 'vitest'

const data = 'iVBORw0KGgo='
const mediaType = 'image/png'
const url = `data:${mediaType};base64,${data}`
const said = 'a picture'
const user = { role: 'user', content: 'go' }

/** A result with words and an image, as each API writes it. */
const results = {
  anthropic: {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [
          { type: 'text', text: said },
          { type: 'image', source: { type: 'base64', media_type: mediaType, data } },
        ],
      },
    ],
  },
  openai: {
    role: 'tool',
    tool_call_id: 'a',
    content: [
      { type: 'text', text: said },
      { type: 'image_url', image_url: { url } },
    ],
  },
  'openai-responses': {
    type: 'function_call_output',
    call_id: 'a',
    output: [
      { type: 'input_text', text: said },
      { type: 'input_image', image_url: url, detail: 'auto' },
    ],
  },
  gemini: {
    role: 'user',
    parts: [
      {
        functionResponse: {
          id: 'a',
          name: 'look',
          response: { output: said },
          parts: [{ inlineData: { mimeType: mediaType, data } }],
        },
      },
    ],
  },
  bedrock: {
    role: 'user',
    content: [
      {
        toolResult: {
          toolUseId: 'a',
          content: [{ text: said }, { image: { format: 'png', source: { bytes: data } } }],
          status: 'success',
        },
      },
    ],
  },
  'ai-sdk': {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'look',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: said },
            { type: 'media', data, mediaType },
          ],
        },
      },
    ],
  },
} as const

type Api = keyof typeof results

/** The call before it. */
const calls: Readonly<Record<Api, unknown>> = {
  anthropic: { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
  openai: {
    role: 'assistant',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  'openai-responses': { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
  gemini: { role: 'model', parts: [{ functionCall: { id: 'a', name: 'look', args: {} } }] },
  bedrock: { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'look', input: {} } }] },
  'ai-sdk': {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }],
  },
}

const apis = Object.keys(results) as Api[]
/** Those whose results have a place for images, in every version. */
const showing: readonly Api[] = ['anthropic', 'openai-responses', 'bedrock', 'ai-sdk']
const pairs = (to: readonly Api[]): [to: Api, from: Api][] =>
  to.flatMap((api) => apis.filter((from) => from !== api).map((from): [Api, Api] => [api, from]))

/** What the API gets instead of a result that another one wrote. */
function mended(api: Api, from: Api): unknown {
  const { document, report } = repair([user, calls[api], results[from]], { api })
  expect(report.left).toEqual([])
  return (document as readonly unknown[])[2]
}

describe('an image in a result that another API wrote', () => {
  // The SDK names the tool, and chat results of the SDK's format are looked at by themselves.
  const own = (api: Api): unknown => JSON.parse(JSON.stringify(results[api]).replaceAll('"look"', '""'))

  test.each(pairs(showing))('%s shows that of %s', (api, from) => {
    const found = JSON.parse(JSON.stringify(mended(api, from)).replaceAll('"look"', '""')) as unknown
    expect(found).toMatchObject(own(api) as object)
  })

  test.each(pairs(['openai', 'gemini']))('%s keeps that of %s as words', (api, from) => {
    const found = JSON.stringify(mended(api, from))
    expect(found).toContain(data)
    expect(found).toContain(said)
  })
})
