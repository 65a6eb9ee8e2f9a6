import { type Facts, noFacts } from '../../model/facts.ts'
import type { Api } from '../../model/format.ts'
import type { Pairs } from '../../model/joint.ts'
import type { Turn, Unreadable } from '../../model/transcript.ts'
import type { Context } from '../context.ts'
import { viewOf } from '../view.ts'
import type { TurnRule } from './watches.ts'

/** Reads single turns, and asks the rules that judge turn by turn about each of them. */
export class CloserCheck {
  private readonly api: Api
  private readonly unread: Unreadable[] = []
  private rules: readonly TurnRule[] = []
  private facts: Facts = noFacts

  constructor(api: Api) {
    this.api = api
  }

  reset(rules: readonly TurnRule[], facts: Facts): void {
    this.rules = rules
    this.facts = facts
  }

  /** A turn, read by itself; undefined where a part of it cannot be read, or a rule finds a fault in it. */
  read(raw: unknown, index: number): Turn | undefined {
    const turn = this.api.format.readTurn(raw, index, [], this.unread)
    if (this.unread.length === 0) return this.passes(turn) ? turn : undefined
    this.unread.length = 0
    return undefined
  }

  /** Whether each of these turns can be read, and no rule finds a fault in one of them. */
  passAll(turns: readonly unknown[], from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.read(turns[at], at) === undefined) return false
    return true
  }

  private passes(turn: Turn): boolean {
    const context = contextOf(turn, this.api, this.facts)
    for (const { rule, row, isSuspect } of this.rules) {
      if (isSuspect !== undefined) {
        if (turn.parts.some(isSuspect)) return false
        continue
      }
      for (const _ of rule.detect(viewOf(context, context.reading.turns, row, unpaired))) return false
    }
    return true
  }
}

const unpaired: Pairs = { frames: [], joints: [], strays: [], mayShareIds: false }

function contextOf(turn: Turn, { format, rulebook }: Api, facts: Facts): Context {
  const reading = { turns: [turn], facts, root: [], unreadable: [], isPartial: true }
  return { document: undefined, format, rulebook, reading, facts, tail: 'closed' }
}
