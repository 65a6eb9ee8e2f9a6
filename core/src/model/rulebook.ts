import type { Facts } from './facts.ts'
import type { Severity } from './finding.ts'
import type { PlainRow, RowLimits, Rows } from './row.ts'
import type { RuleName } from './rule-names.ts'

export type { Row } from './row.ts'

/** How good the record is: recorded live, an error text quoted, the API's source, its docs, or told in words. */
export type Evidence = 'live' | 'quoted' | 'source' | 'docs' | 'reported'

/** Where an API wants calls and results to stand. */
export interface Layout {
  /** Neighbours of one speaker count as one turn. */
  readonly merges: boolean
  /**
   * Neighbours are one message by the time the API sees them, because the sender joins them: the pieces of one
   * answer, and all that stands between two answers.
   */
  readonly joined?: boolean
  /**
   * Where results stand. `next`: in the turn after the call turn · `adjacent`: in the unbroken run of
   * results after it · `exchange`: anywhere after it, before anyone but the model and its tools speaks ·
   * `anywhere`: paired by id alone.
   */
  readonly answers: 'next' | 'adjacent' | 'exchange' | 'anywhere'
  /** Results stand before anything else in their turn. */
  readonly lead: boolean
  /** Results of one call turn stand in one turn: a demand, a recommendation, or neither. */
  readonly together: 'must' | 'should' | 'free'
  /** Nothing but calls follows a call in its turn. */
  readonly callsLast: boolean
  /** The scope in which a call id may be used once. */
  readonly unique: 'turn' | 'request' | 'free'
  /** Ids may be left out: results then belong to calls by their order and names. */
  readonly positional?: boolean
  /** Ids that are there are compared all the same: a result is that of the call whose id it has. */
  readonly compared?: boolean
  /** Results that are put somewhere get a turn to themselves. */
  readonly alone?: boolean
  /**
   * Neighbours are of different speakers. `turns`: every turn counts · `speech`: calls and results do
   * not count, only what the user and the model say to each other.
   */
  readonly alternates?: 'turns' | 'speech'
  /** An item is known by a name of its own: one that is there twice is the same item, and counts once. */
  readonly named?: boolean
}

/** When a row applies; every member given must hold. */
export interface Condition {
  /** A regular expression for the model's name. */
  readonly model?: string
  readonly thinking?: boolean
  /** Whether the model is made to call any tool, or one by its name. */
  readonly forces?: Facts['forces']
}

/** Holds for every conversation. */
export const always: readonly Condition[] = [{}]

/** A row for a shape that the API refuses, in the API's own words. */
export function refused(says: string, evidence: Evidence = 'quoted'): PlainRow {
  return { severity: 'refused', evidence, says }
}

/** The demands of one API: data only. */
export interface Rulebook {
  readonly name: string
  readonly title: string
  readonly format: string
  /** A regular expression for the model names that only this API serves. */
  readonly serves?: string
  /** The hosts of its address; a host within one of these domains counts too. */
  readonly hosts?: readonly string[]
  /** The rules that other servers of its models need not share: advice if only the model's name points to this API. */
  readonly ownRules?: readonly RuleName[]
  /** The names that agents give to its provider, or how those names begin. */
  readonly providers?: readonly string[]
  /** The member of a message in which its model shows its reasoning; absent: the model keeps it to itself. */
  readonly reasoningMember?: string
  /** The name of the form of its error bodies; absent: the form of the format's first party. */
  readonly voice?: string
  readonly layout: Layout
  /** The model cannot be told not to think if one of these holds: it then decides for itself. */
  readonly alwaysThinksWhen?: readonly Condition[]
  /** The rules that apply, by name. A fault without a row is none to this API. */
  readonly rows: Rows
}

/** Whether a row applies to a conversation with these facts. */
export function applies(row: PlainRow, facts: Facts): boolean {
  return row.when === undefined || row.when.some((condition) => holds(condition, facts))
}

/** Whether instructions may stand among the turns by this row, given the facts. */
export function takesInstructions(row: Pick<RowLimits, 'instructionsWhen'>, facts: Facts): boolean {
  return row.instructionsWhen?.some((condition) => holds(condition, facts)) === true
}

/** Whether instructions are refused from anyone by this row, given the facts. */
export function refusesInstructions(row: Pick<RowLimits, 'instructionlessWhen'>, facts: Facts): boolean {
  return row.instructionlessWhen?.some((condition) => holds(condition, facts)) === true
}

/** Whether every turn of the model wants its reasoning by this row, given the facts. */
export function wantsAllReasoning(row: Pick<RowLimits, 'everyTurnWhen'>, facts: Facts): boolean {
  return row.everyTurnWhen?.some((condition) => holds(condition, facts)) === true
}

/** Whether the model of a conversation with these facts cannot be told not to think. */
export function alwaysThinks({ alwaysThinksWhen }: Rulebook, facts: Facts): boolean {
  return alwaysThinksWhen?.some((condition) => holds(condition, facts)) === true
}

/** How bad a fault by this row is, given the facts and its variety. */
export function severityOf(row: PlainRow, facts: Facts, variant = ''): Severity {
  const isMild = (conditions: readonly Condition[] | undefined): boolean =>
    conditions?.some((condition) => holds(condition, facts)) === true
  return isMild(row.adviceWhen) || isMild(row.adviceOf?.[variant]) ? 'advice' : row.severity
}

function holds(condition: Condition, facts: Facts): boolean {
  if (condition.thinking !== undefined && condition.thinking !== facts.isThinking) return false
  if (condition.forces !== undefined && condition.forces !== facts.forces) return false
  return condition.model === undefined || fitsModel(condition.model, facts.model ?? '')
}

/** By pattern, the model that was asked about last: an agent names the same one on every request. */
const answers = new Map<string, { model: string; fits: boolean }>()

function fitsModel(pattern: string, model: string): boolean {
  const last = answers.get(pattern)
  if (last?.model === model) return last.fits
  const fits = patternOf(pattern).test(model)
  answers.set(pattern, { model, fits })
  return fits
}

const patterns = new Map<string, RegExp>()

/** A regular expression of a rulebook, made once. */
export function patternOf(source: string): RegExp {
  const known = patterns.get(source)
  if (known !== undefined) return known
  const made = new RegExp(source)
  patterns.set(source, made)
  return made
}
