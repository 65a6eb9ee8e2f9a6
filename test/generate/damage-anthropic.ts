import { type Damage, type Draft, objectsOf, resultsOf } from './draft.ts'
import { isObject, type Json, type JsonObject, pick } from './json.ts'
import { type Part, partsOf, write } from './scribe.ts'

const mark = { type: 'ephemeral' }
const large = [
  // A PNG of 8001 by 1, a GIF of 640 by 9001, a WebP of 3000 by 20 and a JPEG of 8000 by 2001, up to their sizes.
  ['png', 'iVBORw0KGgoAAAANSUhEUgAAH0EAAAABCAYAAAA='],
  ['gif', 'R0lGODlhgAIpIwAAAA=='],
  ['webp', 'UklGRhYAAABXRUJQVlA4WAoAAAAAAAAAtwsAEwAA'],
  ['jpeg', '/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAfRH0ADASIA'],
] as const
const toolReference = (name: string): JsonObject => ({ type: 'tool_reference', name })
const given = (tool: JsonObject): JsonObject => ({ type: 'tool_addition', tool })
const taken = (tool: JsonObject): JsonObject => ({ type: 'tool_removal', tool })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } }

/** Damages to what only the Messages API has: thinking blocks, tools of the server, cache marks. */
export const anthropicDamages: Readonly<Record<string, Damage>> = {
  'unsigned-thinking': (draft, a, b) => {
    const thought = pick(blocksOf(draft, isThought), a)?.value
    if (thought === undefined || thought.type !== 'thinking') return
    if (b % 2 === 0) delete thought.signature
    else thought.signature = ''
  },

  'system-turn': (draft, a, b, c) => {
    const name = pick(['run', 'search', 'later'], b) ?? 'run'
    const definition = { type: 'tool_definition', definition: { name, input_schema: { type: 'object' } } }
    const reference =
      c % 7 === 6 ? { type: 'mcp_toolset_reference', server_name: 'files' } : toolReference(name)
    const change = b % 2 === 0 ? taken(reference) : given(c % 3 === 0 ? definition : reference)
    const said = { type: 'text', text: draft.words() }
    const content = b % 5 === 0 ? [said, change] : b % 3 === 0 ? said.text : [said]
    const count = 1 + (c % 2)
    const turns = Array.from({ length: count }, () => ({ role: 'system', content: structuredClone(content) }))
    if (count > 1) turns[1] = { role: 'system', content: draft.words() }
    draft.turns.splice(a % (draft.turns.length + 1), 0, ...turns)
  },

  'drop-thinking': (draft, a) => {
    const thought = pick(blocksOf(draft, isThought), a)
    if (thought !== undefined && thought.list.length > 1)
      thought.list.splice(thought.list.indexOf(thought.value), 1)
  },

  'late-thinking': (draft, a, b) => {
    const thought = pick(blocksOf(draft, isThought), a)
    if (thought === undefined) return
    const at = thought.list.indexOf(thought.value)
    thought.list.splice(at, 1)
    thought.list.splice(at + 1 + b, 0, thought.value)
  },

  'thinking-on': ({ body }, a) => {
    if (body !== undefined) body.thinking = { type: a % 4 === 0 ? 'adaptive' : 'enabled' }
  },

  'thinking-off': ({ body }, a) => {
    if (a % 2 === 0 && body !== undefined) body.thinking = { type: 'disabled' }
    else delete body?.thinking
  },

  'thinking-at-the-end': (draft) => {
    const thought = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmVk' }
    draft.turns.push({ role: 'assistant', content: [thought, draft.scribe.text(draft.words())] })
  },

  'cut-thinking': (draft, a) => {
    const thought = pick(blocksOf(draft, isThought), a)?.value
    if (thought?.type === 'thinking') thought.thinking = 'Considered \ud83d'
  },

  'mark-on-thinking': (draft, a) => {
    const thought = pick(blocksOf(draft, isThought), a)?.value
    if (thought !== undefined) thought.cache_control = mark
  },

  'drop-half-of-a-server-tool': (draft, a) => {
    const half = pick(blocksOf(draft, isHosted), a)
    if (half !== undefined && half.list.length > 1) half.list.splice(half.list.indexOf(half.value), 1)
  },

  'server-tool-backwards': (draft, a) => {
    const use = pick(blocksOf(draft, isUse), a)
    if (use === undefined) return
    const at = use.list.indexOf(use.value)
    use.list.splice(at, 2, ...use.list.slice(at, at + 2).reverse())
  },

  'illegal-server-tool-id': (draft, a, b) => {
    const use = pick(blocksOf(draft, isUse), a)
    const results = blocksOf(draft, isHosted).filter(({ value }) => value.tool_use_id === use?.value.id)
    if (use === undefined) return
    const id = `toolu_${a}`
    if (b % 3 < 2) for (const { value } of results) value.tool_use_id = id
    use.value.id = id
  },

  'pending-server-tool': (draft, a, b) => {
    const lists = objectsOf(draft).filter(({ role }) => role === 'assistant')
    const list = pick(lists, a)?.content
    const use = {
      type: b % 2 === 0 ? 'server_tool_use' : 'mcp_tool_use',
      id: `srvtoolu_p${a}`,
      name: 'web_search',
      input: {},
    }
    const at = Array.isArray(list)
      ? list.findIndex((block) => isObject(block) && block.type === 'tool_use')
      : -1
    if (Array.isArray(list)) list.splice(at < 0 ? list.length : at, 0, use)
  },

  'server-tool-result-in-the-next-turn': (draft, a) => {
    const result = pick(
      blocksOf(draft, ({ value }) => isHosted({ value }) && !isUse({ value })),
      a,
    )
    const next = draft.turns.slice(draft.turns.indexOf(result?.turn ?? null) + 1)
    const home = next.find(
      (turn) => isObject(turn) && turn.role === 'assistant' && Array.isArray(turn.content),
    )
    if (result === undefined || !isObject(home) || !Array.isArray(home.content)) return
    result.list.splice(result.list.indexOf(result.value), 1)
    home.content.unshift(result.value)
  },

  'image-in-an-error': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    if (result === undefined) return
    result.is_error = true
    const words = typeof result.content === 'string' && b % 2 === 0 ? [draft.scribe.text(result.content)] : []
    if (!Array.isArray(result.content) && words.length === 0) return
    result.content = [
      ...words,
      ...(Array.isArray(result.content) ? result.content : []),
      b < 4 ? image : { type: 'tool_reference', tool_name: 'run' },
    ]
  },

  'large-image': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    const isInResult = b % 2 === 0 && result !== undefined
    show(draft, isInResult ? result : pick(usersOf(draft), a), [largeImage(a + b)])
  },

  'many-images': (draft, a, b) => {
    const url = { type: 'url', url: 'https://example.com/a.png' }
    const few = Array.from({ length: 18 + b }, (): Json => ({ type: 'image', source: url }))
    show(draft, pick(usersOf(draft), a), [...few, largeImage(a)])
  },

  'reference-to-a-lost-tool': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    const hosted = pick(
      blocksOf(draft, ({ value }) => isHosted({ value }) && !isUse({ value })),
      a,
    )?.value
    const lost = { type: 'tool_reference', tool_name: b % 2 === 0 ? 'lost' : 'search' }
    if (draft.body !== undefined && b < 4) draft.body.tools = [{ name: 'run' }]
    if (b % 3 === 0 && hosted !== undefined)
      hosted.content = { type: 'tool_search_tool_search_result', tool_references: [lost] }
    else if (result !== undefined && typeof result.content === 'string')
      result.content = [draft.scribe.text(result.content), lost]
  },

  'many-marks': (draft, a, b) => {
    for (const { value } of blocksOf(draft, ({ value }) => !isThought({ value })).slice(a % 3)) {
      if (b > 1 || value.type === 'text') value.cache_control = mark
    }
  },

  'marks-in-the-body': ({ body }, a) => {
    const blocks = Array.from({ length: 2 + (a % 4) }, (_, index) => ({
      type: 'text',
      text: `Be ${index}.`,
      cache_control: mark,
    }))
    if (body !== undefined) body.system = blocks
  },

  'empty-text-in-the-body': (draft, a) => {
    const empty = draft.scribe.text('')
    if (draft.body !== undefined)
      draft.body.system = a % 2 === 0 ? [empty] : [draft.scribe.text('Be brief.'), empty]
  },

  'members-of-others': (draft, a, b) => {
    const turn = pick(objectsOf(draft), a)
    const block = pick(
      blocksOf(draft, ({ value }) => ['text', 'tool_use', 'tool_result'].includes(String(value.type))),
      a,
    )?.value
    const name = pick(['name', 'timestamp', 'id', 'index', 'partial_json', 'flags', 'caller', 'text'], b)
    if (name === undefined) return
    if (name === 'timestamp') write(turn, [name], 7)
    else if (block !== undefined && block[name] === undefined) block[name] = name === 'text' ? '' : 3
  },

  'forced-call': ({ body }, a, b) => {
    if (body === undefined) return
    body.tool_choice =
      a % 2 === 0 ? { type: 'any', disable_parallel_tool_use: true } : { type: 'tool', name: 'run' }
    if (b % 3 === 0) body.thinking = { type: 'enabled', budget_tokens: 1024 }
  },

  'cut-instructions': ({ body }, a) => {
    const cut = 'Be brief \ud83d'
    if (body !== undefined)
      body.system = a % 2 === 0 ? cut : [{ type: 'text', text: cut, cache_control: mark }]
  },

  'arguments-in-pieces': (draft, a, b) => {
    const call = pick(
      blocksOf(draft, ({ value }) => value.type === 'tool_use' && isObject(value.input)),
      a,
    )
    if (call === undefined) return
    const written = JSON.stringify(call.value.input) ?? ''
    const half = Math.ceil(written.length / 2)
    const pieces = [written.slice(0, half), written.slice(half)]
    call.value.input = b % 3 === 0 ? '' : {}
    const blocks = pieces.map((piece): Json => ({ type: 'input_json_delta', index: 1, partial_json: piece }))
    call.list.splice(call.list.indexOf(call.value) + 1, 0, ...blocks)
  },

  'odd-result': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value
    const said = result?.content
    if (result === undefined || typeof said !== 'string') return
    result.content = pick<Json>([{ said }, [said], [{ type: 'text', text: { said } }], 7], b) ?? 7
  },

  'one-message-for-each-block': (draft, a) => {
    const turn = pick(
      objectsOf(draft).filter(({ role }) => role === 'assistant'),
      a,
    )
    if (turn === undefined || !Array.isArray(turn.content)) return
    const turns = turn.content.map((block): Json => ({ role: 'assistant', content: [block] }))
    draft.turns.splice(draft.turns.indexOf(turn), 1, ...turns)
  },
}

