import type { Facts } from '../../model/facts.ts'
import type { Api } from '../../model/format.ts'
import { type Traits, traits } from '../../model/glance.ts'
import { pairingRules, type Rule } from '../../model/rule.ts'
import { applies, type Row } from '../../model/rulebook.ts'
import type { Part } from '../../model/transcript.ts'
import type { Demand, LoopDemand, Tally, TraitSet, Watch } from '../../model/watch.ts'

/** A rule of an API, its row there, and what makes it look. */
interface Watched {
  readonly rule: Rule
  readonly row: Row
  readonly watch: Watch
}

/** A rule that is asked about one turn at a time. */
export interface TurnRule {
  readonly rule: Rule
  readonly row: Row
  readonly isSuspect: ((part: Part) => boolean) | undefined
}

/** All that the rules of an API look at, given the facts of a conversation: one table for the sentinel. */
export interface Watches {
  /** A rule does not say what makes it look: every document is read in full. */
  readonly isBlind: boolean
  readonly bodies: readonly ((facts: Facts) => boolean)[]
  readonly turnRules: readonly TurnRule[]
  /** A turn with one of these traits is read, and so is one that fits one of the sets. */
  readonly closer: Traits
  readonly closerSets: readonly TraitSet[]
  readonly wanted: Traits
  readonly neighbours: readonly (readonly [before: Traits, turn: TraitSet])[]
  readonly starts: readonly TraitSet[]
  readonly ends: readonly TraitSet[]
  readonly alternates: boolean
  readonly startsOnUser: boolean
  readonly areNamesDeclared: boolean
  readonly marks: number
  readonly tallies: readonly (() => Tally)[]
  /** A fault may concern turns far away. */
  readonly isWide: boolean
  /** A part of one turn may make a part of another one far away a fault: by their number, or by what is declared. */
  readonly isFarMinded: boolean
  readonly loops: ReadonlySet<LoopDemand>
  readonly areHostedMinded: boolean
  /** Whether the order of reasoning, calls and words in loops matters. */
  readonly areLoopsMinded: boolean
}

/** Gives the watches for the facts of a conversation. */
export type WatchesFor = (facts: Facts) => Watches

/** The watches of an API; they are put together once for each set of rules that applies. */
export function watchesOf(
  api: Api,
  rules: readonly Rule[],
): { readonly all: readonly Watch[]; readonly forFacts: WatchesFor } {
  const { watched, isBlind } = watchedBy(api, rules)
  const fixed = watched.filter((each) => !isConditional(each))
  const conditional = watched.filter(isConditional)
  const known = new Map<number, Watches>()
  // An agent asks with the same facts again and again.
  let last = { key: -1, watches: undefined as Watches | undefined }
  const forFacts = (facts: Facts): Watches => {
    let key = 0
    for (let index = 0; index < conditional.length; index++)
      if (holds(conditional[index] as Watched, facts)) key += 2 ** index
    if (key === last.key && last.watches !== undefined) return last.watches
    const applied = conditional.filter((each) => holds(each, facts))
    const watches = known.get(key) ?? compile([...fixed, ...applied], isBlind)
    known.set(key, watches)
    last = { key, watches }
    return watches
  }
  return { all: watched.map(({ watch }) => watch), forFacts }
}

function watchedBy(
  { rulebook, format }: Api,
  rules: readonly Rule[],
): { watched: Watched[]; isBlind: boolean } {
  const watched: Watched[] = []
  let isBlind = false
  const hasShape = (name: string): boolean => Object.hasOwn(format.shapes ?? {}, name)
  const looksFor: Demand['looksFor'] = (members) =>
    Object.entries(members).every(([kind, names]) =>
      names.every((name) => format.foreignMembers?.[kind]?.includes(name) === true),
    )
  for (const rule of rules) {
    const row = rulebook.rows[rule.name]
    if (row === undefined || pairingRules.has(rule.name)) continue
    const watch = rule.looksAt?.({ row, layout: rulebook.layout, hasShape, looksFor })
    if (watch === undefined) isBlind = true
    else watched.push({ rule, row, watch })
  }
  return { watched, isBlind }
}

