import fc from 'fast-check'
import type {
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralSettings,
  NeutralTool,
  NeutralToolChoice,
  NeutralTurn,
} from '../../core/src/model/neutral.ts'
import {
  functionCall,
  functionTool,
  image,
  json,
  marked,
  reasoning,
  requestOf,
  signature,
  some,
  text,
  words,
} from '../converters/neutral-values.ts'

// Requests that say everything that any format can say: a format that cannot say something leaves it out when it
// writes the source.

const settings: fc.Arbitrary<NeutralSettings> = some<NeutralSettings>({
  outputLimit: fc.constantFrom(1000, 9000),
  temperature: fc.constantFrom(0, 0.5, 1),
  topP: fc.constantFrom(0.5, 0.9),
  topK: fc.constant(40),
  seed: fc.constant(7),
  frequencyPenalty: fc.constant(0.5),
  presencePenalty: fc.constant(0.25),
  stops: fc.constantFrom(['END'], ['a', 'b'], ['1', '2', '3', '4', '5']),
  isStream: fc.boolean(),
  isParallel: fc.boolean(),
  thinking: fc.constantFrom(
    { mode: 'off' } as const,
    { mode: 'adaptive' } as const,
    { mode: 'budget', tokens: 4000 } as const,
    { mode: 'effort', effort: 'high' } as const,
  ),
  responseFormat: fc.constantFrom(
    { mode: 'text' } as const,
    { mode: 'json' } as const,
    { mode: 'schema', schema: { type: 'object', properties: {} }, name: 'shape', isStrict: true } as const,
  ),
  user: fc.constant('user-7'),
  metadata: fc.constant({ team: 'joinery' }),
  serviceTier: fc.constantFrom('auto', 'flex'),
})

const choice: fc.Arbitrary<NeutralToolChoice> = fc.constantFrom(
  { mode: 'auto' } as const,
  { mode: 'none' } as const,
  { mode: 'any' } as const,
  { mode: 'one', name: 'read' } as const,
  { mode: 'some', names: ['read', 'run'] } as const,
)

const strictTool: fc.Arbitrary<NeutralTool> = fc
  .tuple(marked(functionTool), fc.boolean())
  .map(([tool, isStrict]) => (isStrict ? { ...tool, isStrict } : tool))

/** One tool of each name. */
const tools: fc.Arbitrary<readonly NeutralTool[]> = fc
  .tuple(strictTool, strictTool, strictTool)
  .map((drawn) => drawn.map((tool, index) => ({ ...tool, name: ['read', 'write_file', 'run'][index] ?? '' })))

const result: fc.Arbitrary<Pick<NeutralResult, 'content' | 'isError'>> = fc.record({
  content: fc.oneof(
    text.map((piece) => [piece]),
    json.map((value) => [{ kind: 'json' as const, json: value }]),
    fc.tuple(text, image).map((pieces) => [...pieces]),
  ),
  isError: fc.boolean(),
})

const between: fc.Arbitrary<NeutralTurn> = fc
  .record({ speaker: fc.constantFrom('system' as const, 'developer' as const), part: text })
  .map(({ speaker, part }) => ({ speaker, parts: [part] }))

/** Requests as rich as a format allows, with what its provider signs. */
export function richRequests(provider: string): fc.Arbitrary<NeutralRequest> {
  const proof = provider === 'openai' ? 'encrypted' : 'signature'
  const model: fc.Arbitrary<NeutralPart> = fc.oneof(
    { weight: 3, arbitrary: marked(text) },
    { weight: 2, arbitrary: reasoning(provider, proof) },
    { weight: 1, arbitrary: words.map((said) => ({ kind: 'refusal' as const, text: said })) },
  )
  const call = fc
    .tuple(functionCall, fc.option(signature, { nil: undefined }))
    .map(([plain, value]) => (value === undefined ? plain : { ...plain, signature: { provider, value } }))
  const body = fc
    .record({
      instructions: fc.array(marked(text), { maxLength: 2 }),
      settings,
      toolChoice: fc.option(choice, { nil: undefined }),
      tools,
    })
    .map(({ toolChoice, ...rest }) => (toolChoice === undefined ? rest : { ...rest, toolChoice }))
  const ended: NeutralTurn = { speaker: 'user', parts: [{ kind: 'text', text: 'Go on.' }] }
  return requestOf({ user: fc.oneof(marked(text), marked(image)), model, call, result, between, body }).map(
    (request) => ({ ...request, turns: [...request.turns, ended] }),
  )
}