/** Adds blocks to what a message or a result holds. */
function show(draft: Draft, holder: JsonObject | undefined, blocks: readonly Json[]): void {
  const held = holder?.content
  if (holder === undefined || !(typeof held === 'string' || Array.isArray(held))) return
  holder.content = [...(typeof held === 'string' ? [draft.scribe.text(held)] : held), ...blocks]
}

function largeImage(number: number): Json {
  const [kind, data] = pick(large, number) ?? large[0]
  return { type: 'image', source: { type: 'base64', media_type: `image/${kind}`, data } }
}

function usersOf(draft: Draft): JsonObject[] {
  return objectsOf(draft).filter(({ role }) => role === 'user')
}

type Held = Pick<Part, 'value'>

function blocksOf(draft: Draft, isWanted: (part: Held) => boolean): Part[] {
  return objectsOf(draft)
    .flatMap((turn: JsonObject) => partsOf(turn, turn.content))
    .filter(isWanted)
}

function isThought({ value }: Held): boolean {
  return value.type === 'thinking' || value.type === 'redacted_thinking'
}

function isUse({ value }: Held): boolean {
  return value.type === 'server_tool_use' || value.type === 'mcp_tool_use'
}

function isHosted({ value }: Held): boolean {
  return isUse({ value }) || (String(value.type).endsWith('_tool_result') && value.type !== 'tool_result')
}