function isConditional({ row, watch }: Watched): boolean {
  return row.when !== undefined || watch.applies !== undefined
}

function holds({ row, watch }: Watched, facts: Facts): boolean {
  return applies(row, facts) && watch.applies?.(facts) !== false
}

function compile(watched: readonly Watched[], isBlind: boolean): Watches {
  const watches = watched.map(({ watch }) => watch)
  const sets = watches.flatMap(({ turns = [] }) => turns)
  const single = sets.filter(({ all, none = 0 }) => none === 0 && isOneBit(all))
  return {
    isBlind,
    bodies: watches.flatMap(({ body }) => (body === undefined ? [] : [body])),
    turnRules: watched.flatMap(({ rule, row, watch: { turns, isSuspect } }) =>
      turns === undefined ? [] : [{ rule, row, isSuspect }],
    ),
    closer: single.reduce((bits, { all }) => bits | all, (traits.odd | traits.unclear) as Traits),
    closerSets: sets.filter((set) => !single.includes(set)),
    wanted: watches.reduce((bits, { wanted = 0 }) => bits | wanted, 0),
    neighbours: watches.flatMap(({ neighbours = [] }) => neighbours),
    starts: watches.flatMap(({ start }) => (start === undefined ? [] : [start])),
    ends: watches.flatMap(({ ends = [] }) => ends),
    alternates: watches.some(({ speech }) => speech === 'alternates'),
    startsOnUser: watches.some(({ speech }) => speech === 'start'),
    areNamesDeclared: watches.some(({ names }) => names?.isDeclared === true),
    marks: Math.min(...watches.map(({ marks = Number.POSITIVE_INFINITY }) => marks)),
    tallies: watches.flatMap(({ tally }) => tally ?? []),
    isWide: watches.some(isWide),
    isFarMinded: watches.some(isFarWatch),
    loops: new Set(watches.flatMap(({ loop }) => loop ?? [])),
    areHostedMinded: watches.some(({ hosted }) => hosted === true),
    areLoopsMinded: watches.some(isLoopWatch),
  }
}

/** Loops and the order of speakers are judged by what was said long before. */
function isWide(watch: Watch): boolean {
  return watch.isWide === true || isLoopWatch(watch)
}

function isLoopWatch({ speech, loop }: Watch): boolean {
  return speech !== undefined || (loop !== undefined && !itemLoops.has(loop))
}

const itemLoops: ReadonlySet<LoopDemand> = new Set(['item-reasoned', 'followed'])

function isFarWatch({ marks, tally, names, hosted }: Watch): boolean {
  return (marks ?? tally ?? hosted) !== undefined || names?.isDeclared === true
}

function isOneBit(bits: Traits): boolean {
  return bits !== 0 && (bits & (bits - 1)) === 0
}

/** Whether a turn with these traits fits a set. */
function fits(set: TraitSet, bits: Traits): boolean {
  return (bits & set.all) === set.all && (bits & (set.none ?? 0)) === 0
}

/** Whether a turn with these traits fits one of the sets. */
export function fitsAny(sets: readonly TraitSet[], bits: Traits): boolean {
  for (let index = 0; index < sets.length; index++) if (fits(sets[index] as TraitSet, bits)) return true
  return false
}

/** Whether a rule wants to see a turn with these traits. */
export function isWanted({ closer, closerSets }: Watches, bits: Traits): boolean {
  return (bits & closer) !== 0 || (closerSets.length > 0 && fitsAny(closerSets, bits))
}

/** Whether a turn may follow the one before it, or come first. */
export function mayStand({ neighbours, starts }: Watches, bits: Traits, before: Traits, at: number): boolean {
  if (at === 0 && fitsAny(starts, bits)) return false
  // By position: taking a pair apart costs more than comparing it.
  for (let index = 0; index < neighbours.length; index++) {
    const pair = neighbours[index] as readonly [Traits, TraitSet]
    if ((before & pair[0]) !== 0 && fits(pair[1], bits)) return false
  }
  return true
}
