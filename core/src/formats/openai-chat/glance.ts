import {
  type GlanceOver,
  isFull,
  putAnswered,
  putSighting,
  type Sightings,
  type Traits,
  traits,
} from '../../model/glance.ts'
import { isObject } from '../../model/json.ts'
import { isJson } from '../arguments.ts'
import { hasWords, memberCount } from '../plain.ts'
import { isForeignAnswer, isForeignResult, isForeignSpeech, type MayBeForeign } from './foreign-members.ts'

const { user, model, tool, system, odd, spoken, reasoning, calls, results, list, bare, blank } = traits
const { broken, extra, extraPart, foreign, foreignPart, noText, noObject, labelled, item, idless, unclear } =
  traits

/** A message, as far as a glance goes. */
interface Message extends MayBeForeign {
  readonly role?: unknown
  readonly content?: unknown
  readonly parts?: unknown
  readonly tool_calls?: unknown
  readonly tool_call_id?: unknown
  readonly name?: unknown
  readonly tool_name?: unknown
  readonly reasoning_content?: unknown
}

/** A call, as far as a glance goes. */
interface Call {
  readonly id?: unknown
  readonly function?: Called | null
}

interface Called {
  readonly name?: unknown
  readonly arguments?: unknown
}

const plainResult: Traits = tool | results | item

/** Tells what messages hold: words, calls with the messages that answer them. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const message = turns[position] as Message | null | undefined
    if (message === null || message === undefined) putSighting(sightings, position, odd)
    else if (message.role === 'assistant') position += glanceAtModel(turns, position, to, sightings, wanted)
    else if (message.role === 'tool') glanceAtResult(message, position, sightings, wanted)
    else putSighting(sightings, position, traitsOf(message, wanted))
    position++
  }
  return position
}

/** The traits of a message of somebody else than the model and its tools. */
function traitsOf(message: Message, wanted: Traits): Traits {
  const { role } = message
  const speaker = role === 'user' ? user : role === 'system' || role === 'developer' ? system : odd
  if (message.tool_calls !== undefined && message.tool_calls !== null) return odd
  return (
    speaker |
    contentTraits(message) |
    extraTraits(message, wanted) |
    ((wanted & foreign) !== 0 && isForeignSpeech(message) ? foreign : 0) |
    unseenTraits(wanted)
  )
}

function contentTraits({ content, parts }: Message): Traits {
  if (typeof content === 'string') return textTraits(content)
  // Without a content, Gemini's parts may call.
  if (content === null || content === undefined) return parts === undefined ? bare : unclear
  if (!Array.isArray(content)) return odd
  return areWords(content) ? spoken | list : content.every(isOwnPart) ? odd : unclear
}

/** Parts of other APIs have no type, or one that speaks of tools. */
function isOwnPart(part: unknown): boolean {
  const type = isObject(part) ? part.type : undefined
  return typeof type === 'string' && !type.startsWith('tool')
}

function textTraits(text: string): Traits {
  if (text === '') return blank
  return hasWords(text) ? spoken : spoken | blank
}

function areWords(content: readonly unknown[]): boolean {
  for (let index = 0; index < content.length; index++) {
    const part = content[index] as { readonly type?: unknown; readonly text?: unknown } | null
    if (typeof part !== 'object' || part === null || part.type !== 'text') return false
    if (typeof part.text !== 'string' || !hasWords(part.text)) return false
  }
  return content.length > 0
}

/** Whether a message has more members than those that are looked at here, where that is wanted. */
function extraTraits(message: Message, wanted: Traits): Traits {
  if ((wanted & extra) === 0) return 0
  let known = 1
  if (message.content !== undefined) known++
  if (message.tool_calls !== undefined) known++
  if (message.tool_call_id !== undefined) known++
  return memberCount(message) === known ? 0 : extra
}

/** Traits that are not looked for: a message may have them. */
function unseenTraits(wanted: Traits): Traits {
  return wanted & (broken | extraPart | foreignPart)
}

