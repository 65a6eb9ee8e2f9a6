import { type Row, type RuleName, rulebooks } from '@mortise/core'

/** A call that a model is to make. */
export interface Wish {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments?: object
}

/** The APIs that ledgers are tried with: all that have a name of their own. */
export const apis: readonly string[] = rulebooks
  .map(({ name }) => name)
  .filter((name) => name !== 'everywhere')

/** An API of each format, and one that wants speakers to alternate. */
export const onePerFormat: readonly string[] = [
  'anthropic',
  'anthropic-strict',
  'openai',
  'openai-responses',
  'gemini',
  'bedrock',
  'ai-sdk',
  'neovate',
  'mistral',
]

/** What a model of each format says: words, and calls. */
const writers: Readonly<Record<string, (wishes: readonly Wish[], text: string, api: string) => object[]>> = {
  'openai-chat': (wishes, text, api) => [
    {
      role: 'assistant',
      content: text,
      ...(takesMember(api, 'reasoning_content') ? { reasoning_content: 'So.' } : {}),
      ...(wishes.length === 0
        ? {}
        : {
            tool_calls: wishes.map(({ id, name, arguments: given = {} }) => ({
              id,
              type: 'function',
              function: { name, arguments: wantsObject(api) ? given : JSON.stringify(given) },
            })),
          }),
    },
  ],
  'anthropic-messages': (wishes, text) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        ...wishes.map(({ id, name, arguments: input = {} }) => ({ type: 'tool_use', id, name, input })),
      ],
    },
  ],
  'openai-responses': (wishes, text) => [
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
    ...wishes.map(({ id, name, arguments: given = {} }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: JSON.stringify(given),
    })),
  ],
  'gemini-contents': (wishes, text) => [
    {
      role: 'model',
      parts: [
        { text },
        ...wishes.map(({ id, name, arguments: args = {} }) => ({ functionCall: { id, name, args } })),
      ],
    },
  ],
  'bedrock-converse': (wishes, text) => [
    {
      role: 'assistant',
      content: [
        { text },
        ...wishes.map(({ id, name, arguments: input = {} }) => ({
          toolUse: { toolUseId: id, name, input },
        })),
      ],
    },
  ],
  neovate: (wishes, text) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        ...wishes.map(({ id, name, arguments: input = {} }) => ({ type: 'tool_use', id, name, input })),
      ],
    },
  ],
  'ai-sdk': (wishes, text) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        ...wishes.map(({ id, name, arguments: input = {} }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: name,
          input,
        })),
      ],
    },
  ],
}

/** Whether a message of the model may have this member, by the rulebook of an API. */
function takesMember(api: string, member: string): boolean {
  const { members = [member], refusedMembers } = rowOf(api, 'unsupported-property') ?? {}
  return members.includes(member) && refusedMembers?.model?.includes(member) !== true
}

/** Whether an API takes the arguments of a call as an object, and not as text. */
function wantsObject(api: string): boolean {
  return rowOf(api, 'arguments-not-object')?.severity === 'refused'
}

function rowOf(api: string, rule: RuleName): Row | undefined {
  return rulebooks.find(({ name }) => name === api)?.rows[rule]
}

/** The format that an API speaks. */
export function formatOf(api: string): string {
  return rulebooks.find(({ name }) => name === api)?.format ?? ''
}

/** What the model of an API says. */
export function says(api: string, wishes: readonly Wish[] = [], text = 'I see.'): object[] {
  return writers[formatOf(api)]?.(wishes, text, api) ?? []
}

/** Ids of nine letters and digits, which every API takes. */
export function wish(number: number, name = 'read'): Wish {
  return { id: `call${String(number).padStart(5, '0')}`, name, arguments: { path: `/${number}` } }
}

/** Some wishes, numbered on. */
export function wishes(count: number, from = 0): Wish[] {
  return Array.from({ length: count }, (_, index) => wish(from + index))
}
