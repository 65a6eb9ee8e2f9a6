import type { Format } from './api.ts'

const picture = 'data:image/png;base64,iVBORw0KGgo='
const toolNamed = { type: 'tool_reference', name: 'read' }
const imageBytes = { format: 'png', source: { bytes: 'iVBORw0KGgo=' } }

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const added = { type: 'tool_addition', tool: { name: 'read', input_schema: { type: 'object' } } }

/** Short conversations in each format, which together hold every kind of part. Most APIs of the format take them. */
export const smallTalks: Readonly<Record<Format, readonly unknown[]>> = {
  'anthropic-messages': [
    [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'ok' }] }],
      },
    ],
    {
      model: 'claude-sonnet-4-5',
      thinking: { type: 'enabled' },
      tools: [{ name: 'read', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'EqQB' },
            { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
            { type: 'tool_use', id: 'a', name: 'read', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok', is_error: true }] },
        { role: 'assistant', content: 'so' },
        { role: 'user', content: 'ok' },
      ],
    },
    {
      model: 'claude-opus-4-8',
      messages: [
        { role: 'user', content: 'go' },
        { role: 'system', content: 'Be brief.' },
        { role: 'assistant', content: [search, found] },
        { role: 'system', content: [{ type: 'text', text: 'Be kind.' }, added] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
        { role: 'system', content: [], output_config: { effort: 'low' } },
      ],
    },
  ],
  'openai-chat': [
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'callaaaaa', type: 'function', function: { name: 'read', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'callaaaaa', content: 'ok' },
        { role: 'assistant', content: 'so', tool_calls: null },
        { role: 'user', content: 'ok' },
      ],
    },
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'go' },
          { type: 'image_url', image_url: { url: picture } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [{ function: { name: 'read', arguments: {} } }] },
      { role: 'tool', name: 'read', content: 'ok' },
      { role: 'assistant', content: 'so', reasoning_content: 'hm' },
      { role: 'user', content: 'ok' },
    ],
  ],
  'openai-responses': [
    [
      { role: 'user', content: 'go' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'ok' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'so' }] },
    ],
    {
      model: 'gpt-5',
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
        { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'ok' }] },
        { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: 'x' },
        { type: 'custom_tool_call_output', call_id: 'b', output: 'ok' },
      ],
    },
  ],
  'ai-sdk': [
    [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'read', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'text', value: 'ok' } },
        ],
      },
      { role: 'assistant', content: 'so' },
    ],
    [
      { role: 'user', parts: [{ type: 'text', text: 'go' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool-read', toolCallId: 'a', state: 'output-available', input: {}, output: 'ok' }],
      },
    ],
  ],
  'gemini-contents': [
    [
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'EqQB' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'ok' } } }] },
    ],
    {
      model: 'gemini-3-pro-preview',
      contents: [
        {
          role: 'user',
          parts: [{ text: 'go' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
        },
        {
          role: 'model',
          parts: [
            { text: 'hm', thought: true },
            { functionCall: { id: '1', name: 'read', args: {} }, thoughtSignature: 'EqQB' },
          ],
        },
        {
          role: 'user',
          parts: [{ functionResponse: { id: '1', name: 'read', response: { output: 'ok' } } }],
        },
        { role: 'model', parts: [{ text: 'so' }] },
        { role: 'user', parts: [{ text: 'ok' }] },
      ],
    },
  ],
  'bedrock-converse': [
    [
      { role: 'user', content: [{ text: 'go' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'read', input: {} } }] },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'ok' }], status: 'success' } }],
      },
    ],
    {
      modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
      toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] },
      messages: [
        {
          role: 'user',
          content: [{ text: 'go' }, { cachePoint: { type: 'default' } }, { image: imageBytes }],
        },
        {
          role: 'assistant',
          content: [
            { reasoningContent: { reasoningText: { text: 'hm', signature: 'c2ln' } } },
            { toolUse: { toolUseId: 'a', name: 'read', input: {} } },
          ],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ json: {} }] } }] },
      ],
    },
    {
      modelId: 'us.anthropic.claude-opus-4-8-20260528-v1:0',
      toolConfig: { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] },
      messages: [
        { role: 'user', content: [{ text: 'go' }] },
        { role: 'system', content: [{ text: 'Be brief.' }, { toolRemoval: { tool: toolNamed } }] },
        { role: 'assistant', content: [{ text: 'so' }] },
        { role: 'user', content: [{ text: 'on' }] },
        { role: 'system', content: [{ toolAddition: { tool: toolNamed } }] },
      ],
    },
  ],
  neovate: [
    [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', input: {}, result: { llmContent: 'ok' } },
        ],
      },
      { role: 'assistant', content: 'so' },
    ],
    [
      { type: 'message', uuid: '1', parentUuid: null, role: 'user', content: 'go' },
      {
        type: 'message',
        uuid: '2',
        parentUuid: '1',
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'Both.' },
          { type: 'tool_use', id: 'a', name: 'read', input: {} },
          { type: 'tool_use', id: 'b', name: 'read', input: {} },
        ],
      },
      {
        type: 'message',
        uuid: '3',
        parentUuid: '2',
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', result: { llmContent: 'one' } },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'read',
            result: { llmContent: [{ type: 'text', text: 'no' }], isError: true },
          },
        ],
      },
      { type: 'message', uuid: '4', parentUuid: '3', role: 'user', content: [{ type: 'text', text: 'so' }] },
    ],
  ],
}
