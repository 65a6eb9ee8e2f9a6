/** What a request tells the model to choose. */
export type Chosen =
  | 'auto'
  | 'any'
  | { readonly one: string }
  | { readonly some: readonly string[] }
  | undefined

/** A call by its id and the name of its tool. */
export type Called = readonly [id: string, name: string]

/** A request in words that every format can write. */
export interface Talk {
  readonly tools: readonly string[]
  readonly choice?: Chosen
  readonly isParallel?: boolean
  /** Each round: something that the user says, and calls of the model with their results. */
  readonly rounds: readonly (readonly Called[])[]
  /** The member by which a tool of the provider's own is offered. */
  readonly hosted?: boolean
}

/** A format's way to write a talk. */
export interface Scribe {
  readonly api: string
  /** The name of the tool that the provider runs. */
  readonly hosted: string
  /** Whether a choice may name several tools. */
  readonly takesSome: boolean
  write(talk: Talk): object
}

const say = (round: number): string => `please ${round}`
const said = (round: number): string => `done ${round}`
const schema = { type: 'object' }

const anthropic: Scribe = {
  api: 'anthropic',
  hosted: 'web_search',
  takesSome: false,
  write({ tools, choice, rounds, hosted }) {
    const declared = [
      ...tools.map((name) => ({ name, input_schema: schema })),
      ...(hosted ? [{ type: 'web_search_20250305', name: 'web_search' }] : []),
    ]
    const chosen =
      typeof choice === 'object'
        ? { type: 'tool', name: 'one' in choice ? choice.one : '' }
        : { type: choice }
    return {
      model: 'claude-sonnet-4-5',
      max_tokens: 9,
      ...(declared.length > 0 && { tools: declared }),
      ...(choice !== undefined && { tool_choice: chosen }),
      messages: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', content: say(round) },
          ...(calls.length === 0
            ? []
            : [
                {
                  role: 'assistant',
                  content: calls.map(([id, name]) => ({ type: 'tool_use', id, name, input: { x: 1 } })),
                },
                {
                  role: 'user',
                  content: calls.map(([id]) => ({
                    type: 'tool_result',
                    tool_use_id: id,
                    content: `got ${id}`,
                  })),
                },
              ]),
          { role: 'assistant', content: said(round) },
        ])
        .concat({ role: 'user', content: 'go on' }),
    }
  },
}

const chat: Scribe = {
  api: 'openai',
  hosted: 'web_search',
  takesSome: true,
  write({ tools, choice, isParallel, rounds, hosted }) {
    const tool = (name: string): object =>
      name.startsWith('custom')
        ? { type: 'custom', custom: { name } }
        : { type: 'function', function: { name, parameters: schema } }
    return {
      model: 'gpt-5',
      ...(tools.length > 0 && { tools: tools.map(tool) }),
      ...(hosted && { web_search_options: {} }),
      ...(choice !== undefined && { tool_choice: chatChoice(choice) }),
      ...(isParallel && { parallel_tool_calls: false }),
      messages: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', content: say(round) },
          ...(calls.length === 0
            ? []
            : [
                {
                  role: 'assistant',
                  content: null,
                  tool_calls: calls.map(([id, name]) => ({
                    id,
                    type: 'function',
                    function: { name, arguments: '{"x":1}' },
                  })),
                },
                ...calls.map(([id]) => ({ role: 'tool', tool_call_id: id, content: `got ${id}` })),
              ]),
          { role: 'assistant', content: said(round) },
        ])
        .concat({ role: 'user', content: 'go on' }),
    }
  },
}

function chatChoice(choice: NonNullable<Chosen>): unknown {
  if (choice === 'auto') return 'auto'
  if (choice === 'any') return 'required'
  const named = (name: string): object => ({ type: 'function', function: { name } })
  if ('one' in choice) return named(choice.one)
  return { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: choice.some.map(named) } }
}

const responses: Scribe = {
  api: 'openai-responses',
  hosted: 'web_search',
  takesSome: true,
  write({ tools, choice, isParallel, rounds, hosted }) {
    const named = (name: string): object => ({ type: 'function', name })
    const declared = [
      ...tools.map((name) => ({ ...named(name), parameters: schema })),
      ...(hosted ? [{ type: 'web_search_preview_2025_03_11' }] : []),
    ]
    const chosen =
      choice === 'any'
        ? 'required'
        : typeof choice !== 'object'
          ? choice
          : 'one' in choice
            ? named(choice.one)
            : { type: 'allowed_tools', mode: 'required', tools: choice.some.map(named) }
    return {
      model: 'gpt-4.1',
      ...(declared.length > 0 && { tools: declared }),
      ...(choice !== undefined && { tool_choice: chosen }),
      ...(isParallel && { parallel_tool_calls: false }),
      input: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', content: say(round) },
          ...calls.map(([id, name]) => ({ type: 'function_call', call_id: id, name, arguments: '{"x":1}' })),
          ...calls.map(([id]) => ({ type: 'function_call_output', call_id: id, output: `got ${id}` })),
          { role: 'assistant', content: said(round) },
        ])
        .concat({ role: 'user', content: 'go on' }),
    }
  },
}

