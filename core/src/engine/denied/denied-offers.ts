import type { Declaration, Offers } from '../../model/declared.ts'
import { areDenied, type Denied } from '../../model/denied.ts'
import type { Intent } from '../../model/intent.ts'
import type { Fault } from '../../model/rule.ts'
import { nameOf, type Withdrawn } from './denied-withdrawals.ts'

/** The tools that a request offers: denied ones, and others. */
export interface DeniedOffers {
  readonly gone: readonly Declaration[]
  readonly left: readonly Declaration[]
  /** The names that a choice may keep; undefined where it names no denied tool. */
  readonly names: readonly string[] | undefined
  /** The model is made to call, and no tool is left for it. */
  readonly isForcedInVain: boolean
  readonly choice: Offers['choice']
}

const nothing: Offers = { declarations: [] }

/** Holds the tools that a request offers against those that are denied. */
export function holdOffers({ declarations, choice }: Offers = nothing, denied: Denied): DeniedOffers {
  const isGone = ({ names, isWithdrawn }: Declaration): boolean =>
    isWithdrawn !== true && areDenied(denied, names)
  const gone = declarations.filter(isGone)
  const left = declarations.filter((each) => !isGone(each))
  const chosen = choice?.tools ?? []
  const kept = chosen.filter((names) => !areDenied(denied, names)).map(([name = '']) => name)
  const isForcedInVain = choice?.isForced === true && gone.length > 0 && left.length === 0
  return { gone, left, names: kept.length === chosen.length ? undefined : kept, isForcedInVain, choice }
}

/** The faults of a request that offers denied tools; the first of them mends them all. `late`: turns that take some away. */
export function faultsOfOffers(held: DeniedOffers, late: Withdrawn): Fault[] {
  const { gone, choice, isForcedInVain } = held
  const faults: Omit<Fault, 'intents'>[] = gone.map(({ at, names }) => ({
    at,
    variant: 'declared',
    values: { name: names[0] ?? '' },
  }))
  if (choice !== undefined && (held.names !== undefined || isForcedInVain)) {
    const name = choice.tools.find(([each = '']) => held.names?.includes(each) === false)?.[0]
    const about = name === undefined ? { variant: 'forced' } : { variant: 'chosen', values: { name } }
    faults.push({ at: choice.at, ...about })
  }
  return faults.map((fault, index) => ({ ...fault, intents: index === 0 ? intentsFor(held, late) : [] }))
}

function intentsFor({ gone, left, names, choice }: DeniedOffers, late: Withdrawn): readonly Intent[] {
  const taken = new Set([...late.values()].flat())
  const undeclared = gone.filter((each) => !taken.has(each))
  const undeclare: readonly Intent[] = [
    ...(undeclared.length === 0 ? [] : [{ do: 'set-body', fact: 'offers', value: undeclared } as const]),
    ...[...late].map(([beside, tools]) => ({ do: 'withdraw', beside, names: tools.map(nameOf) }) as const),
  ]
  // Without tools an API refuses to be told how they are to be called.
  if (left.length === 0 && (gone.length > 0 || names !== undefined))
    return [...undeclare, { do: 'set-body', fact: 'no-choice', value: true }]
  if (names === undefined || choice === undefined) return undeclare
  const choose: Intent =
    names.length === 0
      ? { do: 'set-body', fact: 'choice', value: 'auto' }
      : { do: 'set-body', fact: 'choice-names', value: names }
  return [...undeclare, choose]
}
