import type { Intent } from '../../model/intent.ts'
import { addAll, addTo, at } from '../../model/lists.ts'
import { type Hosted, type Part, speakerOf, type Turn } from '../../model/transcript.ts'
import { closesLoop } from './loop.ts'

/** One half of a tool that the provider runs, and where it stands. */
export interface HostedSeat {
  readonly turn: Turn
  readonly part: Hosted
  /** Nothing was said to the model since, or it went on by itself: a call here may wait for its result. */
  readonly mayWait: boolean
}

/** The hosted halves of one tool loop; a pair never reaches beyond its loop. */
export interface HostedLoop {
  readonly seats: readonly HostedSeat[]
  readonly byId: ReadonlyMap<string, readonly HostedSeat[]>
}

/** The hosted tools of a conversation, loop by loop. */
export function hostedLoops(turns: readonly Turn[]): HostedLoop[] {
  if (!turns.some(holdsHosted)) return []
  const loops: HostedLoop[] = []
  let seats: HostedSeat[] = []
  let mayWait = true
  const close = (): void => {
    if (seats.length > 0) loops.push(loopOf(seats.reverse()))
    seats = []
  }
  // Right to left: what follows a turn decides whether a call in it may still wait.
  for (let position = turns.length - 1; position >= 0; position--) {
    const turn = at(turns, position)
    if (closesLoop(turn)) {
      close()
      mayWait = false
    } else if (speakerOf(turn) === 'model') addAll(seats, seatsIn(turn, mayWait))
    else mayWait ||= speakerOf(turns[position + 1] ?? turn) === 'model'
  }
  close()
  return loops.reverse()
}

function holdsHosted({ parts }: Turn): boolean {
  return parts.some(isHosted)
}

function isHosted({ kind }: Part): boolean {
  return kind === 'hosted'
}

/** The last one first. */
function seatsIn(turn: Turn, mayWait: boolean): HostedSeat[] {
  return turn.parts.flatMap((part) => (part.kind === 'hosted' ? [{ turn, part, mayWait }] : [])).reverse()
}

function loopOf(seats: readonly HostedSeat[]): HostedLoop {
  const byId = new Map<string, HostedSeat[]>()
  for (const seat of seats) if (seat.part.id !== undefined) addTo(byId, seat.part.id, seat)
  return { seats, byId }
}

/** The calls that have no result behind them. */
export function callsAlone({ seats }: HostedLoop): HostedSeat[] {
  return alone([...seats].reverse(), 'call').reverse()
}

/** The results that have no call before them. */
export function resultsAlone({ seats }: HostedLoop): HostedSeat[] {
  return alone(seats, 'result')
}

/** The seats of one half whose other half has not been seen, in the order given. */
function alone(seats: readonly HostedSeat[], half: Hosted['half']): HostedSeat[] {
  const met = new Set<string>()
  return seats.filter(({ part }) => {
    if (part.half === half) return part.id === undefined || !met.has(part.id)
    if (part.id !== undefined) met.add(part.id)
    return false
  })
}

/** Takes out all that belongs to the tool of one half; a tool that was taken out already is not taken out again. */
export function dropTool({ byId }: HostedLoop, { turn, part }: HostedSeat, gone: Set<unknown>): Intent[] {
  const halves = part.id === undefined ? [{ turn, part }] : (byId.get(part.id) ?? [])
  if (gone.has(halves)) return []
  gone.add(halves)
  return halves.map((half) => ({ do: 'drop', turn: half.turn, part: half.part }))
}
