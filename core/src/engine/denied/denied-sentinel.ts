import { areDenied, type Denied, isResultDenied } from '../../model/denied.ts'
import type { Facts } from '../../model/facts.ts'
import type { Api, Format, Ids, IsSought, TurnRange } from '../../model/format.ts'
import type { Tail } from '../../model/report.ts'
import type { Rule } from '../../model/rule.ts'
import type { Sentinel } from '../../model/sentinel.ts'
import type { Part, Unreadable } from '../../model/transcript.ts'
import { RuleSentinel } from '../sentinel/sentinel.ts'
import { offersDenied } from './denied-offers.ts'

const rule = 'tool-denied'

/** A sentinel of a format that also looks at the names of tools. */
export function deniedSentinel(api: Api, rules: readonly Rule[]): Sentinel {
  const { format, rulebook } = api
  const { [rule]: row, ...rows } = rulebook.rows
  const denied = row?.denied
  // Calls that stand elsewhere are known by their ids alone: everything is read.
  if (denied === undefined || denied.calls !== undefined || denied.answered !== undefined)
    return new RuleSentinel(api, rules)
  return new DeniedSentinel(
    format,
    denied,
    new RuleSentinel({ format, rulebook: { ...rulebook, rows } }, rules),
  )
}

/** So many names are judged once. */
const mostNames = 1_024

/**
 * Looks for denied tools, and lets another sentinel look for everything else.
 *
 * A document that speaks of one is read in full: what is declared, chosen, called and answered belongs together.
 */
class DeniedSentinel implements Sentinel {
  private readonly format: Format
  private readonly denied: Denied
  private readonly other: Sentinel
  private readonly verdicts = new Map<string, boolean>()
  /** Whether a result that names no tool is of a denied one, whichever it is of. */
  private readonly areAllDenied: boolean
  private isOffered = false
  private isCalled = false

  constructor(format: Format, denied: Denied, other: Sentinel) {
    this.format = format
    this.denied = denied
    this.other = other
    this.areAllDenied = isResultDenied(denied, undefined)
  }

  readBody(document: unknown): void {
    this.isOffered = offersDenied(this.format.offers?.offersOf(document), this.denied)
  }

  reset(facts: Facts): void {
    this.other.reset(facts)
    this.isCalled = false
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    const first = this.other.feed(turns, from, to)
    if (this.isOffered) return from < to ? from : -1
    const end = first < 0 ? to : first + 1
    for (let position = from; position < end; position++) {
      if (!this.speaksOfDenied(turns[position])) continue
      this.isCalled = true
      return position
    }
    return first
  }

  isSettled(): boolean {
    return this.other.isSettled()
  }

  mayEnd(tail: Tail): boolean {
    return !this.isOffered && this.other.mayEnd(tail)
  }

  once(): void {
    this.other.once()
  }

  skip(): void {
    this.other.skip()
  }

  track(): void {
    this.other.track()
  }

  holders(ids: Ids): readonly number[] | undefined {
    return this.other.holders(ids)
  }

  isLocal(turns: readonly unknown[], suspects: readonly TurnRange[]): boolean {
    return !this.isOffered && !this.isCalled && this.other.isLocal(turns, suspects)
  }

  private speaksOfDenied(raw: unknown): boolean {
    const isNamed = this.format.offers?.names?.(raw, this.isSought)
    if (isNamed !== undefined) return isNamed
    const { parts } = this.format.readTurn(raw, 0, [], unread)
    unread.length = 0
    for (const part of parts) if (this.isDenied(part)) return true
    return false
  }

  private isDenied(part: Part): boolean {
    switch (part.kind) {
      case 'call':
      case 'hosted':
        return this.isSought('call', part.name)
      case 'result':
        return this.isSought('result', part.name)
      case 'other':
        return (
          part.ran?.some((name) => this.verdictOn(name)) ||
          part.offers?.some((name) => this.verdictOn(name)) ||
          false
        )
      default:
        return false
    }
  }

  private readonly isSought: IsSought = (half, name) => {
    if (name !== undefined) return this.verdictOn(name)
    return half === 'call' ? this.verdictOn('') : this.areAllDenied
  }

  private verdictOn(name: string): boolean {
    const known = this.verdicts.get(name)
    if (known !== undefined) return known
    if (this.verdicts.size >= mostNames) this.verdicts.clear()
    const verdict = areDenied(this.denied, [name])
    this.verdicts.set(name, verdict)
    return verdict
  }
}

const unread: Unreadable[] = []
