import type { Changes, Deed } from '../../model/draft.ts'
import type { FactName } from '../../model/fact-names.ts'
import type { Intent } from '../../model/intent.ts'
import type { Joint } from '../../model/joint.ts'
import { include } from '../../model/lists.ts'
import { cacheMarkOf, isSilent, type Part, type Speaker, type Turn } from '../../model/transcript.ts'
import { addText, lead, move, wellForm, withdraw } from './deeds.ts'
import {
  asText,
  type Draft,
  isSpent,
  keepingMarks,
  newText,
  newTurn,
  putBeside,
  rebuild,
  setFact,
  setParts,
} from './draft.ts'
import { checkPlace } from './fact-place.ts'
import { hoist } from './hoist.ts'
import { merge, split } from './regroup.ts'
import { ownShapeFirst, rereadParts, reshape, unfold } from './reshape.ts'
import { vacate } from './vacate.ts'

/** Enacts the intents of one rule in the draft, after the rule has returned. */
export function enact(draft: Draft, wanted: readonly Intent[], joints: readonly Joint[], why: string): void {
  if (wanted.length === 0) return
  const intents = ownShapeFirst(draft, wanted, why)
  const changes: Changes = {
    partners: new Map(),
    gone: new Map(),
    texts: new Map(),
    before: new Map(),
    after: new Map(),
    empty: [],
    merged: new Map(),
    moved: new Map(),
    hoisted: new Map(),
    reshaped: new Map(),
    last: [],
  }
  if (intents.some((intent) => intent.do === 'set' && intent.fact === 'id')) {
    for (const joint of joints) changes.partners.set(joint.call, joint)
  }
  keepingMarks(draft, why, () => change(draft, intents, changes, why), rawsInBody(intents))
}

/** The raw parts that the body takes over from the turns. */
function rawsInBody(intents: readonly Intent[]): readonly unknown[] {
  return intents.flatMap((intent) =>
    intent.do === 'set-body' && Array.isArray(intent.value) ? intent.value : [],
  )
}

function change(draft: Draft, intents: readonly Intent[], changes: Changes, why: string): void {
  const droppedBefore = draft.dropped.size
  for (const intent of intents) enactOne(draft, intent, changes, why)
  rereadParts(draft, changes)
  for (const act of changes.last) act()
  rebuildParts(draft, changes, why)
  const isSameList =
    changes.before.size === 0 && changes.after.size === 0 && draft.dropped.size === droppedBefore
  if (!isSameList) rebuild(draft, changes.before, changes.after)
}

/** The functions for intents that need more than a line. */
const deeds: { readonly [Kind in Intent['do']]?: Deed<Kind> } = {
  'add-text': addText,
  hoist,
  lead,
  merge,
  move,
  split,
  unfold,
  'well-form': wellForm,
  withdraw,
}

function enactOne(draft: Draft, intent: Intent, changes: Changes, why: string): void {
  switch (intent.do) {
    case 'drop':
      // A turn that is its one part goes with it.
      if (intent.part === undefined || intent.turn.shape === 'self') draft.dropped.set(intent.turn, why)
      else dropPart(intent.turn, intent.part, changes, why)
      return
    case 'vacate':
      changes.empty.push(intent.turn)
      return
    case 'set': {
      const fact = factName(draft, intent.fact)
      checkPlace(draft.context.format, intent.on, fact, why)
      enactSet(intent.on, fact, intent.value, changes, why)
      return
    }
    case 'unset':
      checkPlace(draft.context.format, intent.on, intent.fact, why)
      setFact(intent.on, intent.fact, undefined, why)
      if ('vacant' in intent.on && intent.fact === 'calls') intent.on.vacant = false
      if ('vacant' in intent.on && intent.fact === 'itemId') intent.on.itemId = undefined
      return
    case 'set-body':
      checkPlace(draft.context.format, 'body', intent.fact, why)
      draft.body.set(intent.fact, { value: intent.value, why })
      return
    case 'insert-turn': {
      const turn = newTurn(intent.speaker, [newText(intent.text, why)], why)
      putBeside(intent.side === 'before' ? changes.before : changes.after, intent.beside, turn)
      return
    }
    case 'to-text':
      toText(draft, intent, changes, why)
      return
    case 'reshape':
      reshape(draft, intent, changes, why)
      return
    default:
      ;(deeds[intent.do] as Deed<Intent['do']>)(draft, intent, changes, why)
  }
}