const gemini: Scribe = {
  api: 'gemini',
  hosted: 'google_search',
  takesSome: true,
  write({ tools, choice, rounds, hosted }) {
    const declared = [
      ...(tools.length > 0 ? [{ functionDeclarations: tools.map((name) => ({ name })) }] : []),
      ...(hosted ? [{ googleSearch: {} }] : []),
    ]
    const names = typeof choice !== 'object' ? [] : 'one' in choice ? [choice.one] : choice.some
    const calling = {
      mode: choice === 'auto' ? 'AUTO' : 'ANY',
      ...(names.length > 0 && { allowedFunctionNames: names }),
    }
    return {
      ...(declared.length > 0 && { tools: declared }),
      ...(choice !== undefined && { toolConfig: { functionCallingConfig: calling } }),
      contents: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', parts: [{ text: say(round) }] },
          ...(calls.length === 0
            ? []
            : [
                {
                  role: 'model',
                  parts: calls.map(([id, name]) => ({ functionCall: { id, name, args: { x: 1 } } })),
                },
                {
                  role: 'user',
                  parts: calls.map(([id, name]) => ({
                    functionResponse: { id, name, response: { output: `got ${id}` } },
                  })),
                },
              ]),
          { role: 'model', parts: [{ text: said(round) }] },
        ])
        .concat({ role: 'user', parts: [{ text: 'go on' }] }),
    }
  },
}

const bedrock: Scribe = {
  api: 'bedrock',
  hosted: 'nova_grounding',
  takesSome: false,
  write({ tools, choice, rounds, hosted }) {
    const declared = [
      ...tools.map((name) => ({ toolSpec: { name, inputSchema: { json: schema } } })),
      ...(hosted ? [{ systemTool: { name: 'nova_grounding' } }] : []),
    ]
    const chosen =
      typeof choice === 'object'
        ? { tool: { name: 'one' in choice ? choice.one : '' } }
        : { [choice ?? '']: {} }
    return {
      modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
      ...(declared.length > 0 && {
        toolConfig: { tools: declared, ...(choice !== undefined && { toolChoice: chosen }) },
      }),
      messages: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', content: [{ text: say(round) }] },
          ...(calls.length === 0
            ? []
            : [
                {
                  role: 'assistant',
                  content: calls.map(([id, name]) => ({ toolUse: { toolUseId: id, name, input: { x: 1 } } })),
                },
                {
                  role: 'user',
                  content: calls.map(([id]) => ({
                    toolResult: { toolUseId: id, content: [{ text: `got ${id}` }] },
                  })),
                },
              ]),
          { role: 'assistant', content: [{ text: said(round) }] },
        ])
        .concat({ role: 'user', content: [{ text: 'go on' }] }),
    }
  },
}

const aiSdk: Scribe = {
  api: 'ai-sdk',
  hosted: 'web_search',
  takesSome: false,
  write({ tools, choice, rounds, hosted }) {
    const declared = Object.fromEntries([
      ...tools.map((name) => [name, { inputSchema: schema }]),
      ...(hosted ? [['web_search', { type: 'provider-defined', id: 'anthropic.web_search' }]] : []),
    ])
    const chosen =
      typeof choice === 'object'
        ? { type: 'tool', toolName: 'one' in choice ? choice.one : '' }
        : choice === 'any'
          ? 'required'
          : choice
    return {
      ...(Object.keys(declared).length > 0 && { tools: declared }),
      ...(choice !== undefined && { toolChoice: chosen }),
      messages: rounds
        .flatMap((calls, round): object[] => [
          { role: 'user', content: say(round) },
          ...(calls.length === 0
            ? []
            : [
                {
                  role: 'assistant',
                  content: calls.map(([id, name]) => ({
                    type: 'tool-call',
                    toolCallId: id,
                    toolName: name,
                    input: { x: 1 },
                  })),
                },
                {
                  role: 'tool',
                  content: calls.map(([id, name]) => ({
                    type: 'tool-result',
                    toolCallId: id,
                    toolName: name,
                    output: { type: 'text', value: `got ${id}` },
                  })),
                },
              ]),
          { role: 'assistant', content: said(round) },
        ])
        .concat({ role: 'user', content: 'go on' }),
    }
  },
}

/** Every format that can offer tools. */
export const scribes: readonly Scribe[] = [anthropic, chat, responses, gemini, bedrock, aiSdk]
