import { digestOf } from '../bytes/splice/digest.ts'
import { encode } from '../bytes/text/utf8.ts'
import { isSigned, shellOf } from '../engine/binding/loosened.ts'
import type { Format } from '../model/format.ts'
import { isObject, printJson } from '../model/json.ts'
import type { Part } from '../model/transcript.ts'

/** A conversation in digests; neither cache marks nor signed reasoning count. */
export interface Trail {
  /** The digest of what stands before the turns. */
  readonly head: string
  /** By position, the digest of all turns before it; the last one is of all turns. */
  readonly upTo: readonly string[]
}

/** Digests a document: its head, and its turns up to each position. */
export function trailOf(format: Format, document: unknown): Trail {
  const turns = format.turnsOf(document) ?? []
  const upTo = ['']
  for (const turn of turns) upTo.push(after(upTo.at(-1) ?? '', format, turn))
  return { head: digest(printJson(bare(format, format.headOf?.(document)))), upTo }
}

/** The digest of the first turn: conversations that do not begin with it need no closer look. */
export function startOf(format: Format, document: unknown): string {
  return after('', format, format.turnsOf(document)?.[0])
}

/** The digest of a part. */
export function digestPart(raw: unknown): string {
  return digest(printJson(raw))
}

/**
 * The digest after one more turn.
 *
 * Part by part, with who says it: neighbours of one speaker are read as one turn, so it does not count how they are
 * divided. A turn that is reasoning alone is as good as none, since it may go with its reasoning.
 */
function after(before: string, format: Format, raw: unknown): string {
  const turn = bare(format, raw)
  const who = shellOf(format, turn)
  const { parts } = format.readTurn(turn, 0, [], [])
  if (parts.length === 0) return digest(printJson([before, who]))
  const others = parts.filter((part) => !isSigned(part))
  return others.reduce((sum, part) => digest(printJson([sum, who, plain(part)])), before)
}

/** Words count the same as one string and as one part: clients rewrite one as the other to put a mark there. */
function plain({ kind, raw, list, ...part }: Part): unknown {
  const isBare = kind === 'text' && 'text' in part && (!isObject(raw) || Object.keys(raw).length <= 2)
  return isBare ? part.text : [list, raw]
}

function bare(format: Format, value: unknown): unknown {
  return format.withoutMarks?.(value) ?? value
}

function digest(text: string): string {
  return digestOf(encode(text))
}
