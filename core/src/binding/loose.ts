import { type ChangedPlace, isSigned } from '../engine/binding/loosened.ts'
import type { Format } from '../model/format.ts'
import type { Part } from '../model/transcript.ts'
import type { ChangedConversation } from './conversations.ts'
import { digestPart, type Trail, trailOf } from './trail.ts'

/** The digest of a request up to a position. */
export function sentAt({ head, upTo }: Trail, position: number): string {
  return `${head} ${upTo[position]}`
}

/** A signed block of reasoning, and where it stands. */
interface SignedBlock {
  readonly digest: string
  readonly raw: unknown
  /** The turn that holds it, its position, and how much reasoning of that turn stands before the block. */
  readonly turn: unknown
  readonly position: number
  readonly number: number
  /** Nothing but reasoning stands before it in its turn. */
  readonly leads: boolean
}

/** The digests of reasoning that a repaired request may not hold: made for another past than the one it shows. */
export function looseIn(
  format: Format,
  given: unknown,
  repaired: unknown,
  { sent }: ChangedConversation,
  change: ChangedPlace,
): ReadonlySet<string> {
  const trail = trailOf(format, repaired)
  const turns = new Set(format.turnsOf(given))
  const leading = new Set(blocksIn(format, given).flatMap(({ leads, raw }) => (leads ? [raw] : [])))
  /** Whether nothing in its own turn was changed before the block. */
  const isFirm = ({ turn, leads, raw }: SignedBlock): boolean =>
    turns.has(turn) || (leads && leading.has(raw))
  const blocks = blocksIn(format, repaired)
  const first = blocks.findIndex(
    (block) => !isBefore(block, change) && !(sent.has(sentAt(trail, block.position)) && isFirm(block)),
  )
  // Once a block goes, all after it go: none may be missing between others.
  return new Set(first < 0 ? [] : blocks.slice(first).map(({ digest }) => digest))
}

/** The digests of all signed reasoning from a change on. */
export function blocksAfter(format: Format, document: unknown, change: ChangedPlace): readonly string[] {
  const blocks = blocksIn(format, document).filter((block) => !isBefore(block, change))
  return blocks.map(({ digest }) => digest)
}

/** The change that stands before a part of a turn. */
export function changeBefore(format: Format, document: unknown, turn: number, index: number): ChangedPlace {
  const { parts } = format.readTurn(format.turnsOf(document)?.[turn], 0, [], [])
  return { turn, kept: parts.slice(0, index).filter(isReasoning).length }
}

function isBefore({ position, number }: SignedBlock, { turn, kept }: ChangedPlace): boolean {
  return position < turn || (position === turn && number < kept)
}

function blocksIn(format: Format, document: unknown): readonly SignedBlock[] {
  return (format.turnsOf(document) ?? []).flatMap((turn, position) => {
    const { parts } = format.readTurn(turn, 0, [], [])
    const lead = parts.findIndex((part) => !isReasoning(part))
    return parts.filter(isReasoning).flatMap((part, number): SignedBlock[] => {
      if (!isSigned(part)) return []
      const leads = lead < 0 || parts.indexOf(part) < lead
      return [{ digest: digestPart(part.raw), raw: part.raw, turn, position, number, leads }]
    })
  })
}

function isReasoning({ kind }: Part): boolean {
  return kind === 'reasoning'
}
