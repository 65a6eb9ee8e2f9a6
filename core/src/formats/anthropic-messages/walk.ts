import type { Facts } from '../../model/facts.ts'
import { isObject, isWellFormed, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import type { ArgumentsForm, Part, Result, Speaker, Turn, Unreadable } from '../../model/transcript.ts'
import { isStandIn } from '../../texts/fixed.ts'
import { isTurnless, likelySpeaker, messagesOf, roleOf, speakers } from '../messages.ts'
import { readAs } from '../own-turn.ts'
import { pieceType } from './blocks.ts'
import { readHosted, referencesIn } from './hosted.ts'
import { imageOf, imagesIn } from './images.ts'
import { ownTurn } from './own-turn.ts'
import { repeatedIn } from './repeated-tools.ts'
import { readStrange } from './strange.ts'
import { toolChangeOf, toolChangesIn } from './tool-changes.ts'

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  const thinking = isObject(body.thinking) ? body.thinking.type : undefined
  const tools = Array.isArray(body.tools) ? body.tools : none
  const system = Array.isArray(body.system) ? body.system : none
  const names = tools.length === 0 ? undefined : toolNames(tools)
  // Without the declared tools nobody knows what a change adds to.
  const changes = names === undefined ? none : toolChangesIn(messagesOf(document) ?? none)
  return {
    model: nonEmpty(body.model),
    isThinking: thinking === 'enabled' || thinking === 'adaptive',
    isAdaptive: thinking === 'adaptive',
    isSummarized: isObject(body.compaction),
    isContinued: false,
    isBody: isObject(document),
    isTurnless: isTurnless(document),
    hasInstructions: body.system !== undefined,
    instructions: system.length === 0 ? undefined : Array.from(system, readBlock),
    areInstructionsCut: !isWellFormed(body.system),
    tools: names,
    forces: forcedBy(isObject(body.tool_choice) ? body.tool_choice.type : undefined),
    toolChanges: changes.length === 0 ? undefined : changes,
    hasNamelessTools: tools.length > 0 && names === undefined,
    repeatedTools: names === undefined || names.size === tools.length ? undefined : repeatedIn(tools),
    marks: marksIn(system) + marksIn(tools) + (isMarked(body) ? 1 : 0),
  }
}

function forcedBy(choice: unknown): Facts['forces'] {
  if (choice === 'any') return 'any'
  return choice === 'tool' ? 'one' : undefined
}

/** The declared names; a server that brings tools of its own brings names that nobody here knows. */
function toolNames(tools: readonly unknown[]): ReadonlySet<string> | undefined {
  const names = new Set<string>()
  for (const tool of tools) {
    const name = isObject(tool) ? nonEmpty(tool.name) : undefined
    if (name === undefined) return undefined
    names.add(name)
  }
  return names
}

const none: readonly never[] = []

function marksIn(list: readonly unknown[]): number {
  let count = 0
  for (const element of list) if (isObject(element) && isMarked(element)) count++
  return count
}

function isMarked({ cache_control: mark }: JsonObject): boolean {
  return mark !== undefined && mark !== null
}

export function readTurn(message: unknown, index: number, root: Place, unreadable: Unreadable[]): Turn {
  if (!isObject(message)) {
    unreadable.push({ at: [...root, index], wanted: 'an object' })
    return turnOf('unknown', 'unreadable', [], index, message)
  }
  const own = ownTurn(message)
  if (own !== undefined) return readAs(readTurn(own, index, root, []), message, roleOf(message))
  const { role, content } = message
  const speaker = speakers.get(role) ?? 'unknown'
  if (typeof content === 'string') return turnOf(speaker, 'text', [wholeText(content)], index, message)
  if (Array.isArray(content)) {
    const turn = turnOf(speaker, 'list', readBlocks(content, index, root, unreadable), index, message)
    return isSetting(message, content) ? { ...turn, isSetting: true } : turn
  }
  if (content === undefined || content === null) return turnOf(speaker, 'none', [], index, message)
  unreadable.push({ at: [...root, index, 'content'], wanted: 'a string or a list' })
  return turnOf(speaker, 'unreadable', [], index, message)
}

/** Instructions that say nothing and only set how the model answers. */
function isSetting({ role, output_config: setting }: JsonObject, content: readonly unknown[]): boolean {
  return role === 'system' && content.length === 0 && isObject(setting)
}

