import type { Intent } from '../model/intent.ts'
import type { Joint } from '../model/joint.ts'
import { toWellFormed } from '../model/json.ts'
import { type Call, cacheMarkOf, type Part, type Speaker, type Turn } from '../model/transcript.ts'
import { addTo, include } from './collect.ts'
import {
  asText,
  type Draft,
  isSpent,
  newText,
  newTurn,
  putBeside,
  rebuild,
  setFact,
  setParts,
} from './draft.ts'
import { hoist } from './hoist.ts'
import { keepMarks } from './keep-marks.ts'
import { merge, split } from './regroup.ts'
import { rawOf, reshape, unfold } from './reshape.ts'
import { vacate } from './vacate.ts'

/** What one rule's intents come to, before the list of turns is built anew. */
interface Changes {
  readonly gone: Map<Turn, Set<Part>>
  readonly texts: Map<Turn, Map<Part, Part[]>>
  readonly before: Map<Turn, Turn[]>
  readonly after: Map<Turn, Turn[]>
  readonly empty: Turn[]
  /** Turns that become part of another one, and the turns that each of those takes in. */
  readonly merged: Map<Turn, Turn>
  readonly merging: Map<Turn, Turn[]>
}

/** Does to the draft what one rule wants, after the rule has returned. */
export function enact(draft: Draft, intents: readonly Intent[], joints: readonly Joint[], why: string): void {
  if (intents.length === 0) return
  const changes: Changes = {
    gone: new Map(),
    texts: new Map(),
    before: new Map(),
    after: new Map(),
    empty: [],
    merged: new Map(),
    merging: new Map(),
  }
  const partners = new Map<Call, Joint>()
  if (intents.some((intent) => intent.do === 'set' && intent.fact === 'id')) {
    for (const joint of joints) partners.set(joint.call, joint)
  }
  keepMarks(draft, why, () => change(draft, intents, partners, changes, why), rawsInBody(intents))
}

/** The raw parts that the body takes over from the turns. */
function rawsInBody(intents: readonly Intent[]): readonly unknown[] {
  return intents.flatMap((intent) =>
    intent.do === 'set-body' && Array.isArray(intent.value) ? intent.value : [],
  )
}

function change(
  draft: Draft,
  intents: readonly Intent[],
  partners: ReadonlyMap<Call, Joint>,
  changes: Changes,
  why: string,
): void {
  const droppedBefore = draft.dropped.size
  for (const intent of intents) enactOne(draft, intent, partners, changes, why)
  for (const [first, others] of changes.merging) merge(draft, first, others, why)
  settleParts(draft, changes, why)
  const isSameList =
    changes.before.size === 0 && changes.after.size === 0 && draft.dropped.size === droppedBefore
  if (!isSameList) rebuild(draft, changes.before, changes.after)
}

function enactOne(
  draft: Draft,
  intent: Intent,
  partners: ReadonlyMap<Call, Joint>,
  changes: Changes,
  why: string,
): void {
  switch (intent.do) {
    case 'drop':
      // A turn that is its one part goes with it.
      if (intent.part === undefined || intent.turn.shape === 'self') draft.dropped.set(intent.turn, why)
      else dropPart(intent.turn, intent.part, changes, why)
      return
    case 'vacate':
      changes.empty.push(intent.turn)
      return
    case 'set':
      enactSet(intent.on, factName(draft, intent.fact), intent.value, partners, why)
      return
    case 'unset':
      setFact(intent.on, intent.fact, undefined, why)
      if ('vacant' in intent.on && intent.fact === 'calls') intent.on.vacant = false
      if ('vacant' in intent.on && intent.fact === 'itemId') intent.on.itemId = undefined
      return
    case 'set-body':
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
      reshape(draft, intent, why)
      return
    case 'unfold':
      unfold(draft, intent.turn, changes.after, why)
      return
    case 'hoist':
      hoist(draft, intent.turn, intent.part, changes.after, why)
      return
    case 'merge':
      noteMerge(intent.first, intent.second, changes)
      return
    case 'split':
      split(draft, intent.turn, changes.before, changes.after, why)
      return
    case 'add-text':
      setParts(intent.turn, [...intent.turn.parts, newText(intent.text, why)], why)
      return
    case 'lead':
      setParts(intent.turn, [intent.part, ...intent.turn.parts.filter((part) => part !== intent.part)], why)
      return
    case 'well-form':
      setFact(intent.on, 'raw', toWellFormed(rawOf(intent.on)), why)
      setFact(intent.on, 'well-formed', true, why)
      if ('text' in intent.on) intent.on.text = intent.on.text.toWellFormed()
  }
}

/** A format with one way to write arguments down knows them by one name. */
function factName({ context }: Draft, fact: string): string {
  const isOther = fact === 'argumentsObject' && context.format.facts.call.argumentsObject === undefined
  return isOther ? 'arguments' : fact
}

/** A run of neighbours becomes one turn at one go: taking them in one by one would copy them over and over. */
function noteMerge(first: Turn, second: Turn, { merged, merging }: Changes): void {
  const home = merged.get(first) ?? first
  merged.set(second, home)
  addTo(merging, home, second)
}

function dropPart(turn: Turn, part: Part, changes: Changes, why: string): void {
  part.why = why
  include(changes.gone, turn, part)
}

function enactSet(
  on: Turn | Part,
  fact: string,
  value: unknown,
  partners: ReadonlyMap<Call, Joint>,
  why: string,
): void {
  setFact(on, fact, value, why)
  if ('speaker' in on) {
    if (fact === 'speaker') on.speaker = value as Speaker
    return
  }
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

/** What was said with a mark is told with it. */
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

function settleParts(draft: Draft, changes: Changes, why: string): void {
  for (const [turn, texts] of changes.texts) {
    const parts = turn.parts.flatMap((part) => texts.get(part) ?? [part])
    setParts(turn, parts, why)
  }
  const spent: Turn[] = []
  for (const [turn, gone] of changes.gone) {
    const parts = turn.parts.filter((part) => !gone.has(part))
    setParts(turn, withoutOrphans(parts, gone), why)
    if (isSpent(turn)) spent.push(turn)
  }
  // What a policy empties goes whole; what a rule finds empty may hold more.
  if (decisions.has(why)) for (const turn of spent) draft.dropped.set(turn, why)
  else vacate(draft, spent, why)
  vacate(draft, changes.empty, why)
}

/** What is left of a turn, without what was only about a call that went. */
function withoutOrphans(parts: Part[], gone: ReadonlySet<Part>): Part[] {
  if (!parts.some((part) => part.kind === 'other' && part.about !== undefined)) return parts
  const ids = new Set([...gone].flatMap((part) => (part.kind === 'call' ? [part.id] : [])))
  for (const part of parts) if (part.kind === 'call') ids.delete(part.id)
  return parts.filter((part) => part.kind !== 'other' || part.about === undefined || !ids.has(part.about))
}
