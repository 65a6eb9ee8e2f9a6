import { holdsSummary } from '../engine/arrange/summary.ts'
import type { Intent } from '../model/intent.ts'
import { at } from '../model/lists.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import { holdsCall, holdsResult, speaks, type Turn } from '../model/transcript.ts'
import { nothingSaid, resultsReceived } from '../texts/fixed.ts'
import { noted } from '../texts/shrunk.ts'

export { refusedOrder as words } from '../texts/fault-words.ts'

/**
 * Speakers alternate: neighbours of one speaker become one turn.
 *
 * Where that cannot be, because results stand by themselves, calls and results lie between or a summary
 * must stay as it was written, a fixed turn of the other speaker does.
 */
export const sameSpeakerTwice: Rule = {
  name: 'same-speaker-twice',
  title: 'One speaker has two turns in a row',
  text: 'This {speaker} turn follows another one, and speakers must alternate here.',
  stage: 'after',
  detect(view) {
    return view.layout.alternates === 'speech' ? speechTwice(view) : turnTwice(view)
  },
}

/** Every turn counts. */
function* turnTwice(view: View): Iterable<Fault> {
  let first: Turn | undefined
  for (const second of view.turns) {
    if (first?.speaker === second.speaker && isClear(first) && isClear(second)) {
      const given = mayShare(view, first, second) ? asGiven([first, second]) : {}
      yield { turn: second, ...given, intents: [join(view, first, second)] }
    }
    first = second
  }
}

/** Notes turns that the document itself has as neighbours: an API may take them, but a repair writes none. */
function asGiven(run: readonly Turn[]): { readonly variant?: 'given' } {
  const start = run[0]?.index ?? -1
  const isGiven = run.every(
    ({ index, changed }, offset) => index === start + offset && !changed?.has('speaker'),
  )
  return start >= 0 && isGiven ? { variant: 'given' } : {}
}

/** Neighbours become one turn, or a fixed turn stands between what may not share one. */
function join(view: View, first: Turn, second: Turn): Intent {
  const between = { do: 'insert-turn', beside: second, side: 'before' } as const
  if (isSummed(first, second)) return { ...between, speaker: 'model', text: noted }
  if (mayShare(view, first, second)) return { do: 'merge', first, second }
  return first.speaker === 'user'
    ? { ...between, speaker: 'model', text: resultsReceived }
    : { ...between, speaker: 'user', text: nothingSaid }
}

/** Whether one turn may hold what both do. */
function mayShare({ demands }: View, first: Turn, second: Turn): boolean {
  if (demands('text-beside-results') && holdsResult(first) !== holdsResult(second)) return false
  return !(demands('text-beside-calls') && holdsCall(first) !== holdsCall(second))
}

/** An unreadable turn may be anybody's, and takes nothing in; the other members of a turn would be lost. */
function isClear({ speaker, shape, parts }: Turn): boolean {
  if ((speaker !== 'user' && speaker !== 'model') || shape === 'unreadable') return false
  return parts.every(({ kind, list }) => kind !== 'other' || list === 'content')
}

function isSummed(first: Turn, second: Turn): boolean {
  return holdsSummary(first) || holdsSummary(second)
}

/** Calls and results do not count, only what user and model say to each other. */
function* speechTwice({ turns }: View): Iterable<Fault> {
  let last = -1
  for (const [position, turn] of turns.entries()) {
    if (!speaks(turn)) continue
    if (last >= 0 && turn.speaker === turns[last]?.speaker)
      yield { turn, ...asGiven(turns.slice(last, position + 1)), intents: [bridge(turns, last, position)] }
    last = position
  }
}

/**
 * Neighbours become one turn, and words of the model go into the calls that follow them at once: a turn
 * with calls does not count. Else somebody must speak between.
 */
function bridge(turns: readonly Turn[], last: number, position: number): Intent {
  const [first, next, second] = [at(turns, last), at(turns, last + 1), at(turns, position)]
  const isOne = next.speaker === first.speaker && isClear(first) && isClear(next)
  if (isOne && !isSummed(first, next)) return { do: 'merge', first, second: next }
  const isUsers = second.speaker === 'user'
  const text = isUsers ? nodOf(turns, last, position) : nothingSaid
  return { do: 'insert-turn', beside: second, side: 'before', speaker: isUsers ? 'model' : 'user', text }
}

/** The words of the model between two turns of the user. */
function nodOf(turns: readonly Turn[], last: number, position: number): string {
  if (turns.slice(last, position).some(holdsResult)) return resultsReceived
  return isSummed(at(turns, last), at(turns, position)) ? noted : nothingSaid
}
