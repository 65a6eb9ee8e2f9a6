import { afterLeading, isInstruction } from '../model/instruction.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { holdsResult, speakerOf, type Turn } from '../model/transcript.ts'
import { systemOutOfPlace as text } from '../texts/en.ts'

/**
 * Instructions may only follow the user or other instructions; elsewhere they are said as the user.
 *
 * Some APIs take them after results, and after a tool that the provider ran, but only before the model speaks.
 */
export const systemOutOfPlace: Rule = {
  name: 'system-out-of-place',
  text,
  stage: 'after',
  *detect({ turns, row }) {
    yield* row.beforeModel === true ? betweenSpeakers(turns) : afterSpeakers(turns)
  },
}

function* afterSpeakers(turns: readonly Turn[]): Iterable<Fault> {
  for (let position = 1; position < turns.length; position++) {
    const turn = turns[position]
    const before = turns[position - 1]
    if (turn?.speaker !== 'system' || before === undefined) continue
    if (before.speaker !== 'model' && !holdsResult(before)) continue
    yield { ...faultOf(turn), values: { before: before.role } }
  }
}

/** Runs of instructions that do not follow the user, or that the model does not speak after. */
function* betweenSpeakers(turns: readonly Turn[]): Iterable<Fault> {
  for (let start = afterLeading(turns); start < turns.length; start++) {
    if (!instructs(turns[start])) continue
    let end = start
    while (instructs(turns[end])) end++
    const variant = !maySpeakBefore(turns[start - 1]) ? 'unled' : isModels(turns[end]) ? undefined : 'unheard'
    if (variant !== undefined)
      for (const turn of turns.slice(start, end)) if (!turn.isSetting) yield { ...faultOf(turn), variant }
    start = end
  }
}

function instructs(turn: Turn | undefined): boolean {
  return turn !== undefined && isInstruction(turn)
}

/** The user, a tool, or the model where the provider itself has just told it something. */
function maySpeakBefore(turn: Turn | undefined): boolean {
  if (turn === undefined) return false
  const last = turn.parts.at(-1)
  return speakerOf(turn) !== 'model' || (last?.kind === 'hosted' && last.half === 'result')
}

/** Nobody speaks after the last turn, but the model will. */
function isModels(turn: Turn | undefined): boolean {
  return turn === undefined || speakerOf(turn) === 'model'
}

/** What gives or takes tools cannot be said by the user: it stays. */
function faultOf(turn: Turn): Fault {
  const isSaid = turn.parts.every(({ kind }) => kind !== 'other')
  return { turn, intents: isSaid ? [{ do: 'set', on: turn, fact: 'speaker', value: 'user' }] : [] }
}
