import { deriveId } from '../engine/identity.ts'
import type { Joint } from '../model/joint.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { duplicateCallId as text } from '../texts/en.ts'

/**
 * The first call keeps its id, later ones get new ones with their results.
 *
 * Ids are given out in document order against those already given, never against those still to
 * come: a conversation that grows keeps the ids it had.
 */
export const duplicateCallId: Rule = {
  name: 'duplicate-call-id',
  text,
  stage: 'after',
  isPlaceless: true,
  detect({ pairs: { joints, mayShareIds }, layout }) {
    const faults: Fault[] = []
    if (!mayShareIds && !joints.some(isRenamed)) return faults
    if (layout.unique !== 'turn') addRepeats(joints, 0, joints.length, faults)
    else
      for (let from = 0; from < joints.length; )
        from = addRepeats(joints, from, endOfTurn(joints, from), faults)
    return faults
  },
}

function isRenamed({ call }: Joint): boolean {
  return call.changed?.has('id') === true
}

/** The position after the calls of the turn that a call stands in. */
function endOfTurn(joints: readonly Joint[], from: number): number {
  let to = from + 1
  while (to < joints.length && joints[to]?.turn === joints[from]?.turn) to++
  return to
}

/** Adds those of some calls that have the id of one before; returns where the next ones stand. */
function addRepeats(joints: readonly Joint[], from: number, to: number, faults: Fault[]): number {
  if (areTwo(joints, from, to)) return to
  const seen = new Map<string, number>()
  for (let position = from; position < to; position++) {
    const { call, turn } = joints[position] as Joint
    if (call.id === undefined) continue
    const count = (seen.get(call.id) ?? 0) + 1
    seen.set(call.id, count)
    if (count === 1) continue
    const value = freshId(`${call.id} #${count}`, seen)
    faults.push({ turn, part: call, intents: [{ do: 'set', on: call, fact: 'id', value }] })
  }
  return to
}

/** Whether there are no more than two calls, which differ: so it is in nearly every turn. */
function areTwo(joints: readonly Joint[], from: number, to: number): boolean {
  if (to - from < 2) return true
  return to - from === 2 && joints[from]?.call.id !== joints[from + 1]?.call.id
}

function freshId(seed: string, seen: Map<string, number>): string {
  let id = deriveId(seed)
  while (seen.has(id)) id = deriveId(`${seed} ${id}`)
  seen.set(id, 1)
  return id
}
