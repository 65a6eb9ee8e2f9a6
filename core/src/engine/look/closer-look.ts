import type { Facts } from '../../model/facts.ts'
import type { Api } from '../../model/format.ts'
import type { Pairs } from '../../model/joint.ts'
import type { Turn, Unreadable } from '../../model/transcript.ts'
import type { Context } from '../context.ts'
import { viewOf } from '../view.ts'
import type { TurnRule } from './watches.ts'

/** Reads one turn by itself; undefined where a part of it cannot be read. */
export function readAlone({ format }: Api, raw: unknown, index: number): Turn | undefined {
  const turn = format.readTurn(raw, index, [], unread)
  if (unread.length === 0) return turn
  unread.length = 0
  return undefined
}

const unread: Unreadable[] = []

/** Whether none of these rules finds a fault in a turn, looked at by itself. */
export function passesAlone(turn: Turn, rules: readonly TurnRule[], api: Api, facts: Facts): boolean {
  const context = contextOf(turn, api, facts)
  for (const { rule, row, isSuspect } of rules) {
    if (isSuspect !== undefined) {
      if (turn.parts.some(isSuspect)) return false
      continue
    }
    for (const _ of rule.detect(viewOf(context, context.reading.turns, row, unpaired))) return false
  }
  return true
}

const unpaired: Pairs = { frames: [], joints: [], strays: [], mayShareIds: false }

function contextOf(turn: Turn, { format, rulebook }: Api, facts: Facts): Context {
  const reading = { turns: [turn], facts, root: [], unreadable: [], isPartial: true }
  return { document: undefined, format, rulebook, reading, facts, tail: 'closed' }
}
