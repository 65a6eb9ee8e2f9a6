import { type Damage, type Draft, objectsOf, resultsOf } from './draft.ts'
import { isObject, type Json, type JsonObject, pick } from './json.ts'
import { type Part, partsOf } from './scribe.ts'

const image = { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } }

/** Damages to what only Claude minds behind the Converse API: reasoning, and errors with more than words. */
export const converseDamages: Readonly<Record<string, Damage>> = {
  'unsigned-reasoning': (draft, a, b) => {
    const thought = pick(thoughtsOf(draft), a)?.value
    if (thought !== undefined)
      thought.reasoningContent = { reasoningText: { text: 'Hm.', ...(b % 2 === 0 ? {} : { signature: '' }) } }
  },

  'system-turn': (draft, a, b, c) => {
    const tool = { type: 'tool_reference', name: 'run' }
    const change = b % 2 === 0 ? { toolRemoval: { tool } } : { toolAddition: { tool } }
    const said = { text: draft.words() }
    const content =
      b % 5 === 0 ? [said, change] : b % 3 === 0 ? [said, { cachePoint: { type: 'default' } }] : [said]
    const turns: Json[] = [{ role: 'system', content }]
    if (c % 2 > 0) turns.push({ role: 'system', content: [{ text: draft.words() }] })
    draft.turns.splice(a % (draft.turns.length + 1), 0, ...turns)
  },

  'drop-reasoning': (draft, a) => {
    const thought = pick(thoughtsOf(draft), a)
    if (thought !== undefined && thought.list.length > 1)
      thought.list.splice(thought.list.indexOf(thought.value), 1)
  },

  'late-reasoning': (draft, a, b) => {
    const thought = pick(thoughtsOf(draft), a)
    if (thought === undefined) return
    const at = thought.list.indexOf(thought.value)
    thought.list.splice(at, 1)
    thought.list.splice(at + 1 + b, 0, thought.value)
  },

  'thinking-on': ({ body }, a) => {
    const thinking = { type: a % 4 === 0 ? 'adaptive' : 'enabled' }
    if (body !== undefined) body.additionalModelRequestFields = { thinking }
  },

  'thinking-off': ({ body }, a) => {
    if (body === undefined) return
    if (a % 2 === 0) body.additionalModelRequestFields = { thinking: { type: 'disabled' } }
    else delete body.additionalModelRequestFields
  },

  'many-marks': (draft, a, b) => {
    for (const { content } of objectsOf(draft).slice(a % 3))
      if (Array.isArray(content)) content.splice(b, 0, { cachePoint: { type: 'default' } })
  },

  'marks-in-the-body': ({ body }, a) => {
    const mark = { cachePoint: { type: 'default' } }
    const system = Array.from({ length: 2 + (a % 4) }, (_, index) => [{ text: `Be ${index}.` }, mark])
    if (body !== undefined) body.system = system.flat()
  },

  'forced-call': ({ body }, a) => {
    const config = body?.toolConfig
    if (isObject(config)) config.toolChoice = a % 2 === 0 ? { any: {} } : { tool: { name: 'run' } }
  },

  'cut-instructions': ({ body }) => {
    if (body !== undefined) body.system = [{ text: 'Be brief \ud83d' }]
  },

  'document-name': (draft, a, b) => {
    const names = ['report.pdf', 'two  spaces', 'r\u00e9sum\u00e9', 'full\u3000width', '']
    const document = { format: 'pdf', name: pick(names, b) ?? '', source: { bytes: 'AAAA' } }
    const result = pick(resultsOf(draft), a)?.value.toolResult
    const turn = pick(
      objectsOf(draft).filter(({ role }) => role === 'user'),
      a,
    )
    if (a % 2 === 0 && isObject(result) && Array.isArray(result.content)) result.content.push({ document })
    else if (Array.isArray(turn?.content)) turn.content.push({ document }, { text: draft.words() })
  },

  'document-twice': (draft, a, b) => {
    const document = { format: 'pdf', name: b % 2 === 0 ? 'report' : 'report.pdf', source: { bytes: 'AAAA' } }
    const turns = objectsOf(draft).filter(({ role }) => role === 'user')
    for (const turn of [pick(turns, a), pick(turns, a + b)])
      if (Array.isArray(turn?.content)) turn.content.push({ document }, { text: draft.words() })
  },

  'image-in-an-error': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value.toolResult
    if (!isObject(result) || !Array.isArray(result.content)) return
    result.status = 'error'
    result.content.push(b < 4 ? structuredClone(image) : { searchResult: { title: 'oak' } })
  },

  'words-without-a-list': (draft, a, b) => {
    const result = pick(resultsOf(draft), a)?.value.toolResult
    const holder = b % 2 === 0 ? pick(objectsOf(draft), a) : isObject(result) ? result : undefined
    if (holder !== undefined && Array.isArray(holder.content))
      holder.content = onlyWords(holder.content) ?? holder.content
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

function thoughtsOf(draft: Draft): Part[] {
  return objectsOf(draft)
    .flatMap((turn: JsonObject) => partsOf(turn, turn.content))
    .filter(({ value }) => isObject(value.reasoningContent))
}

/** What a content says in one string, where it is a single text or nothing at all. */
function onlyWords(content: readonly Json[]): string | undefined {
  const only = content[0] ?? { text: '' }
  return content.length < 2 && isObject(only) && typeof only.text === 'string' ? only.text : undefined
}
