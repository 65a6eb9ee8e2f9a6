import { type JsonObject, printJson } from '../../../model/json.ts'
import type {
  NeutralCall,
  NeutralPart,
  NeutralReasoning,
  NeutralResult,
  OwnMembers,
} from '../../../model/neutral.ts'
import { namespaceOf } from '../../../model/tool-namespace.ts'
import { argumentsText, argumentsWords } from '../../call-arguments.ts'
import { loseMark, loseSignature, signatureFor } from '../../losses.ts'
import { addressOf } from '../../media-source.ts'
import { withOwn } from '../../own-members.ts'
import { resultTypes } from '../items.ts'
import { origin } from './origin.ts'
import { type ItemContent, isContentPart, isOpaqueItem } from './read-content.ts'
import { writeOutputOf, writePart } from './write-content.ts'
import type { ResponsesWriting } from './writing.ts'

/** Writes the parts of the model, or of a tool, as items: words side by side are one message. */
export function writeItems(parts: readonly NeutralPart[], writing: ResponsesWriting): readonly unknown[] {
  const items: unknown[] = []
  for (let index = 0; index < parts.length; ) {
    const run = runAt(parts, index)
    items.push(...writeRun(run, writing))
    index += run.length
  }
  return items
}

/** The parts from here on that one item holds. */
function runAt(parts: readonly NeutralPart[], start: number): readonly NeutralPart[] {
  const first = parts[start]
  if (first === undefined) return []
  let end = start + 1
  if (isContentPart(first))
    while (isWithin(parts[end], (part) => isContentPart(part) && !beginsMessage(part))) end++
  if (first.kind === 'reasoning') while (isWithin(parts[end], (part) => continues(first, part))) end++
  return parts.slice(start, end)
}

function isWithin(part: NeutralPart | undefined, test: (part: NeutralPart) => boolean): boolean {
  return part !== undefined && test(part)
}

/** Whether a part keeps what a message of its own said of itself. */
function beginsMessage({ own }: NeutralPart): boolean {
  return own?.origin === origin && own.members.some(({ steps }) => steps[0] !== 'content')
}

/** Whether reasoning is a further text of the same item. */
function continues(first: NeutralReasoning, part: NeutralPart): boolean {
  return (
    part.kind === 'reasoning' && part.proof === undefined && part.id === first.id && part.own === undefined
  )
}

function writeRun(run: readonly NeutralPart[], writing: ResponsesWriting): readonly unknown[] {
  const [first] = run
  if (first === undefined) return []
  // Something opaque is an item of its own, or stands in a message.
  if (first.kind === 'opaque' && first.origin !== origin) return []
  if (first.kind === 'opaque' && isOpaqueItem(first)) return [first.raw]
  if (isContentPart(first)) return writeMessage(run.filter(isContentPart), writing)
  if (first.kind === 'reasoning')
    return writeReasoning(
      first,
      run.filter((part) => part.kind === 'reasoning'),
      writing,
    )
  loseMark(first, writing)
  if (first.kind === 'call') return [writeCall(first, writing)]
  return first.kind === 'result' ? [writeResult(first, writing)] : []
}

/** A message of the model. */
function writeMessage(parts: readonly ItemContent[], writing: ResponsesWriting): readonly unknown[] {
  const content = parts.flatMap((part) => writePart(withOwnOfPart(part), true, writing))
  // A message of which nothing is left is none.
  if (content.length === 0) return []
  const made = { type: 'message', ...named('msg', writing), role: 'assistant', content }
  return [withOwn(made, ownOfItem(parts[0]?.own), origin)]
}

/** An item of an answer has a name, and says that it is whole. */
function named(prefix: string, { nameOf }: ResponsesWriting): JsonObject {
  return nameOf === undefined ? {} : { id: nameOf(prefix), status: 'completed' }
}

/** The members that a message has; those of its parts stand in its content. */
function ownOfItem(own: OwnMembers | undefined): OwnMembers | undefined {
  if (own?.origin !== origin) return undefined
  return { origin, members: own.members.filter(({ steps }) => steps[0] !== 'content') }
}

function withOwnOfPart(part: ItemContent): ItemContent {
  const { own, ...plain } = part
  if (own?.origin !== origin) return plain
  const inside = own.members.filter(({ steps }) => steps[0] === 'content')
  return {
    ...plain,
    own: { origin, members: inside.map(({ steps, value }) => ({ steps: steps.slice(2), value })) },
  }
}

/** The member in which a call holds its arguments, where that is not `arguments`. */
const argumentMembers: Readonly<Record<string, string>> = {
  local_shell: 'action',
  shell: 'action',
  apply_patch: 'operation',
  computer: 'action',
}

