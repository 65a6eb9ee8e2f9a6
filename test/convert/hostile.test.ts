import { describe, expect, test } from 'vitest'
import { converters } from '../../core/src/formats/converters.ts'
import { convert } from '../../core/src/index.ts'
import { silentlyGone } from './silent.ts'

type Case = readonly [format: string, document: unknown]

const png = 'iVBORw0KGgo='
const chatCall = (id: string, name: string, args: string): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const chat = (messages: readonly object[], rest: object = {}): Case => [
  'openai-chat',
  { model: 'gpt-5', messages: [{ role: 'user', content: 'Go on now.' }, ...messages], ...rest },
]
const long = 'a'.repeat(80)
/** Documents that are hard to carry: every value of them is in the target, in `lost` or in a plan. */
const cases: Readonly<Record<string, Case>> = {
  'arguments that are cut': chat([
    { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'read', '{"a": "tru')] },
    { role: 'tool', tool_call_id: 'c1', content: 'done it' },
  ]),
  'empty arguments': chat([
    { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'read', '')] },
    { role: 'tool', tool_call_id: 'c1', content: 'done it' },
  ]),
  'arguments that are a list': chat([
    { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'read', '[1,2]')] },
    { role: 'tool', tool_call_id: 'c1', content: 'done it' },
  ]),
  'one id for two calls': chat([
    {
      role: 'assistant',
      content: null,
      tool_calls: [chatCall('c1', 'read', '{"q":"one"}'), chatCall('c1', 'read', '{"q":"two"}')],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'first result' },
    { role: 'tool', tool_call_id: 'c1', content: 'second result' },
  ]),
  'names that differ in forbidden letters alone': chat(
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          chatCall('c1', 'a.b', '{"q":"one"}'),
          chatCall('c2', 'a/b', '{"q":"two"}'),
          chatCall('c3', 'a_b', '{"q":"three"}'),
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'r one' },
      { role: 'tool', tool_call_id: 'c2', content: 'r two' },
      { role: 'tool', tool_call_id: 'c3', content: 'r three' },
    ],
    {
      tools: ['a.b', 'a/b', 'a_b'].map((name) => ({
        type: 'function',
        function: { name, description: `desc of ${name}`, parameters: { type: 'object' } },
      })),
    },
  ),
  'names of more than 64 letters': chat(
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [chatCall('c1', `${long}x`, '{"q":"one"}'), chatCall('c2', `${long}y`, '{"q":"two"}')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'r one' },
      { role: 'tool', tool_call_id: 'c2', content: 'r two' },
    ],
    { tools: [`${long}x`, `${long}y`].map((name) => ({ type: 'function', function: { name } })) },
  ),
  'schemas with references': chat([], {
    tools: [
      {
        type: 'function',
        function: {
          name: 't',
          parameters: {
            $ref: '#/$defs/Node',
            $defs: {
              Node: {
                type: 'object',
                properties: {
                  kids: { type: 'array', items: { $ref: '#/$defs/Node' } },
                  v: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
                },
              },
            },
          },
        },
      },
    ],
  }),
  'a schema that is a choice': chat([], {
    tools: [
      {
        type: 'function',
        function: {
          name: 't',
          parameters: {
            anyOf: [{ type: 'object', properties: { alpha: { const: 'fixed' } } }, { type: 'object' }],
          },
        },
      },
    ],
  }),
  'a tool without a schema': chat([], { tools: [{ type: 'function', function: { name: 't' } }] }),
  'data addresses': chat([
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'high' } },
        { type: 'image_url', image_url: { url: 'data:text/plain,hello%20there' } },
        { type: 'image_url', image_url: { url: 'not a url' } },
      ],
    },
  ]),
  'a result before its call': chat([
    { role: 'tool', tool_call_id: 'c1', content: 'early result' },
    { role: 'assistant', content: null, tool_calls: [chatCall('c1', 'read', '{"q":"one"}')] },
  ]),
  refusals: chat([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'well then' },
        { type: 'refusal', refusal: 'I will not' },
      ],
    },
    { role: 'assistant', content: null, refusal: 'never ever' },
    { role: 'user', content: 'ok then' },
  ]),
  'reasoning beside calls': chat(
    [
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'deep thought',
        tool_calls: [chatCall('c1', 'read', '{"q":"one"}')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done it' },
    ],
    { model: 'deepseek-chat' },
  ),
  'a custom tool': chat(
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'grep', input: 'find «this»' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done it' },
    ],
    {
      tools: [
        {
          type: 'custom',
          custom: {
            name: 'grep',
            description: 'greps',
            format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: x' } },
          },
        },
      ],
    },
  ),
  'functions of old': chat(
    [
      { role: 'assistant', content: null, function_call: { name: 'read', arguments: '{"q":"one"}' } },
      { role: 'function', name: 'read', content: 'legacy result' },
    ],
    {
      functions: [{ name: 'read', description: 'reads', parameters: { type: 'object' } }],
      function_call: 'auto',
    },
  ),
  'audio of the model': chat(
    [
      { role: 'assistant', audio: { id: 'audio_1' } },
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: png, format: 'wav' } }] },
    ],
    { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } },
  ),
  files: chat([
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_id: 'file-77' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      ],
    },
  ]),
  'settings of one API': chat([], {
    logit_bias: { '50256': -100 },
    n: 2,
    logprobs: true,
    top_logprobs: 3,
    prediction: { type: 'content', content: 'predicted' },
    store: true,
    prompt_cache_key: 'pck',
    safety_identifier: 'sid',
    verbosity: 'low',
    web_search_options: { search_context_size: 'low' },
    stream_options: { include_usage: true },
  }),
  'a response that the API keeps': [
    'openai-responses',
    {
      model: 'gpt-5',
      previous_response_id: 'resp_77',
      input: [{ type: 'function_call_output', call_id: 'call_9', output: 'late result' }],
      tools: [{ type: 'function', name: 't', parameters: { type: 'object' } }],
    },
  ],
  'tools that OpenAI runs': [
    'openai-responses',
    {
      model: 'gpt-5',
      input: [
        { role: 'user', content: 'search it' },
        {
          type: 'web_search_call',
          id: 'ws_1',
          status: 'completed',
          action: { type: 'search', query: 'rain today' },
        },
        {
          type: 'message',
          role: 'assistant',
          content: [
            {
              type: 'output_text',
              text: 'It rains.',
              annotations: [
                { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 3 },
              ],
            },
          ],
        },
        { role: 'user', content: 'go on' },
      ],
      tools: [
        { type: 'web_search', search_context_size: 'low' },
        { type: 'mcp', server_label: 'lab', server_url: 'https://mcp.example' },
        { type: 'custom', name: 'grep' },
      ],
      tool_choice: { type: 'hosted_tool', x: 1 },
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
      background: true,
    },
  ],
  'everything in a result of Anthropic': [
    'anthropic-messages',
    {
      model: 'claude-x',
      max_tokens: 100,
      messages: [
        { role: 'user', content: 'Go on.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'shot', input: {} }] },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              is_error: true,
              content: [
                { type: 'text', text: 'broken lens' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
                { type: 'image', source: { type: 'url', url: 'https://img.example/x.png' } },
                {
                  type: 'document',
                  source: { type: 'text', media_type: 'text/plain', data: 'doc words' },
                  title: 'T1',
                  context: 'ctx words',
                  citations: { enabled: true },
                },
                {
                  type: 'search_result',
                  source: 'https://s.example',
                  title: 'S',
                  content: [{ type: 'text', text: 'found words' }],
                },
                { type: 'tool_reference', tool_name: 'other' },
              ],
            },
          ],
        },
      ],
    },
  ],
  'tools that Anthropic runs': [
    'anthropic-messages',
    {
      model: 'claude-x',
      max_tokens: 100,
      messages: [
        { role: 'user', content: 'Go on.' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hmm so', signature: 'SIG1' },
            { type: 'redacted_thinking', data: 'RED1' },
            { type: 'server_tool_use', id: 'srv1', name: 'web_search', input: { query: 'rain now' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 'srv1',
              content: [
                { type: 'web_search_result', url: 'https://r.example', title: 'R', encrypted_content: 'ENC' },
              ],
            },
            {
              type: 'text',
              text: 'It rains.',
              citations: [
                {
                  type: 'web_search_result_location',
                  url: 'https://r.example',
                  title: 'R',
                  encrypted_index: 'EI',
                  cited_text: 'rain',
                },
              ],
            },
          ],
        },
        { role: 'user', content: 'and now?' },
      ],
      tools: [
        { type: 'web_search_20250305', name: 'web_search', max_uses: 5 },
        {
          name: 't',
          input_schema: { type: 'object' },
          cache_control: { type: 'ephemeral', ttl: '1h' },
          input_examples: [{ a: 'example one' }],
          defer_loading: true,
        },
      ],
      container: 'cont_1',
      mcp_servers: [{ type: 'url', url: 'https://m.example', name: 'mm' }],
      context_management: { edits: [] },
      betas: ['b-1'],
    },
  ],
  'a conversation of Gemini 3': [
    'gemini-contents',
    {
      model: 'gemini-3-pro',
      contents: [
        { role: 'user', parts: [{ text: 'Go on.' }] },
        {
          role: 'model',
          parts: [
            { text: 'thinking it', thought: true },
            { functionCall: { name: 'a', args: { q: 'one' } }, thoughtSignature: 'SIGA' },
            { functionCall: { name: 'b', args: { q: 'two' } } },
            { executableCode: { language: 'PYTHON', code: 'print(77)' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '77' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'a', response: { output: 'r one' } } },
            {
              functionResponse: {
                name: 'b',
                response: { error: 'r two' },
                willContinue: false,
                scheduling: 'SILENT',
              },
            },
          ],
        },
      ],
      safetySettings: [{ category: 'HARM_X', threshold: 'BLOCK_NONE' }],
      cachedContent: 'cachedContents/1',
      generationConfig: {
        candidateCount: 2,
        responseModalities: ['TEXT'],
        speechConfig: { voiceConfig: { x: 'vv' } },
        responseLogprobs: true,
        mediaResolution: 'LOW',
      },
      tools: [
        { googleSearch: {} },
        {
          functionDeclarations: [
            {
              name: 'a',
              parameters: {
                type: 'OBJECT',
                properties: { q: { type: 'STRING', nullable: true, enum: ['one', 'two'] } },
              },
              response: { type: 'STRING', description: 'resp schema' },
              behavior: 'NON_BLOCKING',
            },
          ],
        },
      ],
      labels: { team: 'red' },
    },
  ],
  'signatures in ids': chat([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        chatCall('c1__thought__U0lHQQ', 'read', '{"q":"one"}'),
        chatCall('c2__thought__!!bad', 'read', '{"q":"two"}'),
        chatCall('__thought__x', 'read', '{"q":"three"}'),
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'r one' },
    { role: 'tool', tool_call_id: 'c2__thought__!!bad', content: 'r two' },
    { role: 'tool', tool_call_id: '__thought__x', content: 'r three' },
  ]),
  'everything of Converse': [
    'bedrock-converse',
    {
      modelId: 'anthropic.claude-x',
      messages: [
        {
          role: 'user',
          content: [
            { text: 'Go on.' },
            { video: { format: 'mp4', source: { s3Location: { uri: 's3://b/k' } } } },
            {
              document: {
                format: 'pdf',
                name: 'doc one',
                source: { bytes: 'JVBERi0=' },
                context: 'ctx words',
                citations: { enabled: true },
              },
            },
            { guardContent: { text: { text: 'guard me', qualifiers: ['query'] } } },
          ],
        },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 't1', name: 'a', input: { q: 'one' } } }] },
        {
          role: 'user',
          content: [
            {
              toolResult: {
                toolUseId: 't1',
                content: [
                  { json: { deep: { x: 'one' } } },
                  { text: 'and words' },
                  { video: { format: 'mp4', source: { bytes: 'AAAA' } } },
                ],
                status: 'error',
              },
            },
          ],
        },
      ],
      guardrailConfig: { guardrailIdentifier: 'g-1', guardrailVersion: '1' },
      additionalModelResponseFieldPaths: ['/stop_sequence'],
      promptVariables: { v: { text: 'var words' } },
      performanceConfig: { latency: 'optimized' },
    },
  ],
  'everything of the AI SDK': [
    'ai-sdk',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Go on.' },
          { type: 'file', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'f.pdf' },
        ],
      },
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'ponder it',
            providerOptions: { anthropic: { signature: 'SIGX' }, openai: { itemId: 'rs_77' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'a',
            input: { q: 'one' },
            providerExecuted: false,
          },
          { type: 'file', data: png, mediaType: 'image/png' },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'a',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'r one' },
                { type: 'image-data', data: png, mediaType: 'image/png' },
                { type: 'custom', providerOptions: { z: { k: 'vvv' } } },
              ],
            },
          },
        ],
      },
    ],
  ],
}

