/** A block of a message. */
export type Block = { readonly type: string; readonly [member: string]: unknown }

export interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}

/** A request as the API gets it. */
export interface Request {
  readonly model: string
  readonly system?: unknown
  readonly tools?: readonly unknown[]
  readonly thinking?: {
    readonly type: string
    readonly block_binding?: { readonly prefix_mismatch_behavior?: string }
  }
  readonly messages: readonly Message[]
}

/** What the API made of a request. */
export interface Told {
  /** The place of the first block that does not fit, where that is refused. */
  readonly refused: string | undefined
  /** The signatures of the blocks that the model sees. */
  readonly valid: readonly string[]
}

interface Made {
  readonly prefix: string
  readonly before: string
}

/**
 * An API that binds each block of thinking to everything before it.
 *
 * Written from Anthropic's documents; it shares nothing with what it tests.
 */
export class BoundApi {
  readonly #made = new Map<string, Made>()
  #count = 0

  /** Checks a request as the API does. */
  check(request: Request): Told {
    const drops = request.thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block'
    const valid: string[] = []
    let refused: string | undefined
    for (const { place, signature, prefix } of thoughtsIn(request)) {
      const made = this.#made.get(signature)
      const before = valid.at(-1) ?? ''
      const fits = made !== undefined && made.prefix === prefix && (before === '' || made.before === before)
      if (fits) valid.push(signature)
      else if (!drops) refused ??= place
    }
    return { refused, valid }
  }

  /** The model's answer to a request: it thinks, speaks, and calls so many tools. */
  answer(request: Request, calls: number): Message {
    const number = this.#count++
    const signature = `signature-${number}`
    const { valid } = this.check(request)
    this.#made.set(signature, { prefix: prefixOf(request), before: valid.at(-1) ?? '' })
    const thought = { type: 'thinking', thinking: `Thought ${number}.`, signature }
    const text = { type: 'text', text: `Answer ${number}.` }
    const uses = Array.from({ length: calls }, (_, index) => ({
      type: 'tool_use',
      id: `toolu_${number}_${index}`,
      name: 'look',
      input: {},
    }))
    return { role: 'assistant', content: [thought, text, ...uses] }
  }
}

interface Thought {
  readonly place: string
  readonly signature: string
  readonly prefix: string
}

/** The thinking of a request, each with all that stands before it. */
export function thoughtsIn(request: Request): readonly Thought[] {
  const thoughts: Thought[] = []
  const read = headOf(request)
  for (const [index, { role, content }] of request.messages.entries()) {
    for (const [position, block] of blocksOf(content).entries()) {
      const place = `messages.${index}.content.${position}`
      if (block.type === 'thinking')
        thoughts.push({ place, signature: String(block.signature), prefix: read.join('\n') })
      else read.push(JSON.stringify([role, unmarked(block)]))
    }
  }
  return thoughts
}

function prefixOf(request: Request): string {
  const blocks = request.messages.flatMap(({ role, content }) =>
    blocksOf(content)
      .filter(({ type }) => type !== 'thinking')
      .map((block) => JSON.stringify([role, unmarked(block)])),
  )
  return [...headOf(request), ...blocks].join('\n')
}

function headOf({ system, tools = [] }: Request): string[] {
  return [JSON.stringify(system ?? null), JSON.stringify(tools)]
}

function blocksOf(content: Message['content']): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

function unmarked({ cache_control: _, ...block }: Block): unknown {
  return block
}
