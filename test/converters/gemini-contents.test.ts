import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { geminiConverter as converter } from '../../core/src/formats/gemini-contents/convert/converter.ts'
import type { NeutralPart, NeutralRequest, NeutralSettings } from '../../core/src/model/neutral.ts'
import type { NeutralAnswer } from '../../core/src/model/neutral-answer.ts'
import {
  type Abilities,
  functionCall,
  functionTool,
  image,
  imageAddress,
  json,
  pdf,
  reasoning,
  requestOf,
  resultOf,
  signature,
  some,
  text,
  words,
} from './neutral-values.ts'
import { comesBack, placeless, readsAndWrites, takesJunk, tasksOf } from './there-and-back.ts'

const origin = 'gemini-contents'

const opaque = fc.constant({
  kind: 'opaque',
  origin,
  what: 'executableCode',
  raw: { executableCode: { language: 'PYTHON', code: '1' } },
} as const)

const settings = some<NeutralSettings>({
  outputLimit: fc.constant(1000),
  temperature: fc.constant(0.5),
  topP: fc.constant(0.9),
  topK: fc.constant(40),
  seed: fc.constant(7),
  frequencyPenalty: fc.constant(0.1),
  presencePenalty: fc.constant(0.2),
  stops: fc.constant(['END']),
  thinking: fc.constantFrom(
    { mode: 'off' },
    { mode: 'adaptive' },
    { mode: 'budget', tokens: 2048 },
    { mode: 'effort', effort: 'high' },
  ),
  responseFormat: fc.constantFrom(
    { mode: 'text' },
    { mode: 'json' },
    { mode: 'schema', schema: { type: 'object', properties: { a: { type: 'string' } } } },
  ),
})

const abilities: Abilities = {
  user: fc.oneof(text, image, imageAddress, pdf, opaque).map(withType),
  model: fc.oneof(
    text,
    fc.record({ kind: fc.constant('text' as const), text: words, signature: signed() }),
    reasoning('google', 'signature'),
    reasoning('google', 'encrypted'),
    opaque,
  ),
  call: fc
    .record({ call: functionCall, signature: fc.option(signed(), { nil: undefined }) })
    .map(({ call, signature: own }) => ({ ...call, ...(own && { signature: own }) })),
  result: fc.oneof(
    resultOf(text, true),
    resultOf(
      json.map((value) => ({ kind: 'json', json: value })),
      true,
    ),
    resultOf(fc.constant({ kind: 'json', json: [1, 2] }), true),
    fc.constant({ content: [], isError: false }),
    fc.tuple(text, image).map((content) => ({ content, isError: false })),
  ),
  body: fc.record(
    {
      model: fc.constant('gemini-3-flash'),
      instructions: fc.array(text, { maxLength: 2 }),
      tools: fc
        .array(
          fc.oneof(
            functionTool,
            fc.constant({
              kind: 'hosted',
              name: 'googleSearch',
              own: { origin, members: [{ steps: ['googleSearch'], value: {} }] },
            } as const),
          ),
          { maxLength: 3 },
        )
        .map((tools) => [...tools].sort((left, right) => left.kind.localeCompare(right.kind))),
      toolChoice: fc.constantFrom(
        { mode: 'auto' },
        { mode: 'none' },
        { mode: 'any' },
        { mode: 'one', name: 'read' },
        { mode: 'some', names: ['read', 'run'] },
      ),
      settings,
      own: fc.constant({
        origin,
        members: [
          { steps: ['safetySettings'], value: [{ category: 'HARM_CATEGORY_HARASSMENT' }] },
          { steps: ['generationConfig', 'candidateCount'], value: 1 },
        ],
      }),
    },
    { requiredKeys: ['instructions', 'tools', 'settings'] },
  ) as Abilities['body'],
}

function signed(): fc.Arbitrary<{ readonly provider: string; readonly value: string }> {
  return signature.map((value) => ({ provider: 'google', value }))
}

/** A file here has a type: without one, nobody knows what kind of media it is. */
function withType(part: NeutralPart): NeutralPart {
  if (part.kind !== 'media' || part.source.by !== 'address') return part
  return { ...part, source: { ...part.source, type: 'image/png' } }
}