describe.each(Object.entries(cases))('%s', (_, [from, document]) => {
  const targets = converters.map(({ format }) => format).filter((format) => format !== from)

  test.each(targets)('to %s: accepted, and nothing goes silently', (to) => {
    const made = convert(document, { from, to })
    expect(made.report.left.filter(({ severity }) => severity === 'refused')).toEqual([])
    expect(silentlyGone(document, made)).toEqual([])
    const written = Object.values(made.report.names)
    expect(new Set(written).size).toBe(written.length)
  })
})

describe('schemas of tools', () => {
  const node = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/$defs/Node' } } } }
  const $defs = { Node: node }
  const either = [
    { properties: { a: { type: 'string' } }, required: ['a'] },
    { properties: { b: { type: 'number' } } },
  ]

  test.each<[string, unknown, unknown, readonly string[]]>([
    ['a reference at the head is followed', { $ref: '#/$defs/Node', $defs }, { ...node, $defs }, []],
    [
      'a missing type is the one that there can be',
      { properties: {} },
      { type: 'object', properties: {} },
      [],
    ],
    [
      'a choice at the head is lost, its properties stay',
      { type: 'object', properties: { c: {} }, anyOf: either },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' }, c: {} } },
      ["anyOf of a tool's schema"],
    ],
    [
      'a reference that leads nowhere stays',
      { type: 'object', $ref: '#/x' },
      { type: 'object', $ref: '#/x' },
      [],
    ],
  ])('%s', (_, given, wanted, lost) => {
    const contents = [{ role: 'user', parts: [{ text: 'Go.' }] }]
    const tools = [{ functionDeclarations: [{ name: 't', parametersJsonSchema: given }] }]
    for (const to of ['anthropic-messages', 'openai-chat', 'openai-responses', 'bedrock-converse']) {
      const { document, report } = convert({ contents, tools }, { from: 'gemini-contents', to })
      expect([to, report.lost.map(({ what }) => what)]).toEqual([to, lost])
      expect(schemaIn(document)).toEqual(wanted)
    }
  })

  function schemaIn(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return undefined
    const { input_schema: anthropic, parameters, json } = value as Readonly<Record<string, unknown>>
    return (
      anthropic ??
      parameters ??
      json ??
      Object.values(value)
        .map(schemaIn)
        .find((found) => found !== undefined)
    )
  }
})
