import type { Finding, Severity } from '../model/finding.ts'
import { placeOf } from '../model/format.ts'
import type { Place } from '../model/place.ts'
import { type Row, severityOf } from '../model/rulebook.ts'
import type { Part, Turn } from '../model/transcript.ts'
import { fill } from '../texts/catalogue.ts'
import { english } from '../texts/en.ts'
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
export function findingOf(context: Context, rule: string, about: About): Finding | undefined {
  const row = rowOf(context, rule)
  if (row === undefined) return undefined
  const values = valuesOf(about)
  const says = saysOf(row, about)
  const calls = about.calls ?? (values.id === undefined ? [] : [values.id])
  return {
    rule,
    severity: about.severity ?? severityOf(row, context.facts),
    at: placeFor(context, about),
    calls,
    message: messageOf(rule, about.variant, { ...values, id: values.id ?? calls[0] }),
    ...(says === undefined ? {} : { says: fill(says, { ...values, id: calls.join(', ') || values.id }) }),
    ...(about.confidence === undefined ? {} : { confidence: about.confidence }),
  }
}

/** The API's sentence for this variety of the fault. */
function saysOf(row: Row, { part, variant }: About): string | undefined {
  const special = variant === undefined ? undefined : row.saysOf?.[variant]
  return special ?? (part?.kind === 'result' ? (row.saysOfResult ?? row.says) : row.says)
}

function messageOf(
  rule: string,
  variant: string | undefined,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const text = english[rule]
  const usual = (variant === undefined ? undefined : text?.variants?.[variant]) ?? text?.message ?? rule
  return fill(values.id === undefined ? withoutId(usual, values.name) : usual, values)
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
    message: fill(english.unreadable?.message ?? '', { wanted }),
  }
}

function placeFor({ format, reading }: Context, { turn, part, atTurn }: About): Place {
  if (turn === undefined) return []
  return placeOf(format, reading.root, turn, atTurn ? undefined : part)
}

function valuesOf({ turn, part, values }: About): Record<string, string | undefined> {
  const isTied = part?.kind === 'call' || part?.kind === 'result'
  return {
    i: turn === undefined ? undefined : String(turn.index),
    next: turn === undefined ? undefined : String(turn.index + 1),
    j: part === undefined ? undefined : String(Math.max(part.index, 0)),
    role: turn?.role,
    speaker: turn?.speaker,
    id: isTied ? part.id : undefined,
    name: isTied ? part.name : undefined,
    tool: isTied ? part.tool : undefined,
    kind: isTied ? part.tool.replaceAll('_', ' ') : undefined,
    item: turn?.itemId,
    ...values,
  }
}
