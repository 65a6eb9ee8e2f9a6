import { type Denied, type Elsewhere, isDenied, isResultDenied } from '@mortise/core'
import type { Entry, Store } from '../contract/store.ts'

type Part = ReturnType<Store['format']['readTurn']>['parts'][number]
type Held = Extract<Part, { readonly kind: 'call' | 'result' | 'hosted' }>

/** The number of calls and results of denied tools in a file. */
export interface Census {
  /** Calls that have to go, and results. */
  readonly calls: number
  readonly results: number
  /** Calls of denied tools that stay because they have their results. */
  readonly kept: number
  /** The number of calls and results that go, by the tool names in the file. */
  readonly tools: ReadonlyMap<string, number>
  /** The ids of the calls that have to go. */
  readonly ids: ReadonlySet<string>
  /** Every tool that was called, denied or not. */
  readonly called: ReadonlySet<string>
  /** The facts that a conversation needs about the others in its file. */
  readonly elsewhere: Required<Elsewhere>
  /** Whether a call or result of this file has to go. */
  isGoing(part: Held): boolean
}

/** Counts what has to go in all records of a file, whichever conversation they belong to. */
export function takeCensus(store: Store, entries: readonly Entry[], denied: Denied): Census {
  const spoken = entries.flatMap(({ value }) => partsIn(store, store.messageIn(value)?.message))
  const told = entries.flatMap(({ value }) => partsIn(store, store.tells?.(value)?.message))
  const parts = [...spoken, ...told]
  const calls = parts.filter(isCall)
  const names = namesById(calls)
  const answered = new Set(parts.flatMap((part) => (isResult(part) ? (part.id ?? []) : [])))
  const { isGoing, isKept } = judgeOf(denied, names, answered)
  const going = [...spoken, ...unlike(spoken, told)].filter(isGoing)
  const nameOf = ({ id = '', name }: Held): string => name ?? names.get(id)?.[0] ?? 'unnamed_tool'
  const tools = new Map<string, number>()
  for (const part of going) tools.set(nameOf(part), (tools.get(nameOf(part)) ?? 0) + 1)
  const goingCalls = going.filter(isCall)
  const areDenied = (owners: readonly string[]): boolean => owners.every((owner) => isDenied(denied, owner))
  return {
    calls: goingCalls.length,
    results: going.length - goingCalls.length,
    kept: calls.filter(isKept).length,
    tools,
    ids: new Set(goingCalls.flatMap(({ id }) => id ?? [])),
    called: new Set(calls.flatMap(({ name }) => name ?? [])),
    elsewhere: {
      calls: [...names].flatMap(([id, owners]) => (areDenied(owners) ? [id] : [])),
      answered: [...answered],
    },
    isGoing,
  }
}

/** The parts that repeat no other one. */
function unlike(spoken: readonly Held[], told: readonly Held[]): readonly Held[] {
  const nameOf = (part: Held): string => `${isCall(part)} ${part.id}`
  const seen = new Set(spoken.map(nameOf))
  return told.filter((part) => seen.size !== seen.add(nameOf(part)).size)
}

interface Verdicts {
  isGoing(part: Held): boolean
  /** Whether it is of a denied tool, and stays because the call has its result. */
  isKept(part: Held): boolean
}

/** Says of each call and result whether it has to go: a result is judged by its call, wherever that is. */
function judgeOf(
  denied: Denied,
  names: ReadonlyMap<string, readonly string[]>,
  answered: ReadonlySet<string>,
): Verdicts {
  const known = new Set(denied.calls)
  const isOfDenied = (part: Held): boolean => {
    const owners = names.get(part.id ?? '') ?? []
    if (isCall(part)) return isDenied(denied, part.name)
    if (owners.length === 0) return known.has(part.id ?? '') || isResultDenied(denied, part.name)
    const count = owners.filter((owner) => isDenied(denied, owner)).length
    // If two calls share an id, only the tool name tells to which the result belongs.
    if (count > 0 && count < owners.length) return part.name !== undefined && isDenied(denied, part.name)
    return count > 0
  }
  const isComplete = ({ id = '' }: Held): boolean =>
    denied.keepsCompleted === true && names.has(id) && answered.has(id)
  return {
    isGoing: (part) => isOfDenied(part) && !isComplete(part),
    isKept: (part) => isOfDenied(part) && isComplete(part),
  }
}

/** The calls and results in a message, those of tools that the provider ran too. */
export function partsIn({ format }: Store, message: unknown): readonly Held[] {
  if (message === undefined) return []
  const { parts } = format.readTurn(message, 0, [], [])
  return parts.filter(
    (part): part is Held => part.kind === 'call' || part.kind === 'result' || part.kind === 'hosted',
  )
}

/** Whether a part is a call, be it of a tool that the provider runs. */
export function isCall(part: Held): boolean {
  return part.kind === 'call' || (part.kind === 'hosted' && part.half === 'call')
}

/** Whether a part is a result, and not one that only stands in for one. */
function isResult(part: Held): boolean {
  return !isCall(part) && (part.kind !== 'result' || !part.isSynthetic)
}

function namesById(calls: readonly Held[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const { id, name = '' } of calls) {
    if (id === undefined) continue
    const list = names.get(id)
    if (list === undefined) names.set(id, [name])
    else list.push(name)
  }
  return names
}
