import {
  type GlanceOver,
  isFull,
  memberTraits,
  putAnswered,
  putSighting,
  type Sightings,
  type Traits,
  traits,
} from '../../model/glance.ts'
import { isObject } from '../../model/json.ts'
import { isJson } from '../arguments.ts'
import { hasWords } from '../plain.ts'

const { user, model, tool, system, odd, spoken, reasoning, calls, results, list, blank } = traits
const { noText, noObject, broken, signed, item, named, unclear } = traits

/** An item, as far as a glance goes. */
interface Item {
  readonly type?: unknown
  readonly role?: unknown
  readonly id?: unknown
  readonly content?: unknown
  readonly tool_calls?: unknown
  readonly call_id?: unknown
  readonly name?: unknown
  readonly arguments?: unknown
  readonly output?: unknown
  readonly environment?: unknown
  readonly encrypted_content?: unknown
}

/** The kinds by which the provider names its items. */
const message = 'message'
const func = 'function'
const thought = 'reasoning'

/** Tells what items are: messages, thoughts, calls with the items that answer them. */
export const glance: GlanceOver = (turns, from, to, sightings, wanted) => {
  let position = from
  while (position < to && !isFull(sightings)) {
    const given = turns[position] as Item | null
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      putSighting(sightings, position, odd)
    else if (given.type === 'function_call' && given.id === undefined)
      position += glanceAtRun(turns, position, to, sightings, wanted) - 1
    else glanceAtItem(given, position, sightings, wanted)
    position++
  }
  return position
}

function glanceAtItem(given: Item, at: number, sightings: Sightings, wanted: Traits): void {
  switch (given.type) {
    case 'function_call':
      putCall(given, at, sightings, wanted)
      break
    case 'function_call_output':
      putResult(given, at, sightings, wanted)
      break
    case 'reasoning': {
      const isSealed = typeof given.encrypted_content === 'string' && given.encrypted_content !== ''
      putItem(given, at, sightings, model | reasoning | (isSealed ? signed : 0), thought, wanted)
      break
    }
    case 'message':
    case undefined:
      putItem(given, at, sightings, messageTraits(given), message, wanted)
      break
    default:
      putSighting(sightings, at, odd)
  }
}

/** Puts the sighting of an item, with its own name if it has one; the ids of a call or result are on the tape already. */
function putItem(
  given: Item,
  at: number,
  sightings: Sightings,
  bits: Traits,
  kind: string,
  wanted: Traits,
  called = 0,
  answered = 0,
): void {
  const { id } = given
  // Traits that are not looked for: an item may have them.
  let all = bits | (wanted & (memberTraits | noObject | broken))
  if (kind !== message) all |= item
  if (typeof id === 'string' && id !== '') {
    all |= named
    sightings.items[sightings.count] = id
    sightings.kinds[sightings.count] = kind
  } else if (id !== undefined && id !== null) all |= odd
  putSighting(sightings, at, all, called, answered)
}

function messageTraits({ role, content, tool_calls: given }: Item): Traits {
  if (given !== undefined) return unclear
  switch (role) {
    case 'user':
      return user | contentTraits(content, 'input_text')
    case 'system':
    case 'developer':
      return system | contentTraits(content, 'input_text')
    case 'assistant':
      return model | contentTraits(content, 'output_text')
    default:
      return odd
  }
}

function contentTraits(content: unknown, type: string): Traits {
  if (typeof content === 'string') return content === '' ? blank : hasWords(content) ? spoken : spoken | blank
  if (!Array.isArray(content)) return odd
  return areWords(content, type) ? spoken | list : content.every(isOwnPart) ? odd : unclear
}

/** Parts of other APIs have no type, or one that speaks of tools. */
function isOwnPart(part: unknown): boolean {
  const type = isObject(part) ? part.type : undefined
  return typeof type === 'string' && !type.startsWith('tool')
}

function areWords(content: readonly unknown[], type: string): boolean {
  for (let index = 0; index < content.length; index++) {
    const part = content[index] as { readonly type?: unknown; readonly text?: unknown } | null
    if (typeof part !== 'object' || part === null || part.type !== type) return false
    if (typeof part.text !== 'string' || !hasWords(part.text)) return false
  }
  return content.length > 0
}

function putCall(given: Item, at: number, sightings: Sightings, wanted: Traits): void {
  if (!takeCall(given, sightings)) putSighting(sightings, at, odd)
  else putItem(given, at, sightings, model | calls | argumentTraits(given, wanted), func, wanted, 1)
}

/** Puts the id and the name of a call on the tape; false where it is not plain. */
function takeCall({ call_id: id, name, environment }: Item, sightings: Sightings): boolean {
  if (typeof id !== 'string' || id === '' || typeof name !== 'string' || name === '') return false
  if (environment !== undefined) return false
  sightings.ids[sightings.taped] = id
  sightings.names[sightings.taped++] = name
  return true
}

function argumentTraits({ arguments: given }: Item, wanted: Traits): Traits {
  if ((wanted & noText) === 0 || given === '{}') return 0
  return typeof given === 'string' && given !== '' && isJson(given) ? 0 : noText
}

function putResult(given: Item, at: number, sightings: Sightings, wanted: Traits): void {
  const { call_id: id, output } = given
  const isPlain = typeof output === 'string' || (Array.isArray(output) && areWords(output, 'input_text'))
  if (typeof id !== 'string' || id === '' || !isPlain) {
    putSighting(sightings, at, odd)
    return
  }
  sightings.ids[sightings.taped++] = id
  putItem(given, at, sightings, tool | results | (typeof output === 'string' ? 0 : list), func, wanted, 0, 1)
}

/** Puts calls without names of their own and the results that answer them in order as one sighting, or the first call; returns how many items that are. */
function glanceAtRun(
  turns: readonly unknown[],
  at: number,
  to: number,
  sightings: Sightings,
  wanted: Traits,
): number {
  const first = sightings.taped
  let count = 0
  let bits: Traits = model | calls | item | (wanted & (memberTraits | noObject | broken))
  while (at + count < to) {
    const given = turns[at + count] as Item | null
    if (given?.type !== 'function_call' || given.id !== undefined || !takeCall(given, sightings)) break
    bits |= argumentTraits(given, wanted)
    count++
  }
  // Only the first item of a run is read where a rule wants to see it: a run with such a trait is told item by item.
  const isPlain = (bits & (noText | noObject | broken | memberTraits)) === 0
  if (count > 0 && isPlain && areAnswered(turns, at + count, to, sightings, first)) {
    putAnswered(sightings, at, bits, tool | results | item, count)
    return 2 * count
  }
  sightings.taped = first
  // Told item by item, to the end of the run: to try again from the second item would read a long run over and over.
  let told = 0
  do glanceAtItem(turns[at + told] as Item, at + told, sightings, wanted)
  while (++told < count && !isFull(sightings))
  return told
}

function areAnswered(
  turns: readonly unknown[],
  at: number,
  to: number,
  sightings: Sightings,
  first: number,
): boolean {
  const count = sightings.taped - first
  if (at + count > to) return false
  for (let index = 0; index < count; index++) {
    const given = turns[at + index] as Item | null
    if (given?.type !== 'function_call_output' || given.id !== undefined) return false
    if (given.call_id !== sightings.ids[first + index] || typeof given.output !== 'string') return false
  }
  return true
}