function turnOf(speaker: Speaker, shape: Turn['shape'], parts: Part[], index: number, raw: unknown): Turn {
  const role = roleOf(raw)
  const turn = {
    speaker,
    role,
    shape,
    parts,
    index,
    raw,
    vacant: false,
    isPrefix: false,
    isAborted: false,
  }
  // A tool that the provider runs stands in the model's own turn, with its result.
  const hasCalls = parts.some(({ kind }) => kind === 'call' || kind === 'hosted')
  const isClear = speaker === 'user' || speaker === 'model' || (speaker !== 'unknown' && !hasCalls)
  // Agents of chat APIs keep it there, and send it from there.
  if (speaker === 'model' && isObject(raw) && typeof raw.reasoning_content === 'string')
    return { ...turn, hasReasoning: true }
  return isClear ? turn : { ...turn, likely: likelySpeaker(role, hasCalls) }
}

function wholeText(text: string): Part {
  return { kind: 'text', list: 'content', index: -1, raw: text, text }
}

function readBlocks(
  content: readonly unknown[],
  turn: number,
  root: Place,
  unreadable: Unreadable[],
): Part[] {
  // One that grows has room for many more.
  const parts = new Array<Part>(content.length)
  for (let index = 0; index < content.length; index++) {
    const part = readBlock(content[index], index)
    parts[index] = part
    if (part.kind === 'other' && !part.isReadable) {
      unreadable.push({ at: [...root, turn, 'content', index], wanted: 'a content block' })
    }
  }
  return parts
}

function readBlock(raw: unknown, index: number): Part {
  const part = readPart(raw, index)
  // A spread costs more than all the rest of a look at a small body.
  return isObject(raw) && isMarked(raw) ? Object.assign(part, { mark: raw.cache_control }) : part
}

function readPart(raw: unknown, index: number): Part {
  const list = 'content'
  if (!isObject(raw)) return { kind: 'other', list, index, raw, isReadable: false }
  switch (raw.type) {
    case 'text':
      if (typeof raw.text !== 'string') return { kind: 'other', list, index, raw, isReadable: false }
      return { kind: 'text', list, index, raw, text: raw.text }
    case 'tool_use':
      return readCall(raw, index)
    case 'tool_result':
      return readResult(raw, index)
    case 'thinking': {
      const signed = nonEmpty(raw.signature) !== undefined
      return { kind: 'reasoning', list, index, raw, sealed: false, signed }
    }
    case 'redacted_thinking':
      return { kind: 'reasoning', list, index, raw, sealed: true, signed: true }
    case 'image':
      return { kind: 'media', list, index, raw, images: [imageOf(raw)] }
    case 'document':
      return { kind: 'media', list, index, raw }
    case 'tool_addition': {
      const toolChange = toolChangeOf(raw)
      const offers = toolChange.name === undefined ? undefined : [toolChange.name]
      return { kind: 'other', list, index, raw, isReadable: true, toolChange, offers }
    }
    case 'tool_removal':
      return { kind: 'other', list, index, raw, isReadable: true, toolChange: toolChangeOf(raw) }
    case 'search_result':
    case 'container_upload':
      return { kind: 'other', list, index, raw, isReadable: true }
    case 'compaction':
      return { kind: 'other', list, index, raw, isReadable: true, isSummary: true, isStrange: true }
    case pieceType:
      return { kind: 'other', list, index, raw, isReadable: true, isSilent: true }
    default:
      return readHosted(raw, index) ?? readStrange(raw, index)
  }
}

function readCall(raw: JsonObject, index: number): Part {
  // A call that was cut while it was streamed has its arguments as text.
  const given = raw.input ?? raw.partial_json
  return {
    kind: 'call',
    list: 'content',
    index,
    raw,
    id: nonEmpty(raw.id),
    name: nonEmpty(raw.name),
    arguments: given,
    form: formOf(given),
    tool: 'function',
    signed: false,
    excused: false,
  }
}

function formOf(input: unknown): ArgumentsForm {
  if (isObject(input)) return 'object'
  if (input === undefined || input === null) return 'absent'
  return typeof input === 'string' ? 'broken-text' : 'other'
}

function readResult(raw: JsonObject, index: number): Result {
  const { content } = raw
  const blocks = Array.isArray(content) ? content : []
  const hasMedia = blocks.some((block) => isObject(block) && block.type !== 'text')
  return {
    kind: 'result',
    list: 'content',
    index,
    raw,
    id: nonEmpty(raw.tool_use_id),
    alias: nonEmpty(raw.id),
    name: nonEmpty(raw.name),
    tool: 'function',
    content,
    isError: raw.is_error === true,
    isEmpty:
      content === '' ||
      content === undefined ||
      content === null ||
      (Array.isArray(content) && blocks.length === 0),
    isNull: false,
    hasMedia,
    images: hasMedia ? imagesIn(blocks) : undefined,
    references: referencesIn(blocks),
    isSynthetic: isStandIn(wordsOf(content)),
  }
}

function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content
  const only: unknown = Array.isArray(content) && content.length === 1 ? content[0] : undefined
  return isObject(only) && typeof only.text === 'string' ? only.text : ''
}
