import { afterLeading, isInstruction } from '../model/instruction.ts'
import type { Fault, Rule } from '../model/rule.ts'
import { holdsResult, speakerOf, type Turn } from '../model/transcript.ts'

export { refusedRole as words } from '../texts/fault-words.ts'

/**
 * Instructions may only follow the user or other instructions; elsewhere they are said as the user.
 *
 * Some APIs take them after results, and after a tool that the provider ran, but only before the model speaks: they
 * move to the nearest such place, and keep their authority.
 */
export const systemOutOfPlace: Rule<'atStart' | 'beforeModel'> = {
  name: 'system-out-of-place',
  title: 'Instructions stand where none may stand',
  text: {
    usual: 'A system turn may not follow a model or tool turn here.',
    unled: 'A system turn has to follow a user turn here.',
    late: 'A system turn has to be the first turn here.',
    unheard: 'A system turn has to stand before a model turn or last here.',
  },
  stage: 'after',
  *detect({ turns, row, facts }) {
    // Instructions at the head become the body's own where it has none.
    const start = !(facts.isBody && facts.hasInstructions) ? afterLeading(turns) : 0
    if (row.atStart === true) yield* afterStart(turns)
    else yield* row.beforeModel === true ? betweenSpeakers(turns, start) : afterSpeakers(turns)
  },
}

/** Instructions in any turn but the first. */
function* afterStart(turns: readonly Turn[]): Iterable<Fault> {
  for (const turn of turns) {
    if (turn.speaker === 'system' && turn.index !== 0) yield { ...faultOf(turn), variant: 'late' }
  }
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
function* betweenSpeakers(turns: readonly Turn[], from: number): Iterable<Fault> {
  let seats: readonly InstructionsPlace[] | undefined
  let next = 0
  for (let start = from; start < turns.length; start++) {
    if (!instructs(turns[start])) continue
    const end = afterRun(turns, start)
    const variant = varietyOf(turns, start, end)
    if (variant !== undefined) {
      seats ??= seatsIn(turns)
      while ((seats[next]?.at ?? turns.length) < end) next++
      yield* misplaced(turns.slice(start, end), variant, seats[next]?.first ?? seats[next - 1]?.last)
    }
    start = end
  }
}

function varietyOf(turns: readonly Turn[], start: number, end: number): string | undefined {
  if (turns[start]?.index === 0) return 'first'
  if (!maySpeakBefore(turns[start - 1])) return 'unled'
  return isModels(turns[end]) ? undefined : 'unheard'
}

/** The whole run goes to the nearest place where it may stand; where there is none, the user says it. */
function* misplaced(
  run: readonly Turn[],
  variant: string,
  seat: InstructionsPlace['first'] | undefined,
): Iterable<Fault> {
  for (const turn of run) {
    if (turn.isSetting) continue
    const moved = seat && { turn, intents: [{ do: 'move', turn, before: seat.before }] as const }
    yield { ...(moved ?? faultOf(turn)), variant }
  }
}

/** A place between the user and the model, or at the end, with the instructions that stand there already. */
interface InstructionsPlace {
  readonly at: number
  /** Before those instructions, and after them. */
  readonly first: { readonly before: Turn | undefined }
  readonly last: { readonly before: Turn | undefined }
}

/** All places where instructions may stand, first to last. */
function seatsIn(turns: readonly Turn[]): InstructionsPlace[] {
  const seats: InstructionsPlace[] = []
  for (let at = 1; at <= turns.length; at++) {
    if (!maySpeakBefore(turns[at - 1]) || instructs(turns[at - 1])) continue
    const end = afterRun(turns, at)
    if (isModels(turns[end])) seats.push({ at, first: { before: turns[at] }, last: { before: turns[end] } })
    at = Math.max(at, end)
  }
  return seats
}

function afterRun(turns: readonly Turn[], start: number): number {
  let end = start
  while (instructs(turns[end])) end++
  return end
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

/** A turn that gives or takes tools cannot be said by the user: it stays. */
function faultOf(turn: Turn): Fault {
  const isSaid = turn.parts.every(({ kind }) => kind !== 'other')
  return { turn, intents: isSaid ? [{ do: 'set', on: turn, fact: 'speaker', value: 'user' }] : [] }
}
