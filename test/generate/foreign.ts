import fc from 'fast-check'
import { type Api, apisOf, type Format, formatOf, formats, modelsOf } from './api.ts'
import { blocks } from './foreign-blocks.ts'
import { oddValues } from './odd-values.ts'
import { strangeMembers } from './variants.ts'

/** A document that no program should have written, and how it is to be repaired. */
export interface ForeignCase {
  readonly api: Api
  readonly policy: 'keep' | 'drop' | 'drop-turn' | 'report'
  readonly tail: 'closed' | 'rest' | 'open'
  readonly document: unknown
}

type Fields = Readonly<Record<string, unknown>>

const odd = fc.constantFrom(...oddValues)
const someId = fc.constantFrom('a', 'b', 'a', 'b', 'callaaaaa', 'srvtoolu_1', '', 'a b', undefined, null, 7)

/** A part of any API; now and then a member of it is anything, or it has one more. */
const block: fc.Arbitrary<unknown> = twisted(
  fc.tuple(fc.constantFrom(...blocks), someId).map(([make, id]) => make(id)),
)

const content: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.array(block, { minLength: 1, maxLength: 4 }) },
  { weight: 2, arbitrary: fc.constantFrom('words', '', ' ') },
  { weight: 1, arbitrary: odd },
)

const role = fc.constantFrom(
  ...['user', 'assistant', 'user', 'assistant', 'tool', 'system', 'developer', 'function', 'model', 'bot'],
  undefined,
  7,
)

/** A message in which calls and results hang wherever some API has them. */
const message: fc.Arbitrary<unknown> = twisted(
  fc
    .record({
      role,
      content,
      held: fc.constantFrom('content', 'content', 'parts'),
      calls: fc.nat(4),
      id: someId,
    })
    .chain(({ role, content, held, calls, id }) =>
      fc.array(block, { maxLength: 2 }).map((list) => ({
        role,
        [held]: content,
        ...(calls === 0 ? { tool_calls: list } : {}),
        ...(role === 'tool' || calls === 1 ? { tool_call_id: id } : {}),
      })),
    ),
)

const turn: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: message },
  { weight: 3, arbitrary: block },
  { weight: 1, arbitrary: odd },
)

/** The member of a body that holds its turns. */
const roots: Readonly<Record<Format, string>> = {
  'anthropic-messages': 'messages',
  'openai-chat': 'messages',
  'openai-responses': 'input',
  'ai-sdk': 'messages',
  'gemini-contents': 'contents',
  'bedrock-converse': 'messages',
  neovate: 'messages',
}

/** Draws a document of any parts in any places, for any API. */
export const foreignCase: fc.Arbitrary<ForeignCase> = fc
  .record({
    api: fc.oneof(...formats.map((format) => fc.constantFrom(...apisOf(format)))),
    policy: fc.constantFrom('keep', 'keep', 'drop', 'drop-turn', 'report'),
    tail: fc.constantFrom('closed', 'closed', 'rest', 'open'),
    turns: fc.array(turn, { minLength: 1, maxLength: 6 }),
    body: fc.option(twisted(bodyOf()), { freq: 3 }),
    model: fc.nat(13),
  })
  .map(({ api, policy, tail, turns, body, model }) => {
    const { name } = modelsOf(api)[model % modelsOf(api).length] ?? {}
    const format = formatOf(api)
    const key = format === 'bedrock-converse' ? 'modelId' : 'model'
    const document = body === null ? turns : { [key]: name, ...(body as Fields), [roots[format]]: turns }
    return { api, policy, tail, document }
  })

/** What else a request body says, in the words of any API. */
function bodyOf(): fc.Arbitrary<Fields> {
  return fc.constantFrom<Fields>(
    {},
    { thinking: { type: 'enabled' }, tools: [] },
    { system: [{ type: 'text', text: 'Be brief.' }], tools: [{ name: 'read', input_schema: {} }] },
    { tools: [{ type: 'function', function: { name: 'read' } }], tool_choice: 'required' },
    { toolConfig: { tools: [{ toolSpec: { name: 'read' } }] }, system: [{ text: 'Be brief.' }] },
    {
      tools: [{ functionDeclarations: [{ name: 'read' }] }],
      systemInstruction: { parts: { text: 'Be brief.' } },
    },
    { previous_response_id: 'resp_1', store: false },
  )
}

/** The same object; one time in four a member is anything, one in eight a member more. */
function twisted(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const twist = fc.record({ how: fc.nat(7), at: fc.nat(20), name: fc.constantFrom(...strangeMembers), odd })
  return fc.tuple(value, twist).map(([given, { how, at, name, odd }]) => {
    if (how > 2 || typeof given !== 'object' || given === null || Array.isArray(given)) return given
    const names = Object.keys(given)
    return { ...given, [how === 0 ? name : (names[at % names.length] ?? name)]: odd }
  })
}
