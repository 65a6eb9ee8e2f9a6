import { faultsOfChanges } from '../engine/denied/denied-changes.ts'
import { faultsOfItems } from '../engine/denied/denied-items.ts'
import { faultsOfOffers, holdOffers } from '../engine/denied/denied-offers.ts'
import { withdrawnAmong } from '../engine/denied/denied-withdrawals.ts'
import { isSpent } from '../engine/draft/draft.ts'
import { dropTool, hostedLoops } from '../engine/for-rules/hosted.ts'
import { type Denied, isDenied, isResultDenied } from '../model/denied.ts'
import type { Intent } from '../model/intent.ts'
import type { Joint, Stray } from '../model/joint.ts'
import { addTo } from '../model/lists.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { type Call, holdsResult, type Part, type Result, speakerOf, type Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/**
 * A tool that is denied is not offered, and was not called: what the model did before, it does again.
 *
 * Calls go with their results, and with the reasoning that led to nothing else. Other calls of the same
 * turn stay. Where completed calls are kept, an API that wants called tools declared would have the denied ones
 * declared again: if nothing else is declared, they become text there.
 */
export const toolDenied: Rule<'denied'> = {
  name: 'tool-denied',
  title: 'A denied tool is offered, or was called',
  text: {
    usual: '`{id}` {name} is a call of a tool that is denied.',
    result: 'Result `{id}` {name} is of a tool that is denied.',
    declared: 'The request offers the tool `{name}`, which is denied.',
    chosen: 'The request has the tool `{name}` chosen, which is denied.',
    forced: 'The request has the model call a tool, and all that it offers are denied.',
    ran: 'The provider ran the tool `{name}` here, which is denied.',
    change: 'The tool {name} is denied, and is given to the model or taken from it here.',
  },
  stage: 'before',
  *detect(view) {
    const { denied } = view.row
    if (denied === undefined) return
    const offers = holdOffers(view.offers(), denied)
    const isBare = view.facts.isBody && offers.left.length === 0 && view.demands('tools-not-declared')
    const faults = isBare && denied.keepsCompleted ? inWords(view, denied) : inTurns(view, denied)
    yield* faultsOfOffers(offers, withdrawnAmong(view, offers.gone, faults.length === 0))
    const last = faults.pop()
    yield* faults
    if (last !== undefined) yield withThoughts(last, idleThoughts(view, goneBy([...faults, last])))
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'A tool that is denied now was called earlier in the conversation. A model tends to repeat its earlier calls, even of tools that are denied since.',
  todo: 'Clean the conversation. The calls of that tool are removed with their results, or kept as text.',
}

function inTurns(view: View, denied: Denied): Fault[] {
  const ids = idsIn(view, denied)
  return [
    ...inFrames(view, denied, ids),
    ...view.pairs.strays.flatMap((stray) => inStray(stray, denied, ids)),
    ...inOthers(view, denied),
    ...inHosted(view, denied),
    ...faultsOfItems(view.turns, denied),
    ...faultsOfChanges(view, denied),
  ]
}

/** The same where completed calls cannot stay as calls: each becomes text, others go. */
function inWords(view: View, denied: Denied): Fault[] {
  const { keepsCompleted: _keeps, ...strictly } = denied
  const going = new Set(inTurns(view, denied).map(({ part }) => part))
  return inTurns(view, strictly).flatMap((fault) => {
    const words = fault.otherwise?.text
    if (going.has(fault.part)) return [fault]
    return words === undefined ? [] : [{ ...fault, intents: words }]
  })
}

/** Knowledge of calls by their ids: of those in view, the joints. */
interface Ids {
  readonly joints: ReadonlyMap<string, readonly Joint[]>
  readonly denied: ReadonlySet<string>
  readonly answered: ReadonlySet<string>
}

function idsIn({ pairs }: View, { calls, answered }: Denied): Ids {
  const joints = new Map<string, Joint[]>()
  for (const joint of pairs.joints) if (joint.call.id !== undefined) addTo(joints, joint.call.id, joint)
  return { joints, denied: new Set(calls), answered: new Set(answered) }
}

/**
 * The denied pairs, frame by frame.
 *
 * As text they stand where they stood; where another call of the frame stays, after the results of that.
 */
function inFrames(view: View, denied: Denied, ids: Ids): Fault[] {
  const places = new Map(view.turns.map((turn, place) => [turn, place]))
  return view.pairs.frames.flatMap(({ joints }) => {
    const going = new Set(joints.filter((joint) => isGoing(joint, denied, ids)))
    const isMixed = going.size < joints.length
    const end = going.size === 0 ? undefined : endOf(joints, isMixed, view, places)
    return joints.flatMap((joint): Fault[] => {
      const { call, turn, result, home, frame, resultFrame } = joint
      const isPair = going.has(joint)
      const ofCall = isPair ? [faultOf(turn, call, call.name, end)] : []
      // Where only its place says whose a result is, it speaks for itself: none is lost by a guess.
      const isKept = denied.keepsCompleted === true && isCompleted(joint, ids)
      const isToGo = isGuess(joint) ? !isKept && isOwn(result, denied, ids) : isPair
      if (!isToGo || result === undefined || home === undefined) return ofCall
      const beside = isMixed || resultFrame !== frame ? end : undefined
      return [...ofCall, faultOf(home, result, call.name, beside)]
    })
  })
}

/** The turn that words about a frame may follow: the last with its results, or with its calls. */
function endOf(
  joints: readonly Joint[],
  isAfterResults: boolean,
  { turns, layout }: View,
  places: ReadonlyMap<Turn, number>,
): Turn | undefined {
  const lastOf = (list: readonly (Turn | undefined)[]): number =>
    list.reduce((last, turn) => Math.max(last, (turn && places.get(turn)) ?? -1), -1)
  const own = joints.filter(({ frame, resultFrame }) => frame === resultFrame)
  let end = lastOf(joints.map(({ turn }) => turn))
  // Where neighbours count as one turn, nothing comes between them.
  while (layout.merges && isModels(turns[end + 1])) end++
  if (!isAfterResults) return turns[end]
  while (holdsResult(turns[end + 1])) end++
  return turns[Math.max(end, lastOf(own.map(({ home }) => home)))]
}

function isModels(turn: Turn | undefined): boolean {
  return turn !== undefined && speakerOf(turn) === 'model'
}

function isGuess({ call, result, how }: Joint): boolean {
  return how === 'position' && call.id !== undefined && result?.id !== undefined
}

/** Whether a result is of a denied tool by what it says itself. */
function isOwn(result: Result | undefined, denied: Denied, ids: Ids): boolean {
  return result !== undefined && (isResultDenied(denied, result.name) || ids.denied.has(result.id ?? ''))
}

function isGoing(joint: Joint, denied: Denied, ids: Ids): boolean {
  if (!isDenied(denied, joint.call.name ?? joint.result?.name)) return false
  return denied.keepsCompleted !== true || !isCompleted(joint, ids)
}

/** A result without its call: its tool is the one that its call was of, wherever that is, or that it names. */
function inStray({ result, turn, of }: Stray, denied: Denied, ids: Ids): Fault[] {
  const owners = of === undefined ? (ids.joints.get(result.id ?? '') ?? []) : [of]
  if (denied.keepsCompleted && owners.some((joint) => isCompleted(joint, ids))) return []
  const isOfDenied = owners.length > 0 && owners.every(({ call }) => isDenied(denied, call.name))
  // One that names no tool may be of any call that has its id.
  const mayBeOwn = result.name !== undefined || owners.length === 0
  return isOfDenied || (mayBeOwn && isOwn(result, denied, ids)) ? [faultOf(turn, result)] : []
}

/** Whether a call has a real result, here or elsewhere. */
function isCompleted({ call, result }: Joint, ids: Ids): boolean {
  const isAnswered = call.isInline === true || (result !== undefined && !result.isSynthetic)
  return isAnswered || ids.answered.has(call.id ?? '')
}

function faultOf(turn: Turn, part: Call | Result, name = part.name, beside?: Turn): Fault {
  const drop: Intent = { do: 'drop', turn, part }
  const words: Intent = { do: 'to-text', turn, part, ...(beside && { beside }) }
  // A stand-in for a result, or a call that never came to its end, is not worth a word.
  const isVoid = part.kind === 'result' ? part.isSynthetic : turn.isAborted
  const text = isVoid ? drop : words
  return {
    turn,
    part,
    values: { name: name ?? '' },
    ...(part.kind === 'result' ? { variant: 'result' } : {}),
    intents: [drop],
    otherwise: { text: [text] },
  }
}

/** Calls that belong to no frame: somebody else than the model made them. */
function inOthers({ turns, pairs }: View, denied: Denied): Fault[] {
  const paired = new Set<Part>(pairs.joints.map(({ call }) => call))
  return turns.flatMap((turn) =>
    turn.parts.flatMap((part) =>
      part.kind === 'call' && !paired.has(part) && isDenied(denied, part.name) ? [faultOf(turn, part)] : [],
    ),
  )
}

/** A tool that the provider ran itself is opaque: it goes whole, and never becomes text. */
function inHosted({ turns }: View, denied: Denied): Fault[] {
  const gone = new Set<unknown>()
  return hostedLoops(turns).flatMap((loop) =>
    loop.seats.flatMap((seat): Fault[] => {
      const { name, id, half } = seat.part
      const isPaired = loop.byId.get(id ?? '')?.some(({ part }) => part.half !== half) === true
      // A pair is judged by its call, which alone has a name.
      if (isPaired && (half === 'result' || denied.keepsCompleted)) return []
      if (!isDenied(denied, name)) return []
      const calls = id === undefined ? [] : [id]
      return [{ ...seat, calls, values: { name: name ?? '' }, intents: dropTool(loop, seat, gone) }]
    }),
  )
}

/** The parts that go, or that text takes the place of. */
function goneBy(faults: readonly Fault[]): ReadonlySet<Part> {
  return new Set(
    faults.flatMap(({ intents }) =>
      intents.flatMap((each) => (each.do === 'drop' || each.do === 'to-text' ? (each.part ?? []) : [])),
    ),
  )
}

/** The reasoning of answers that say nothing more once these parts are gone. */
function idleThoughts({ turns, layout }: View, gone: ReadonlySet<Part>): Intent[] {
  const without = (turn: Turn): Turn => ({ ...turn, parts: turn.parts.filter((part) => !gone.has(part)) })
  return answersIn(turns, layout.merges)
    .filter((run) => run.some(({ parts }) => parts.some((part) => gone.has(part))))
    .filter((run) => run.every((turn) => isSpent(without(turn))))
    .flatMap((run) =>
      run.flatMap((turn) => without(turn).parts.map((part): Intent => ({ do: 'drop', turn, part }))),
    )
}

/** The answers of the model: a turn each, or where neighbours count as one turn a run of them. */
function answersIn(turns: readonly Turn[], merges: boolean): Turn[][] {
  const runs: Turn[][] = []
  let last: Turn | undefined
  for (const turn of turns) {
    const isModel = speakerOf(turn) === 'model'
    if (isModel && merges && last !== undefined && speakerOf(last) === 'model') runs.at(-1)?.push(turn)
    else if (isModel) runs.push([turn])
    last = turn
  }
  return runs
}

function withThoughts(fault: Fault, thoughts: readonly Intent[]): Fault {
  const text = [...(fault.otherwise?.text ?? fault.intents), ...thoughts]
  return { ...fault, intents: [...fault.intents, ...thoughts], otherwise: { text } }
}
