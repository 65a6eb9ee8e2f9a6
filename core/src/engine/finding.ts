import type { Finding, Severity } from '../model/finding.ts'
import { placeOf } from '../model/format.ts'
import type { Place } from '../model/place.ts'
import type { RuleText } from '../model/rule.ts'
import { type Row, severityOf } from '../model/rulebook.ts'
import type { Call, Part, Result, Turn } from '../model/transcript.ts'
import { fill } from '../texts/catalogue.ts'
import { pairing } from '../texts/en.ts'
import { type Context, rowOf } from './context.ts'

/** What a fault is about. */
export interface About {
  readonly turn?: Turn | undefined
  readonly part?: Part | undefined
  /** The finding points at the turn, though it is about a part of it. */
  readonly atTurn?: boolean
  readonly calls?: readonly string[]
  readonly values?: Readonly<Record<string, string>> | undefined
  readonly confidence?: 'low' | undefined
  /** Which sentence of the rule fits, if not the usual one. */
  readonly variant?: string | undefined
  /** Where it is worse than the rule's own row says. */
  readonly severity?: Severity | undefined
}

/** A finding by one rule, or nothing where the API does not mind. */
export function findingOf(
  context: Context,
  rule: string,
  about: About,
  text: RuleText = pairing[rule] ?? rule,
): Finding | undefined {
  const row = rowOf(context, rule)
  if (row === undefined) return undefined
  const own = valueFor(about, 'id')
  const says = saysOf(row, about)
  const calls = about.calls ?? (own === undefined ? [] : [own])
  return {
    rule,
    severity: about.severity ?? severityOf(row, context.facts),
    at: placeFor(context, about),
    calls,
    message: messageOf(text, about, own ?? calls[0]),
    ...(says === undefined ? {} : { says: fillFor(about, says, calls.join(', ') || own) }),
    ...(about.confidence === undefined ? {} : { confidence: about.confidence }),
  }
}

/** The API's sentence for this variety of the fault. */
function saysOf(row: Row, { part, variant }: About): string | undefined {
  const special = variant === undefined ? undefined : row.saysOf?.[variant]
  return special ?? (part?.kind === 'result' ? (row.saysOfResult ?? row.says) : row.says)
}

function messageOf(text: RuleText, about: About, id: string | undefined): string {
  const said = typeof text === 'string' ? text : (text[about.variant ?? ''] ?? text.usual)
  return fillFor(about, id === undefined ? withoutId(said, valueFor(about, 'name')) : said, id)
}

/** A sentence about a fault, of what has this id. */
function fillFor(about: About, template: string, id: string | undefined): string {
  return fill(template, (name) => (name === 'id' ? id : valueFor(about, name)))
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
    message: messageOf(pairing.unreadable ?? '', { values: { wanted } }, undefined),
  }
}

function placeFor({ format, reading }: Context, { turn, part, atTurn }: About): Place {
  if (turn === undefined) return []
  return placeOf(format, reading.root, turn, atTurn ? undefined : part)
}

/** What a sentence says for a name: few are asked for, so none is made beforehand. */
function valueFor({ turn, part, values }: About, name: string): string | undefined {
  if (values !== undefined && Object.hasOwn(values, name)) return values[name]
  switch (name) {
    case 'i':
      return turn === undefined ? undefined : String(turn.index)
    case 'next':
      return turn === undefined ? undefined : String(turn.index + 1)
    case 'j':
      return part === undefined ? undefined : String(Math.max(part.index, 0))
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

/** What only calls and results have. */
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

/** What the API calls the kind of tool. */
function kindOf(part: Call | Result): string {
  return (part.kind === 'call' ? part.label : undefined) ?? part.tool
}