describe('requests', () => {
  comesBack('a generated request comes back', converter, converter.request, requestOf(abilities))

  const signedTurn = {
    role: 'model',
    parts: [
      { text: 'Hm.', thought: true },
      { functionCall: { id: 'a', name: 'read', args: { path: 'x' } }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'b', name: 'read', args: {} } },
    ],
  }
  const answers = {
    role: 'user',
    parts: [
      { functionResponse: { id: 'a', name: 'read', response: { output: 'one' } } },
      { functionResponse: { id: 'b', name: 'read', response: { error: 'gone' }, willContinue: false } },
    ],
  }

  test('parallel calls, signatures, errors, strange members and unknown parts', () => {
    const document = {
      model: 'gemini-3-pro',
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }, { inlineData: { mimeType: 'image/png', data: 'AA==' } }] },
        signedTurn,
        answers,
        {
          role: 'model',
          parts: [{ executableCode: { code: '1' } }, { text: 'Done', thoughtSignature: 'ZW5k' }],
        },
      ],
      systemInstruction: { parts: [{ text: 'Be kind.' }] },
      tools: [
        {
          functionDeclarations: [
            {
              name: 'read',
              parameters: { type: 'object', properties: { path: { type: 'string' } } },
              behavior: 'BLOCKING',
            },
            { name: 'now', parametersJsonSchema: { type: 'object', properties: {} } },
          ],
        },
        { codeExecution: {} },
      ],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED' }, retrievalConfig: { languageCode: 'en' } },
      generationConfig: {
        maxOutputTokens: 10,
        thinkingConfig: { thinkingBudget: 128, includeThoughts: true },
      },
      safetySettings: [],
      cachedContent: 'cachedContents/1',
    }
    readsAndWrites<NeutralRequest>(converter, converter.request, document, {
      model: 'gemini-3-pro',
      settings: { outputLimit: 10, thinking: { mode: 'budget', tokens: 128 } },
    })
    const { turns } = converter.request.read(document, tasksOf(converter).reading)
    expect(turns.map(({ speaker }) => speaker)).toEqual(['user', 'model', 'tool', 'model'])
    expect(placeless(turns[2]!.parts)).toMatchObject([
      { id: 'a', isError: false, content: [{ kind: 'text', text: 'one' }] },
      { id: 'b', isError: true, content: [{ kind: 'text', text: 'gone' }] },
    ])
    expect(turns[1]!.parts[1]).toMatchObject({ signature: { provider: 'google', value: 'c2ln' } })
    expect(turns[1]!.parts[2]).not.toHaveProperty('signature')
  })

  test('what a gateway wrapped stays wrapped', () => {
    const inner = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], sessionId: 's' }
    readsAndWrites<NeutralRequest>(
      converter,
      converter.request,
      { model: 'm', project: 'p', request: inner },
      {},
    )
  })

  test('a bare list gives a bare list', () => {
    readsAndWrites<NeutralRequest>(converter, converter.request, [signedTurn, answers], { isBare: true })
  })

  test('the spelling of the protocol is read, too', () => {
    const { reading } = tasksOf(converter)
    const request = converter.request.read(
      {
        contents: [
          {
            role: 'model',
            parts: [{ function_call: { name: 'read', args: {} }, thought_signature: 'c2ln' }],
          },
          { role: 'user', parts: [{ function_response: { name: 'read', response: { output: 'ok' } } }] },
          { role: 'user', parts: [{ inline_data: { mime_type: 'image/png', data: 'AA==' } }] },
        ],
        system_instruction: 'Be kind.',
        tools: [
          {
            function_declarations: [
              {
                name: 'read',
                parameters: { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } } },
              },
            ],
          },
        ],
        tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['read'] } },
        generation_config: {
          max_output_tokens: 5,
          stop_sequences: ['X'],
          thinking_config: { thinking_level: 'LOW' },
        },
      },
      reading,
    )
    expect(placeless(request)).toMatchObject({
      instructions: [{ kind: 'text', text: 'Be kind.' }],
      tools: [
        { name: 'read', parameters: { type: 'object', properties: { a: { type: ['string', 'null'] } } } },
      ],
      toolChoice: { mode: 'one', name: 'read' },
      settings: { outputLimit: 5, stops: ['X'], thinking: { mode: 'effort', effort: 'low' } },
      turns: [
        { parts: [{ kind: 'call', signature: { value: 'c2ln' } }] },
        { speaker: 'tool', parts: [{ kind: 'result' }] },
        { parts: [{ kind: 'media', source: { by: 'data', data: 'AA==', type: 'image/png' } }] },
      ],
    })
    expect(request.own).toBeUndefined()
  })

  test('results beside words stand in a turn of their own', () => {
    const { turns } = converter.request.read(
      [signedTurn, { role: 'user', parts: [{ text: 'wait' }, ...answers.parts] }],
      tasksOf(converter).reading,
    )
    expect(turns.map(({ speaker, parts }) => [speaker, parts.length])).toEqual([
      ['model', 3],
      ['tool', 2],
      ['user', 1],
    ])
  })
})

