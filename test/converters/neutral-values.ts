import fc from 'fast-check'
import type {
  NeutralCall,
  NeutralMedia,
  NeutralPart,
  NeutralReasoning,
  NeutralRequest,
  NeutralResult,
  NeutralText,
  NeutralTool,
  NeutralTurn,
} from '../../core/src/model/neutral.ts'

// Generated neutral conversations. Each format says which parts it can write without a loss.

type Piece = NeutralResult['content'][number]

/** What a format can hold, as generators. */
export interface Abilities {
  readonly user: fc.Arbitrary<NeutralPart>
  /** Parts of the model besides calls. */
  readonly model: fc.Arbitrary<NeutralPart>
  readonly call: fc.Arbitrary<Omit<NeutralCall, 'id' | 'name'>>
  /** The content of a result, and whether the tool failed. */
  readonly result: fc.Arbitrary<Pick<NeutralResult, 'content' | 'isError'>>
  /** A turn of instructions between others, where the format has them. */
  readonly between?: fc.Arbitrary<NeutralTurn>
  readonly body: fc.Arbitrary<Omit<NeutralRequest, 'as' | 'isBare' | 'turns' | 'places'>>
}

/** Words that no format trims, splits or reads as something else. */
export const words: fc.Arbitrary<string> = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => `say ${text.replaceAll('[', '(')} end`)

export const text: fc.Arbitrary<NeutralText> = words.map((said) => ({ kind: 'text', text: said }))

export const json: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant({ a: 1, list: [true, null, 'x'] }),
  fc.record({ count: fc.integer(), name: words }),
)

export const signature: fc.Arbitrary<string> = fc.base64String({ minLength: 8, maxLength: 16 })

export const functionCall: Abilities['call'] = json.map((value) => ({
  kind: 'call',
  tool: 'function',
  arguments: { json: value },
}))

export const image: fc.Arbitrary<NeutralMedia> = fc.constantFrom(
  { kind: 'media', media: 'image', source: { by: 'data', data: 'iVBORw0KGgo=', type: 'image/png' } },
  { kind: 'media', media: 'image', source: { by: 'data', data: '/9j/4AAQ', type: 'image/jpeg' } },
)

export const imageAddress: fc.Arbitrary<NeutralMedia> = fc.constant({
  kind: 'media',
  media: 'image',
  source: { by: 'address', address: 'https://example.com/a.png', type: undefined },
})

export const pdf: fc.Arbitrary<NeutralMedia> = fc.constant({
  kind: 'media',
  media: 'file',
  source: { by: 'data', data: 'JVBERi0=', type: 'application/pdf' },
  name: 'report',
})

/** Reasoning of a provider, with its proof. */
export function reasoning(provider: string, as: 'signature' | 'encrypted'): fc.Arbitrary<NeutralReasoning> {
  return fc.record({ text: as === 'encrypted' ? fc.constant('') : words, value: signature }).map(
    ({ text: said, value }): NeutralReasoning => ({
      kind: 'reasoning',
      text: said,
      proof: { provider, value, as },
    }),
  )
}

/** A result whose content is made of one piece. */
export function resultOf(piece: fc.Arbitrary<Piece>, mayFail: boolean): Abilities['result'] {
  return fc
    .record({ piece, isError: mayFail ? fc.boolean() : fc.constant(false) })
    .map(({ piece: only, isError }) => ({ content: [only], isError }))
}

/** The same value, with a cache mark or without. */
export function marked<Value extends object>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const marks = fc.constantFrom(undefined, {}, { lifetime: '1h' })
  return fc.tuple(values, marks).map(([value, mark]) => (mark === undefined ? value : { ...value, mark }))
}

export const functionTool: fc.Arbitrary<NeutralTool> = fc
  .record({
    name: fc.constantFrom('read', 'write_file', 'run'),
    description: fc.option(words, { nil: undefined }),
    parameters: fc.constantFrom(
      { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      { type: 'object', properties: { n: { type: ['number', 'null'] } }, additionalProperties: false },
      { type: 'object', properties: {} },
    ),
  })
  .map(({ name, description, parameters }) => ({
    kind: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters,
  }))

/** Draws some members of an object; those that are not drawn are absent. */
export function some<Shape extends object>(
  shape: {
    [Name in keyof Shape]: fc.Arbitrary<NonNullable<Shape[Name]>>
  },
): fc.Arbitrary<Shape> {
  return fc.record(shape, { requiredKeys: [] }) as unknown as fc.Arbitrary<Shape>
}

/** A request of a format: exchanges of a user turn, a model turn, and the results of its calls. */
export function requestOf(abilities: Abilities): fc.Arbitrary<NeutralRequest> {
  return fc
    .record({
      exchanges: fc.array(exchangeOf(abilities), { maxLength: 5 }),
      body: abilities.body,
      isBare: fc.constant(false),
    })
    .map(({ exchanges, body, isBare }) => ({
      as: 'request',
      isBare,
      ...body,
      turns: exchanges.flatMap((exchange, index) => turnsOf(exchange, index)),
    }))
}

interface Exchange {
  readonly between: NeutralTurn | undefined
  readonly user: readonly NeutralPart[]
  readonly model: readonly NeutralPart[]
  readonly calls: readonly {
    readonly call: Omit<NeutralCall, 'id' | 'name'>
    readonly result: Pick<NeutralResult, 'content' | 'isError'>
  }[]
}

function exchangeOf({ user, model, call, result, between }: Abilities): fc.Arbitrary<Exchange> {
  return fc.record({
    between: between === undefined ? fc.constant(undefined) : fc.option(between, { nil: undefined }),
    user: fc.array(user, { minLength: 1, maxLength: 3 }),
    model: fc.array(model, { minLength: 1, maxLength: 3 }),
    calls: fc.array(fc.record({ call, result }), { maxLength: 3 }),
  })
}

const names = ['read', 'write_file', 'run']

function turnsOf({ between, user, model, calls }: Exchange, index: number): readonly NeutralTurn[] {
  const named = calls.map(({ call, result }, position) => {
    const joint = { id: `call_${index}_${position}`, name: names[position] ?? 'read' }
    return {
      call: { ...call, ...joint },
      result: { kind: 'result', tool: call.tool, ...result, ...joint },
    } as const
  })
  const turns: NeutralTurn[] = [{ speaker: 'user', parts: user }]
  if (between !== undefined) turns.push(between)
  turns.push({ speaker: 'model', parts: [...model, ...named.map(({ call }) => call)] })
  if (named.length > 0) turns.push({ speaker: 'tool', parts: named.map(({ result }) => result) })
  return turns
}
