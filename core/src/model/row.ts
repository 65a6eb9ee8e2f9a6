import type { Denied } from './denied.ts'
import type { Severity } from './finding.ts'
import type { RuleName, RuleReads } from './rule-names.ts'
import type { Condition, Evidence } from './rulebook.ts'
import type { Speaker } from './transcript.ts'

/** The members that a row of any rule may have: how certain the demand is, when it applies, and the API's own words. */
export interface PlainRow {
  readonly severity: Severity
  readonly evidence: Evidence
  /** The API's sentence; `{i}`, `{next}`, `{j}`, `{id}`, `{name}`, `{kind}`, `{item}`, `{role}`, `{calling}` and the like are filled in. */
  readonly says?: string
  /** The sentence where the fault is in a result, if it is another. */
  readonly saysOfResult?: string
  /** The sentences for other varieties of the fault, by variety. */
  readonly saysOf?: Readonly<Record<string, string>>
  /** The row applies if one of these holds; absent: always. */
  readonly when?: readonly Condition[]
  /** The finding is only advice if one of these holds. */
  readonly adviceWhen?: readonly Condition[]
  /** A finding of one variety is only advice if one of its conditions holds. */
  readonly adviceOf?: Readonly<Record<string, readonly Condition[]>>
}

/** The members of a row that only some rules read. Each rule names those that it reads: `Rule<'pattern' | 'maximum'>`. */
export interface RowLimits {
  /** A regular expression that the whole value must match. */
  readonly pattern?: string
  /** How a value must begin, by the kind of what it names. */
  readonly prefixes?: Readonly<Record<string, string>>
  /** The longest value allowed. */
  readonly maximum?: number
  /** The most characters of base64 that the data of an image may have. */
  readonly maximumData?: number
  /** The longest value allowed where a request has more of them than so many. */
  readonly ofMany?: { readonly most: number; readonly maximum: number }
  /** The speakers concerned. */
  readonly speakers?: readonly Speaker[]
  /** A word for a role that the format has and this API does not. */
  readonly refusedRole?: string
  /** Instructions are refused, whatever word is used for them, where one of these holds. */
  readonly instructionlessWhen?: readonly Condition[]
  /** Instructions stand in the first turn, and nowhere else. */
  readonly atStart?: boolean
  /** Instructions are taken among the turns where one of these holds, if they are words and changes of tools alone. */
  readonly instructionsWhen?: readonly Condition[]
  /** Instructions stand between the user and the model: the model, or nobody, speaks after them. */
  readonly beforeModel?: boolean
  /** The members that a turn may have. */
  readonly members?: readonly string[]
  /** The members that a turn may have besides these while the model thinks. */
  readonly membersWhenThinking?: readonly string[]
  /** The members that are known to be refused, by the kind of part that has them, of any `turn` or of a speaker's. */
  readonly refusedMembers?: Readonly<Record<string, readonly string[]>>
  /** The kinds of media concerned; absent: all. */
  readonly media?: readonly string[]
  /** Images have a list of their own beside the words. */
  readonly imagesApart?: boolean
  /** The members of a chat message that have items of their own here. */
  readonly foreign?: readonly string[]
  /** White space alone counts as empty; of arguments, an empty string counts as broken. */
  readonly blank?: boolean
  /** A turn with calls must hold content too, be it an empty text. */
  readonly besideCalls?: boolean
  /** The content of results and their names are looked at, too. */
  readonly within?: boolean
  /**
   * Where reasoning is wanted: at the head of the tool loop that is still open, in every turn with calls,
   * or there and, as is disputed, in the other turns that the model took for the same request.
   */
  readonly reasoning?: 'open-loop' | 'every-call' | 'every-round'
  /** Reasoning is wanted in every turn of the model, with calls or without, if one of these holds. */
  readonly everyTurnWhen?: readonly Condition[]
  /** The tools of the provider that a request with their results must declare. */
  readonly hostedTools?: readonly string[]
  /** The tools that may not be called. */
  readonly denied?: Denied
}

/** The name of a member of a row that only some rules read. */
export type RowLimit = keyof RowLimits

/** A row with the members that a rule reads. */
export type RowWith<Read extends RowLimit> = PlainRow & Pick<RowLimits, Read>

/** The row of one rule: a member that the rule does not read does not compile. */
export type RowOf<Name extends RuleName> = RowWith<RuleReads[Name]>

/** A row of whichever rule. */
export interface Row extends PlainRow, RowLimits {}

/** The demands of an API, by rule. */
export type Rows = { readonly [Name in RuleName]?: RowOf<Name> }

/** The row of a rule that is named at run time. */
export function rowNamed(rows: Rows, rule: string): Row | undefined {
  const byName: Readonly<Record<string, Row>> = rows
  return byName[rule]
}