describe('losses', () => {
  test('foreign signatures, marks, settings and instructions of a bare list are told', () => {
    const { writing, lost } = tasksOf(converter)
    const request: NeutralRequest = {
      as: 'request',
      isBare: true,
      instructions: [{ kind: 'text', text: 'Be kind.', at: ['system'] }],
      turns: [
        { speaker: 'user', parts: [{ kind: 'text', text: 'Hi', mark: {}, at: ['messages', 0] }] },
        {
          speaker: 'model',
          parts: [
            {
              kind: 'reasoning',
              text: 'Hm.',
              proof: { provider: 'anthropic', value: 'x', as: 'signature' },
              at: ['messages', 1],
            },
          ],
        },
      ],
      tools: [],
      settings: {},
    }
    expect(converter.request.write(request, writing)).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hm.', thought: true }] },
    ])
    converter.request.write({ ...request, isBare: false, turns: [], settings: { user: 'me' } }, writing)
    expect(lost.map(({ what }) => what)).toEqual(['cache mark', 'signature', 'instructions', 'setting user'])
  })

  test.each([
    ['gemini-2.5-pro', { mode: 'off' }, { thinkingBudget: 128 }],
    ['gemini-2.5-flash', { mode: 'off' }, { thinkingBudget: 0 }],
    ['gemini-3-pro', { mode: 'off' }, { thinkingLevel: 'low' }],
    ['gemini-2.5-pro', { mode: 'effort', effort: 'medium' }, { thinkingBudget: 8192 }],
    ['gemini-3-pro', { mode: 'effort', effort: 'xhigh' }, { thinkingLevel: 'high' }],
    [undefined, { mode: 'budget', tokens: 10 }, { thinkingBudget: 10 }],
  ] as const)('thinking for %s: %j', (model, thinking, thinkingConfig) => {
    const request: NeutralRequest = {
      as: 'request',
      isBare: false,
      instructions: [],
      turns: [],
      tools: [],
      settings: { thinking },
    }
    expect(converter.request.write(request, tasksOf(converter, model).writing)).toEqual({
      contents: [],
      generationConfig: { thinkingConfig },
    })
  })
})

describe('answers', () => {
  const answer = (finishReason: string, parts: readonly unknown[], more = {}): object => ({
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0, ...more }],
    usageMetadata: {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 2,
      totalTokenCount: 17,
    },
    modelVersion: 'gemini-3-pro',
    responseId: 'r1',
  })
  const usage = { input: 10, output: 7, cacheRead: 4, reasoning: 2 }
  const call = { functionCall: { id: 'a', name: 'read', args: {} }, thoughtSignature: 'c2ln' }

  test.each<[string, object, Partial<NeutralAnswer>]>([
    ['words', answer('STOP', [{ text: 'Hi' }]), { id: 'r1', model: 'gemini-3-pro', stop: 'end', usage }],
    ['calls', answer('STOP', [call]), { stop: 'calls' }],
    ['the limit', answer('MAX_TOKENS', [{ text: 'Hi' }]), { stop: 'limit' }],
    ['a refusal', answer('RECITATION', []), { stop: 'refusal', stopWord: 'RECITATION' }],
    [
      'members of the candidate',
      answer('STOP', [], { groundingMetadata: {}, safetyRatings: [] }),
      { stop: 'end' },
    ],
  ])('%s', (_, document, value) => {
    readsAndWrites<NeutralAnswer>(converter, converter.answer, document, value)
  })

  test('calls without an id get one that names the answer', () => {
    const { reading } = tasksOf(converter)
    const bare = { functionCall: { name: 'read', args: {} } }
    const { parts } = converter.answer!.read(answer('STOP', [bare, bare]), reading)
    expect(parts.map((part) => (part.kind === 'call' ? part.id : ''))).toEqual([
      'positional_r1_0',
      'positional_r1_1',
    ])
  })

  test('a blocked prompt is a refusal, and candidates after the first are lost', () => {
    const { reading, lost } = tasksOf(converter)
    const blocked = converter.answer!.read({ promptFeedback: { blockReason: 'SAFETY' } }, reading)
    expect(blocked).toMatchObject({ stop: 'refusal', stopWord: 'SAFETY', parts: [] })
    converter.answer!.read({ candidates: [{}, {}] }, reading)
    expect(lost).toMatchObject([{ at: ['candidates', 1], what: 'candidate' }])
  })

  test.each([
    [answer('STOP', []), 'answer'],
    [{ response: answer('STOP', []) }, 'answer'],
    [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }, 'error'],
    [{ contents: [] }, 'request'],
    [[], 'request'],
    [{}, undefined],
    ['x', undefined],
  ])('%j is of its kind', (document, kind) => {
    expect(converter.kindOf(document)).toBe(kind)
  })
})

takesJunk(converter, [
  {
    model: 'm',
    contents: [
      { role: 'user', parts: [{ text: 'Hi' }, { fileData: { fileUri: 'gs://a', mimeType: 'video/mp4' } }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} }, thoughtSignature: 's' }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'f', response: { output: 1 }, parts: [{ inlineData: {} }] } }],
      },
    ],
    systemInstruction: { parts: [{ text: 'x' }] },
    tools: [
      {
        functionDeclarations: [
          { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'ARRAY', items: {} } } } },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    generationConfig: { thinkingConfig: { thinkingBudget: 1 }, responseMimeType: 'application/json' },
  },
  {
    candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1 },
  },
  { error: { code: 1, message: 'x', status: 'INTERNAL' } },
])
