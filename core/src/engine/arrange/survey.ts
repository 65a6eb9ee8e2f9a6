import type { Frame, Joint } from '../../model/joint.ts'
import type { Layout } from '../../model/rulebook.ts'
import { isStrange } from '../../model/strange.ts'
import { isSilent, type Result, speakerOf, type Turn } from '../../model/transcript.ts'
import type { Context } from '../context.ts'

/** The pairing faults of a result that has a call but stands in the wrong place. */
type Misplacement = 'results-split' | 'result-not-leading' | 'result-out-of-place'

/** Tells the fault in the place of a joint's result; undefined where it stands well, or there is none. */
export type Survey = (joint: Joint) => Misplacement | undefined

/** Makes the function that surveys one frame after another; each survey judges the joints of its own frame. */
export function surveyor(turns: readonly Turn[], layout: Layout): (frame: Frame) => Survey {
  if (layout.answers === 'anywhere') return () => () => undefined
  if (layout.answers === 'exchange') {
    const exchanges = numberExchanges(turns)
    return () => (joint) => (isInExchange(joint, exchanges) ? undefined : 'result-out-of-place')
  }
  const surveyRegion = layout.answers === 'next' ? surveyNext : surveyAdjacent
  return (frame) => {
    const standings = surveyRegion(turns, frame, layout)
    return (joint) => misplacementOf(joint, standings)
  }
}

/** The place of each result in the region of a frame that may be right; any other result is out of place. */
type Standings = ReadonlyMap<Result, 'good' | Misplacement>

function misplacementOf(
  { result, frame, resultFrame }: Joint,
  standings: Standings,
): Misplacement | undefined {
  if (result === undefined) return undefined
  const standing = resultFrame === frame ? standings.get(result) : undefined
  return standing === 'good' ? undefined : (standing ?? 'result-out-of-place')
}

/** For each turn, how often someone but the model and its tools had spoken up to there. */
function numberExchanges(turns: readonly Turn[]): ReadonlyMap<Turn, number> {
  const numbers = new Map<Turn, number>()
  let number = 0
  for (const turn of turns) {
    const speaker = speakerOf(turn)
    if (speaker !== 'model' && speaker !== 'tool') number++
    numbers.set(turn, number)
  }
  return numbers
}

/** Whether a result stands in a tool's turn after its call, and nobody else has spoken between them. */
function isInExchange({ call, turn, home }: Joint, exchanges: ReadonlyMap<Turn, number>): boolean {
  if (home === undefined) return true
  const speaker = speakerOf(home)
  // A call that needs no result may have one all the same, also from the provider in the model's turn.
  if (call.excused) return speaker === 'tool' || speaker === 'model'
  return speaker === 'tool' && exchanges.get(home) === exchanges.get(turn) && home.index > turn.index
}

/** Results belong at the head of the turn that follows. */
function surveyNext(turns: readonly Turn[], frame: Frame, layout: Layout): Standings {
  const standings = new Map<Result, 'good' | Misplacement>()
  let isLeading = true
  let isBroken = false
  let first: Turn | undefined
  for (const [position, turn] of turns.slice(frame.end, frame.regionEnd).entries()) {
    // A turn of another role will be the user's once its role is mended; instructions stay apart.
    if (turn.speaker === 'system' && turn.isSetting !== true) isBroken = true
    const isAnswerTurn = !isBroken && (layout.merges || position === 0)
    for (const part of turn.parts) {
      if (part.kind !== 'result') {
        if (!isSilent(part) && !isStrange(part)) isLeading = false
        continue
      }
      const isSplit = first !== undefined && first !== turn && isLeading && !isBroken
      first ??= turn
      if (isSplit && layout.together !== 'free') standings.set(part, 'results-split')
      else if (isAnswerTurn) standings.set(part, isLeading || !layout.lead ? 'good' : 'result-not-leading')
      else if (isLeading && !isBroken) standings.set(part, 'results-split')
    }
    if (turn.parts.length === 0 && !layout.merges) isLeading = false
  }
  return standings
}

/** Results belong in the unbroken run of result turns that follows. */
function surveyAdjacent(turns: readonly Turn[], frame: Frame): Standings {
  const standings = new Map<Result, 'good'>()
  for (const { parts } of turns.slice(frame.end, frame.regionEnd)) {
    if (parts.length === 0 || parts.some((part) => part.kind !== 'result')) break
    for (const part of parts) if (part.kind === 'result') standings.set(part, 'good')
  }
  return standings
}

/** Whether an API that compares names where there are no ids takes a result for another call's. */
export function isMisnamed({ format, rulebook }: Context, joint: Joint): boolean {
  const row = rulebook.rows['results-out-of-order']
  return row?.within === true && format.pairByCount?.isMisnamed(joint) === true
}
