import { isListOfTexts, isReader } from '../../model/option-checks.ts'
import { badOption } from '../../model/options.ts'
import { kind } from '../../model/picks.ts'
import { kindBits, kinds, lineFlags, stride, type Tape } from '../scan/tape.ts'
import { createReader } from './create-reader.ts'
import type { Reader, ReaderName } from './reader.ts'
import { compileTable, type NodeTable } from './table.ts'

/** The start and end of a value in bytes. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Finds members of objects without looking into them. */
export interface MemberFinder {
  /** The spans of the members that there are, by name; undefined if the bytes are no plain JSON object. */
  find(bytes: Uint8Array): ReadonlyMap<string, Span> | undefined
}

/** A finder of members by their names. */
export function memberFinder(names: readonly string[], reader?: ReaderName): MemberFinder {
  if (!isListOfTexts(names)) throw badOption('`memberFinder` takes a list of names.')
  if (reader !== undefined) isReader(reader, 'reader')
  const table = compileTable({ members: Object.fromEntries(names.map((name) => [name, kind])) })
  const opened: Reader = createReader(table, reader)
  return { find: (bytes) => membersIn(opened.readDocument(bytes), table) }
}

const kindMask = (1 << kindBits) - 1
const strange = lineFlags.bad | lineFlags.blank | lineFlags.careful

function membersIn({ events, count }: Tape, { words }: NodeTable): ReadonlyMap<string, Span> | undefined {
  const isPlain = ((events[0] as number) & strange) === 0
  if (!isPlain || count < 2 || (events[stride] as number) !== kinds.object) return undefined
  const members = new Map<string, Span>()
  // Nothing is picked of what a member holds, so that each event is one of them; the last one closes the object.
  for (let event = 2 * stride; event < (count - 1) * stride; event += stride) {
    const isString = ((events[event] as number) & kindMask) === kinds.string
    const start = (events[event + 2] as number) - (isString ? 1 : 0)
    const end = (events[event + 3] as number) + (isString ? 1 : 0)
    members.set(words[events[event + 1] as number] as string, { start, end })
  }
  return members
}