function writeCall(call: NeutralCall, writing: ResponsesWriting): unknown {
  loseSignature(call, writing)
  return withOwn({ ...callOf(call), ...(writing.nameOf && itemLabels(call, writing)) }, call.own, origin)
}

function itemLabels({ tool }: NeutralCall, writing: ResponsesWriting): JsonObject {
  return named(tool === 'custom' ? 'ctc' : 'fc', writing)
}

function callOf(call: NeutralCall): JsonObject {
  const ids = { call_id: call.id ?? '' }
  const named = namespaceOf(call.name ?? '')
  if (call.tool === 'custom')
    return { type: 'custom_tool_call', ...ids, ...named, input: argumentsWords(call) }
  const isOwnKind = call.tool !== 'function' && 'json' in call.arguments && isKnownTool(call.tool)
  if (!isOwnKind) return { type: 'function_call', ...ids, ...named, arguments: argumentsText(call) }
  const given = 'json' in call.arguments ? call.arguments.json : {}
  const member = argumentMembers[call.tool] ?? 'arguments'
  const isList = call.tool === 'computer' && Array.isArray(given)
  return { type: `${call.tool}_call`, ...ids, [isList ? 'actions' : member]: given }
}

function isKnownTool(tool: string): boolean {
  return tool === 'local_shell' || Object.hasOwn(resultTypes, tool)
}

function writeResult(result: NeutralResult, writing: ResponsesWriting): unknown {
  const ids = { call_id: result.id ?? '' }
  return withOwn({ ...resultOf(result, ids, writing) }, result.own, origin)
}

function resultOf(result: NeutralResult, ids: JsonObject, writing: ResponsesWriting): JsonObject {
  const { tool, content } = result
  const [only] = content
  const value = only?.kind === 'json' ? only.json : undefined
  switch (tool) {
    case 'custom':
      return { type: 'custom_tool_call_output', ...ids, output: writeOutputOf(result, writing) }
    case 'apply_patch': {
      const status = result.isError ? 'failed' : 'completed'
      const output = writeOutputOf({ ...result, isError: false }, writing)
      return { type: resultTypes[tool], ...ids, status, ...(output !== '' && { output }) }
    }
    case 'tool_search':
      return { type: resultTypes[tool], ...ids, tools: value ?? [] }
    case 'computer':
      return { type: resultTypes[tool], ...ids, output: screenOf(result, value) }
    case 'shell':
    case 'local_shell':
      return { type: `${tool}_call_output`, ...ids, output: value ?? writeOutputOf(result, writing) }
    default:
      return { type: 'function_call_output', ...ids, output: writeOutputOf(result, writing) }
  }
}

function screenOf({ content }: NeutralResult, value: unknown): unknown {
  const [only] = content
  if (only?.kind !== 'media') return value ?? printJson(content)
  const { source } = only
  const held = source.by === 'id' ? { file_id: source.id } : { image_url: addressOf(source) }
  return withOwn({ type: 'computer_screenshot', ...held }, only.own, origin)
}

/** OpenAI takes its reasoning back whole, and no other; copies of its API take the words. In an answer they are shown. */
function writeReasoning(
  first: NeutralReasoning,
  parts: readonly NeutralReasoning[],
  writing: ResponsesWriting,
): readonly unknown[] {
  for (const part of parts) loseMark(part, writing)
  const value = signatureFor(first.proof, first.at, writing)
  const isOwn = value !== undefined || first.id?.startsWith('rs_') === true
  if (!isOwn && writing.provider === 'openai' && writing.nameOf === undefined) {
    for (const { at } of parts)
      writing.lose(at, 'reasoning', 'The target takes back its own reasoning alone.')
    return []
  }
  const texts = parts.filter(({ text }) => text !== '')
  const isShown = ({ isSummary }: NeutralReasoning): boolean =>
    isSummary !== true && (isOwn || writing.nameOf === undefined)
  const summary = texts.filter((part) => !isShown(part)).map(({ text }) => ({ type: 'summary_text', text }))
  const content = texts.filter(isShown).map(({ text }) => ({ type: 'reasoning_text', text }))
  const id =
    isOwn && first.id !== undefined ? { id: first.id } : writing.nameOf && { id: writing.nameOf('rs') }
  const made = {
    type: 'reasoning',
    ...id,
    summary,
    ...(content.length > 0 && { content }),
    ...(value !== undefined && { encrypted_content: value }),
  }
  return [withOwn(made, first.own, origin)]
}
