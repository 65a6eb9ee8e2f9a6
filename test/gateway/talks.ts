/** A conversation of each format, in which a call has no result, and the same without that call. */
export interface Talk {
  readonly format: string
  readonly api: string
  /** What its official SDK takes as its base URL, after the address of a sandbox. */
  readonly base: string
  readonly path: string
  readonly model: string
  readonly broken: Readonly<Record<string, unknown>>
  readonly sound: Readonly<Record<string, unknown>>
  /** Where the fault stands, as a header names it. */
  readonly place: string
}

const parameters = { type: 'object', properties: { city: { type: 'string' } } }

export const talks: readonly Talk[] = [
  {
    format: 'anthropic-messages',
    api: 'anthropic',
    base: '',
    path: '/v1/messages',
    model: 'claude-sonnet-4-5',
    broken: anthropic([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
    ]),
    sound: anthropic([{ role: 'assistant', content: 'Of course.' }]),
    place: 'messages.1',
  },
  {
    format: 'openai-chat',
    api: 'openai',
    base: '/v1',
    path: '/v1/chat/completions',
    model: 'gpt-4o',
    broken: chat([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
    ]),
    sound: chat([{ role: 'assistant', content: 'Of course.' }]),
    place: 'messages.1',
  },
  {
    format: 'openai-responses',
    api: 'openai-responses',
    base: '/v1',
    path: '/v1/responses',
    model: 'gpt-4o',
    broken: responses([{ type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' }]),
    sound: responses([{ role: 'assistant', content: 'Of course.' }]),
    place: 'input.1',
  },
  {
    format: 'gemini-contents',
    api: 'gemini',
    base: '',
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    model: 'gemini-2.5-pro',
    broken: gemini([{ role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] }]),
    sound: gemini([{ role: 'model', parts: [{ text: 'Of course.' }] }]),
    place: 'contents.1',
  },
  {
    format: 'bedrock-converse',
    api: 'bedrock',
    base: '',
    path: '/model/anthropic.claude-sonnet-4-5/converse',
    model: 'anthropic.claude-sonnet-4-5',
    broken: converse([
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name: 'look', input: {} } }] },
    ]),
    sound: converse([{ role: 'assistant', content: [{ text: 'Of course.' }] }]),
    place: 'messages.1',
  },
]

export function talkOf(format: string): Talk {
  const talk = talks.find((each) => each.format === format)
  if (talk === undefined) throw new Error(`no talk in ${format}`)
  return talk
}

type Turns = readonly object[]

function anthropic(turns: Turns): Talk['broken'] {
  const messages = [{ role: 'user', content: 'Look.' }, ...turns, { role: 'user', content: 'And?' }]
  const tools = [{ name: 'look', input_schema: parameters }]
  return { model: 'claude-sonnet-4-5', max_tokens: 64, tools, messages }
}

function chat(turns: Turns): Talk['broken'] {
  const messages = [{ role: 'user', content: 'Look.' }, ...turns, { role: 'user', content: 'And?' }]
  return { model: 'gpt-4o', tools: [{ type: 'function', function: { name: 'look', parameters } }], messages }
}

function responses(turns: Turns): Talk['broken'] {
  const input = [{ role: 'user', content: 'Look.' }, ...turns, { role: 'user', content: 'And?' }]
  return { model: 'gpt-4o', tools: [{ type: 'function', name: 'look', parameters }], input }
}

function gemini(turns: Turns): Talk['broken'] {
  const said = (text: string): object => ({ role: 'user', parts: [{ text }] })
  const tools = [{ functionDeclarations: [{ name: 'look', parameters }] }]
  return { tools, contents: [said('Look.'), ...turns, said('And?')] }
}

function converse(turns: Turns): Talk['broken'] {
  const said = (text: string): object => ({ role: 'user', content: [{ text }] })
  const tools = [{ toolSpec: { name: 'look', inputSchema: { json: parameters } } }]
  return { toolConfig: { tools }, messages: [said('Look.'), ...turns, said('And?')] }
}
