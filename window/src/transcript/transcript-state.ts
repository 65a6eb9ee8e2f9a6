import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type {
  JointRow,
  SessionPage,
  TurnAnswer,
  TurnFinding,
  TurnOutline,
  TurnPage,
} from '../../../app/src/window/api.ts'
import { ask, listen, wordsOf } from '../client.ts'

/** So many turns are asked for at a time. */
const stretch = 100

/** One session that is looked at: its outline, and the turns that were in sight. */
export interface TranscriptState {
  readonly path: string
  readonly page: ReadonlySignal<SessionPage | undefined>
  readonly problem: ReadonlySignal<string>
  readonly lane: ReadonlySignal<number>
  readonly outline: ReadonlySignal<TurnOutline | undefined>
  /** The joints that begin or end at a turn. */
  readonly jointsAt: ReadonlySignal<ReadonlyMap<number, readonly JointRow[]>>
  readonly findingsAt: ReadonlySignal<ReadonlyMap<number, readonly TurnFinding[]>>
  /** The turns with faults that will be refused, in order. */
  readonly breaks: ReadonlySignal<readonly number[]>
  turn(index: number): TurnAnswer | undefined
  /** Asks for the turns in sight. */
  need(from: number, to: number): void
  text(turn: number, part: number): Promise<string>
  showLane(lane: number): void
  read(): Promise<void>
  /** Reads again when the session changes on disk; returns a function that ends it. */
  follow(): () => void
}

/** Opens a session. */
export function openTranscript(path: string): TranscriptState {
  const page = signal<SessionPage | undefined>(undefined)
  const problem = signal('')
  const lane = signal(0)
  const came = signal(0)
  let kept = new Map<number, readonly TurnAnswer[]>()
  let asked = new Set<number>()
  const outline = computed(() => page.value?.conversations[lane.value])
  const read = async (): Promise<void> => {
    try {
      const next = await ask<SessionPage>('session', { path })
      const before = page.value
      const isGrown = isContinued(before?.conversations[lane.value], next.conversations[lane.value])
      batch(() => {
        // Turns that only grew stay in sight while their last stretch is read again.
        const last = Math.floor(((before?.conversations[lane.value]?.speakers.length ?? 1) - 1) / stretch)
        if (before?.revision !== next.revision) {
          if (!isGrown) kept = new Map()
          asked = new Set(isGrown ? [...asked].filter((each) => each < last) : [])
        }
        page.value = next
        problem.value = ''
        came.value++
      })
    } catch (error) {
      problem.value = wordsOf(error)
    }
  }
  const load = async (part: number): Promise<void> => {
    const own = asked
    const members = { path, lane: lane.value, from: part * stretch, to: (part + 1) * stretch }
    try {
      const { turns } = await ask<TurnPage>('turns', members)
      if (own !== asked) return
      kept.set(part, turns)
      came.value++
    } catch (error) {
      own.delete(part)
      problem.value = wordsOf(error)
    }
  }
  return {
    path,
    page,
    problem,
    lane,
    outline,
    jointsAt: computed(() => byTurn(outline.value?.joints ?? [], ([, call, result]) => [call, result])),
    findingsAt: computed(() => byTurn(outline.value?.found ?? [], ({ turn }) => [turn ?? -1])),
    breaks: computed(() => {
      const faults = (outline.value?.found ?? []).filter(isFault)
      return [...new Set(faults.map(({ turn }) => turn ?? 0))].sort((one, other) => one - other)
    }),
    turn(index) {
      // Components that show a turn are drawn again once more turns have come.
      void came.value
      return kept.get(Math.floor(index / stretch))?.[index % stretch]
    },
    need(from, to) {
      for (let part = Math.floor(from / stretch); part * stretch <= to; part++) {
        if (asked.has(part)) continue
        asked.add(part)
        void load(part)
      }
    },
    text: async (turn, part) => {
      const { text } = await ask<{ text: string }>('text', { path, lane: lane.value, turn, part })
      return text
    },
    showLane(next) {
      batch(() => {
        kept = new Map()
        asked = new Set()
        lane.value = next
      })
    },
    read,
    follow: () =>
      listen('sessions', (paths) => {
        if (Array.isArray(paths) && paths.includes(path)) void read()
      }),
  }
}

/** Whether a finding is a fault that the API refuses, or by which the agent loses history. */
export function isFault({ severity, copes }: TurnFinding): boolean {
  return severity === 'refused' || copes?.does === 'loses'
}

function isContinued(before: TurnOutline | undefined, after: TurnOutline | undefined): boolean {
  return before !== undefined && after?.speakers.startsWith(before.speakers) === true
}

function byTurn<Item>(
  items: readonly Item[],
  turnsOf: (item: Item) => readonly number[],
): ReadonlyMap<number, readonly Item[]> {
  const all = new Map<number, Item[]>()
  for (const item of items)
    for (const turn of new Set(turnsOf(item))) {
      const own = all.get(turn)
      if (own === undefined) all.set(turn, [item])
      else own.push(item)
    }
  return all
}
