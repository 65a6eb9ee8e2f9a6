import fc from 'fast-check'
import { apis, onePerFormat } from './says.ts'

/** What becomes of a call: the last two take until somebody stops them, and one of them is late. */
export type Fate = 'return' | 'throw' | 'deny' | 'hang' | 'late'

export interface CallPlan {
  /** An id of its own, none, an empty one, one that no API takes, or one that others have too. */
  readonly id: 'own' | 'none' | 'empty' | 'odd' | 'same' | 'other'
  readonly name: string
  readonly fate: Fate
}

export interface TurnPlan {
  readonly do: 'turn'
  readonly calls: readonly CallPlan[]
  /** Who runs the tools. */
  readonly by: 'run' | 'hand'
  /** Who stops the calls that hang. */
  readonly stop: 'signal' | 'timeout' | 'cancel' | 'message' | 'turn' | 'kill'
  /** Whether something is noted while calls are open. */
  readonly isNoted: boolean
  readonly isReasoned: boolean
  readonly concurrency: number
  /** From which call on it is another message of the same turn. */
  readonly split: number
}

export type Deed = TurnPlan | { readonly do: 'user' | 'note' | 'late' | 'reopen' }

export interface Story {
  readonly api: string
  /** Whether messages are those of a chat, where a format knows them. */
  readonly isChat: boolean
  /** Whether the ledger knows the request besides its messages. */
  readonly isWhole: boolean
  readonly policy: 'keep' | 'drop' | 'drop-turn'
  readonly deeds: readonly Deed[]
}

const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  id: fc.constantFrom('own', 'own', 'none', 'empty', 'odd', 'same', 'same', 'other'),
  name: fc.constantFrom('read', 'list'),
  fate: fc.constantFrom('return', 'return', 'throw', 'deny', 'hang', 'late'),
})

const turnPlan: fc.Arbitrary<TurnPlan> = fc.record({
  do: fc.constant('turn'),
  calls: fc.array(callPlan, { maxLength: 4 }),
  by: fc.constantFrom('run', 'hand'),
  stop: fc.constantFrom('signal', 'timeout', 'cancel', 'message', 'turn', 'kill'),
  isNoted: fc.boolean(),
  isReasoned: fc.boolean(),
  concurrency: fc.constantFrom(9, 1),
  split: fc.constantFrom(9, 9, 1, 2),
})

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: turnPlan },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('user', 'note', 'late', 'reopen') }) },
)

export const story: fc.Arbitrary<Story> = fc.record({
  api: fc.constantFrom(...apis, ...onePerFormat, 'ai-sdk'),
  isChat: fc.boolean(),
  isWhole: fc.boolean(),
  policy: fc.constantFrom('keep', 'drop', 'drop-turn'),
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
})

/** Whether a call takes until somebody stops it. */
export function isHanging({ fate }: Pick<CallPlan, 'fate'>): boolean {
  return fate === 'hang' || fate === 'late'
}
