import type { Demands } from './openai-chat-content.ts'

/** What an API of this format demands. */
export interface Profile extends Demands {
  readonly id: RegExp
  /** Ids differ in the whole request, not only in their message. */
  readonly isUniqueInRequest?: boolean
  /** A fixed order of roles, and no end on the model. */
  readonly isOrdered?: boolean
  /** User and model take turns, the user first; messages with calls and results do not count. */
  readonly isAlternating?: boolean
  /** Instructions are the system's alone. */
  readonly noDeveloper?: boolean
  /** Any role will do: the model's template may know it. */
  readonly anyRole?: boolean
  /** A request without messages is refused; local servers load a model by it, of others nothing is known. */
  readonly wantsMessages?: boolean
  /** Nothing is said of pairs and ids. */
  readonly isUnpaired?: boolean
  /** Calls and results need not pair, and ids may be missing: nobody knows of a refusal. */
  readonly mayStray?: boolean
  /** A list of calls counts as content, even an empty one. */
  readonly mayListNothing?: boolean
  /** A user may not speak right after a result. */
  readonly isBridged?: boolean
  /** What only matters is that a result names a call. */
  readonly namesCalls?: boolean
  /** A list of tools has tools in it. */
  readonly noEmptyTools?: boolean
  /** A function that is declared has parameters. */
  readonly wantsParameters?: boolean
  /** A list of calls may be empty; `beside words`: where the message says something. */
  readonly mayCallNothing?: 'always' | 'beside words'
  /** A message may have no content. */
  readonly mayBeNull?: boolean
  /** Calls and results may lack an id. */
  readonly mayLackId?: boolean
  /** Calls of one message may have one id. */
  readonly mayRepeatIds?: boolean
  /** A model that thinks is made to call nothing; `mostly`: newer models only no tool of a name. */
  readonly noForcedThought?: 'always' | 'mostly'
}

const any = /^.+$/s
const plainName = /^[a-zA-Z0-9_-]{1,64}$/
const openaiLike: Profile = {
  id: /^.{1,40}$/s,
  name: /^[a-zA-Z0-9_-]+$/,
  wantsMessages: true,
  noImageInResult: true,
  textArguments: true,
  noEmptyTools: true,
  typedParts: true,
}
/** What copies are not on record as refusing. */
const mild = { mayCallNothing: 'always', mayBeNull: true, mayRepeatIds: true } as const
const members = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'refusal', 'audio']

const all = {
  openai: openaiLike,
  'azure-openai': openaiLike,
  openrouter: openaiLike,
  deepseek: {
    mayCallNothing: 'beside words',
    id: any,
    isUniqueInRequest: true,
    reasoning: true,
    noDeveloper: true,
    noEmptyTools: true,
    noForcedThought: 'always',
  },
  kimi: {
    mayCallNothing: 'always',
    noForcedThought: 'mostly',
    id: any,
    reasoning: true,
    noEmptyText: true,
    filled: 'without calls',
    noDeveloper: true,
  },
  qwen: {
    mayBeNull: true,
    mayRepeatIds: true,
    id: any,
    jsonArguments: true,
    noDeveloper: true,
    noEmptyTools: true,
  },
  minimax: { ...mild, id: any, jsonArguments: true, wantsParameters: true },
  mistral: {
    wantsMessages: true,
    mayCallNothing: 'always',
    id: /^[a-zA-Z0-9]{9}$/,
    name: plainName,
    namesResults: true,
    isOrdered: true,
    onlyModelCalls: true,
    filled: 'without calls',
    noDeveloper: true,
    strangers: {
      user: ['name', 'metadata', 'timestamp'],
      system: ['name'],
      tool: ['metadata', 'timestamp', 'provider_specific_fields', 'is_error', 'cache_control'],
      assistant: [
        'name',
        'metadata',
        'timestamp',
        'provider_specific_fields',
        'reasoning_content',
        'reasoning',
        'reasoning_details',
        'refusal',
        'annotations',
        'audio',
        'function_call',
      ],
    },
  },
  vllm: { ...mild, mayStray: true, anyRole: true, id: any, jsonArguments: true },
  glm: { ...mild, mayStray: true, id: any, noEmptyText: true, noDeveloper: true },
  groq: {
    ...mild,
    id: any,
    textArguments: true,
    members: [...members, 'reasoning'],
    mayStray: true,
    namesCalls: true,
  },
  cerebras: {
    ...mild,
    id: any,
    isUnpaired: true,
    anyRole: true,
    strangers: { assistant: ['reasoning_content'] },
  },
  fireworks: {
    ...mild,
    id: any,
    isUnpaired: true,
    anyRole: true,
    strangers: {
      assistant: ['reasoning', 'reasoning_details', 'thinking_blocks', 'provider_specific_fields'],
      tool: ['tool_name'],
    },
  },
  xai: {
    mayStray: true,
    mayCallNothing: 'always',
    mayRepeatIds: true,
    id: any,
    filled: 'without calls',
    jsonArguments: true,
    noEmptyArguments: true,
  },
  ollama: {
    id: any,
    isUnpaired: true,
    objectArguments: true,
    text: { besideCalls: false, always: true },
  },
  'ollama-v1': {
    wantsMessages: true,
    mayStray: true,
    mayListNothing: true,
    id: any,
    mayCallNothing: 'always',
    jsonArguments: true,
    noEmptyArguments: true,
    textArguments: true,
    anyRole: true,
  },
  'llama-cpp': { ...mild, mayStray: true, anyRole: true, id: any },
  // The strictest of all the others but Ollama.
  everywhere: {
    wantsMessages: true,
    noForcedThought: 'always',
    noEmptyTools: true,
    id: /^[a-zA-Z0-9]{9}$/,
    isUniqueInRequest: true,
    isOrdered: true,
    isBridged: true,
    isAlternating: true,
    noDeveloper: true,
    name: plainName,
    namesResults: true,
    jsonArguments: true,
    noEmptyArguments: true,
    noEmptyText: true,
    noImageInResult: true,
    typedParts: true,
    reasoning: true,
    user: true,
    filled: 'always',
    text: { roles: ['assistant', 'system', 'developer', 'tool'], besideCalls: true },
    members: [...members, 'prefix'],
    onlyModelCalls: true,
  },
} as const satisfies Readonly<Record<string, Profile>>

/** The APIs that speak this format and that the checker knows apart. */
export type ChatApi = keyof typeof all

/** What each API demands. */
export const profiles: Readonly<Record<ChatApi, Profile>> = all

/** Whether an API of this name speaks the format. */
export function isChatApi(name: string): name is ChatApi {
  return Object.hasOwn(all, name)
}