/** Puts the sighting of a message of the model, with the results that follow it in order; returns how many messages they are. */
function glanceAtModel(
  turns: readonly unknown[],
  at: number,
  to: number,
  sightings: Sightings,
  wanted: Traits,
): number {
  const message = turns[at] as Message
  const { tool_calls: given } = message
  let bits =
    model |
    contentTraits(message) |
    extraTraits(message, wanted) |
    ((wanted & foreign) !== 0 && isForeignAnswer(message) ? foreign : 0) |
    unseenTraits(wanted)
  if (typeof message.reasoning_content === 'string') bits |= reasoning
  if (given === undefined || given === null) {
    putSighting(sightings, at, bits)
    return 0
  }
  const first = sightings.taped
  bits |= Array.isArray(given) && given.length > 0 ? takeCalls(given, sightings, wanted) : odd
  const count = sightings.taped - first
  const isPlain = (bits & (odd | unclear)) === 0
  if (isPlain && areAnswered(turns, at, to, sightings, wanted, first)) {
    putAnswered(sightings, at, bits, plainResult, count)
    return count
  }
  // Without an id, a call and its result belong together by their places alone.
  if (isPlain && (bits & idless) === 0) putSighting(sightings, at, bits, count)
  else {
    sightings.taped = first
    putSighting(sightings, at, bits | odd)
  }
  return 0
}

/** Puts the ids and names of calls on the tape, and returns their traits. */
function takeCalls(given: readonly unknown[], sightings: Sightings, wanted: Traits): Traits {
  let bits: Traits = calls
  for (let index = 0; index < given.length; index++) {
    const call = given[index] as Call | null | undefined
    if (call === null || call === undefined) return odd
    const { id, function: called } = call
    if (typeof called !== 'object' || called === null || Array.isArray(called)) return odd
    const { name, arguments: told } = called
    if (typeof name !== 'string' || name === '') return odd
    if (typeof id !== 'string' || id === '') {
      if (id !== undefined) return odd
      bits |= idless
    }
    if (
      (wanted & noText) !== 0 &&
      told !== '{}' &&
      (typeof told !== 'string' || told === '' || !isJson(told))
    )
      bits |= noText
    if ((wanted & noObject) !== 0 && !isObject(told)) bits |= noObject
    sightings.ids[sightings.taped] = (id as string | undefined) ?? ''
    sightings.names[sightings.taped++] = name
  }
  return bits
}

/** Whether the messages after a call message answer its calls, which are on the tape from `first` on, in order. */
function areAnswered(
  turns: readonly unknown[],
  at: number,
  to: number,
  sightings: Sightings,
  wanted: Traits,
  first: number,
): boolean {
  const count = sightings.taped - first
  if (at + count >= to) return false
  for (let index = 0; index < count; index++)
    if (!isAnswer(turns[at + 1 + index] as Message | null, sightings, first + index, wanted)) return false
  return true
}

/** Whether a message is the plain result of a call on the tape. */
function isAnswer(
  message: Message | null | undefined,
  sightings: Sightings,
  at: number,
  wanted: Traits,
): boolean {
  if (message === null || message === undefined || message.role !== 'tool') return false
  if (typeof message.content !== 'string' || (message.tool_call_id ?? '') !== sightings.ids[at]) return false
  const { name, tool_name: toolName } = message
  if (name !== undefined && name !== sightings.names[at]) return false
  if (toolName !== undefined && toolName !== sightings.names[at]) return false
  // A tool that seems to call and names no call that it answers may be the model under another name.
  if (message.tool_calls !== undefined) return false
  return extraTraits(message, wanted) === 0 && ((wanted & foreign) === 0 || !isForeignResult(message))
}

function glanceAtResult(message: Message, at: number, sightings: Sightings, wanted: Traits): void {
  const { tool_call_id: id, content } = message
  const isPlain = typeof content === 'string' || (Array.isArray(content) && areWords(content))
  if (typeof id !== 'string' || id === '' || !isPlain) {
    putSighting(sightings, at, odd)
    return
  }
  const isLabelled = message.name !== undefined || message.tool_name !== undefined
  const bits = plainResult | (isLabelled ? labelled : 0) | (typeof content === 'string' ? 0 : list)
  sightings.ids[sightings.taped++] = id
  putSighting(
    sightings,
    at,
    bits |
      extraTraits(message, wanted) |
      ((wanted & foreign) !== 0 && isForeignResult(message) ? foreign : 0) |
      unseenTraits(wanted),
    0,
    1,
  )
}