/** A format with one way to write arguments down knows them by one name. */
function factName({ context }: Draft, fact: FactName): FactName {
  const isOther = fact === 'argumentsObject' && context.format.facts.call.argumentsObject === undefined
  return isOther ? 'arguments' : fact
}

function dropPart(turn: Turn, part: Part, changes: Changes, why: string): void {
  part.why = why
  include(changes.gone, turn, part)
}

function enactSet(on: Turn | Part, fact: FactName, value: unknown, { partners }: Changes, why: string): void {
  setFact(on, fact, value, why)
  if ('speaker' in on) {
    if (fact === 'speaker') on.speaker = value as Speaker
    return
  }
  if (on.kind === 'text' && fact === 'text') on.text = value as string
  if (on.kind === 'call' && fact.startsWith('arguments')) on.form = 'object'
  if ((on.kind === 'call' || on.kind === 'result') && fact === 'name') on.name = value as string
  if (fact !== 'id' || (on.kind !== 'call' && on.kind !== 'result')) return
  on.id = value as string
  const result = on.kind === 'call' ? partners.get(on)?.result : undefined
  if (result !== undefined) {
    setFact(result, 'id', value, why)
    result.id = value as string
  }
}

/** Makes text of a call or result where it stands; a turn that is nothing else becomes a user turn. */
function toText(
  draft: Draft,
  { turn, part, beside }: Extract<Intent, { do: 'to-text' }>,
  changes: Changes,
  why: string,
): void {
  const text = asText(part, draft, why)
  part.why = why
  passMark(part, text.at(-1), why)
  const isUsers = turn.speaker === 'user' && turn.shape === 'list' && beside === undefined
  if (isUsers && mayStandBeside(draft, turn, part)) {
    const texts = changes.texts.get(turn)
    if (texts === undefined) changes.texts.set(turn, new Map([[part, text]]))
    else texts.set(part, text)
    return
  }
  const told = newTurn('user', text, why)
  putBeside(changes.after, beside ?? turn, part.mark === undefined ? told : { ...told, shape: 'list' })
  if (turn.shape === 'self') draft.dropped.set(turn, why)
  else dropPart(turn, part, changes, why)
}

/** Keeps the cache mark of a part on the text that takes its place. */
function passMark(part: Part, told: Part | undefined, why: string): void {
  const mark = cacheMarkOf(part)
  if (mark === undefined || told === undefined) return
  setFact(told, 'mark', mark, why)
  setFact(part, 'mark', undefined, why)
}

/** Whether words may take the place of a part: not beside results, where those stand alone. */
function mayStandBeside(draft: Draft, turn: Turn, part: Part): boolean {
  if (draft.context.rulebook.layout.alone !== true) return true
  return turn.parts.every((other) => other === part || other.kind !== 'result')
}

const decisions: ReadonlySet<string> = new Set([
  'call-without-result',
  'result-without-call',
  'duplicate-result',
  'tool-denied',
])

/** Gives each changed turn its parts, and removes or fills the turns that have none left. */
function rebuildParts(draft: Draft, changes: Changes, why: string): void {
  for (const [turn, texts] of changes.texts) {
    const parts = turn.parts.flatMap((part) => texts.get(part) ?? [part])
    setParts(turn, parts, why)
  }
  const spent: Turn[] = []
  for (const [turn, gone] of changes.gone) {
    const parts = turn.parts.filter((part) => !gone.has(part))
    setParts(turn, withoutOrphans(parts, gone), why)
    // A turn that has lost nothing but marks says as much as before.
    const hasSaid = parts.length === 0 || ![...gone].every(isSilent)
    if (hasSaid && isSpent(turn)) spent.push(turn)
  }
  // A turn that a policy empties is removed whole; one that a rule finds empty may hold more.
  if (decisions.has(why)) for (const turn of spent) draft.dropped.set(turn, why)
  else vacate(draft, spent, why)
  vacate(draft, changes.empty, why)
}

/** The parts that are left of a turn, without those that were only about a removed call. */
function withoutOrphans(parts: Part[], gone: ReadonlySet<Part>): Part[] {
  if (!parts.some((part) => part.kind === 'other' && part.about !== undefined)) return parts
  const ids = new Set([...gone].flatMap((part) => (part.kind === 'call' ? [part.id] : [])))
  for (const part of parts) if (part.kind === 'call') ids.delete(part.id)
  return parts.filter((part) => part.kind !== 'other' || part.about === undefined || !ids.has(part.about))
}
