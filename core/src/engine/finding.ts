import type { Finding, Severity } from '../model/finding.ts'
import { placeOf } from '../model/format.ts'
import type { Seat } from '../model/origin.ts'
import type { Place } from '../model/place.ts'
import type { RuleText } from '../model/rule.ts'
import { type Row, severityOf } from '../model/rulebook.ts'
import type { Call, Part, Result, Turn } from '../model/transcript.ts'
import { fill } from '../texts/catalogue.ts'
import { pairing } from '../texts/pairing.ts'
import { type Context, rowOf } from './context.ts'

/** The subject of a fault: a turn, a part of it, or a place in the body. */
export interface FindingAbout {
  readonly turn?: Turn | undefined
  readonly part?: Part | undefined
  /** Its place in the body, outside the turns. */
  readonly at?: Place | undefined
  /** The finding points at the turn, though it is about a part of it. */
  readonly atTurn?: boolean
  readonly calls?: readonly string[]
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly confidence?: 'low' | undefined
  /** Which sentence of the rule fits, if not the usual one. */
  readonly variant?: string | undefined
  /** The severity, where the fault is worse than the rule's own row says. */
  readonly severity?: Severity | undefined
}

/** The part of a context that sentences need. */
type FindingSource = Pick<Context, 'origin'>

/** A finding by one rule, or nothing where the API does not mind. */
export function findingOf(
  context: Context,
  rule: string,
  about: FindingAbout,
  text: RuleText = pairing[rule] ?? rule,
): Finding | undefined {
  const row = rowOf(context, rule)
  if (row === undefined) return undefined
  const own = valueFor(context, about, 'id')
  const says = saysOf(row, about)
  const calls = about.calls ?? (own === undefined ? [] : [own])
  const severity = about.severity ?? severityOf(row, context.facts, about.variant)
  const at = placeFor(context, about)
  const message = messageOf(context, text, about, own ?? calls[0])
  const doubt = about.confidence === undefined ? undefined : { confidence: about.confidence }
  if (says === undefined) return { rule, severity, at, calls, message, ...doubt }
  const told = fillFor(context, about, says, calls.join(', ') || own)
  // There may be very many of these: one that is written out whole is smaller than one that is put together.
  const finding = { rule, severity, at, calls, message, says: told }
  return doubt === undefined ? finding : { ...finding, ...doubt }
}

/** The API's sentence for this variety of the fault. */
function saysOf(row: Row, { part, variant }: FindingAbout): string | undefined {
  const special = variant === undefined ? undefined : row.saysOf?.[variant]
  return special ?? (part?.kind === 'result' ? (row.saysOfResult ?? row.says) : row.says)
}

function messageOf(
  context: FindingSource,
  text: RuleText,
  about: FindingAbout,
  id: string | undefined,
): string {
  const said = typeof text === 'string' ? text : (text[about.variant ?? ''] ?? text.usual)
  const fitting = id === undefined ? withoutId(said, valueFor(context, about, 'name')) : said
  return fillFor(context, about, fitting, id)
}

/** A sentence about a fault, of what has this id. */
function fillFor(
  context: FindingSource,
  about: FindingAbout,
  template: string,
  id: string | undefined,
): string {
  return fill(template, (name) => (name === 'id' ? id : valueFor(context, about, name)))
}

/** A sentence about something that has no id: its name alone tells which one is meant. */
function withoutId(text: string, name: string | undefined): string {
  const named = text.replace('`{id}` {name}', name ? '`{name}`' : 'a call')
  return named.replace('`{id}`', 'without an id').replace(/^a /, 'A ')
}

/** A finding about something that the format could not read; every API refuses it. */
export function unreadableFinding(at: Place, wanted: string): Finding {
  return {
    rule: 'unreadable',
    severity: 'refused',
    at,
    calls: [],
    message: messageOf({}, pairing.unreadable ?? '', { values: { wanted } }, undefined),
  }
}

/** The rules whose faults stay, since to mend them would be to invent something. */
const staying: ReadonlySet<string> = new Set(['ends-on-model', 'no-user-turn', 'no-turns', 'unreadable'])

/** Whether a finding that is left could still be mended. */
export function isMendable({ rule, severity }: Finding): boolean {
  return severity === 'refused' && !staying.has(rule)
}

function placeFor({ format, reading }: Context, { turn, part, at, atTurn }: FindingAbout): Place {
  if (turn === undefined) return at ?? []
  return placeOf(format, reading.root, turn, atTurn ? undefined : part)
}

/** The position at which an API sees a turn or a part: that in the document, unless an agent sends another. */
export function seatIn({ origin }: FindingSource, turn: Turn, part?: Part): Seat {
  return origin?.seatOf?.(turn, part) ?? { message: turn.index, part: Math.max(part?.index ?? 0, 0) }
}

/** The value for a name in a sentence, made on demand: few are asked for. */
function valueFor(
  context: FindingSource,
  { turn, part, values }: FindingAbout,
  name: string,
): string | undefined {
  if (values !== undefined && Object.hasOwn(values, name)) return values[name]
  switch (name) {
    case 'i':
      return turn && String(seatIn(context, turn).message)
    case 'next':
      return turn && String(seatIn(context, turn).message + 1)
    case 'j':
      return turn && part && String(seatIn(context, turn, part).part)
    case 'role':
      return turn?.role
    case 'speaker':
      return turn?.speaker
    case 'item':
      return turn?.itemId
    default:
      return part?.kind === 'call' || part?.kind === 'result' ? tiedValueOf(part, name) : undefined
  }
}

/** A value that only calls and results have, by its name in a sentence. */
function tiedValueOf(part: Call | Result, wanted: string): string | undefined {
  const { id, name, tool } = part
  switch (wanted) {
    case 'id':
      return id
    case 'name':
      return name
    case 'tool':
      return tool
    default:
      return wanted === 'kind' ? kindOf(part).replaceAll('_', ' ') : undefined
  }
}

/** The API's word for a kind of tool. */
function kindOf(part: Call | Result): string {
  return (part.kind === 'call' ? part.label : undefined) ?? part.tool
}
