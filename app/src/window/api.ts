import type { Explanation, PolicyName } from '@mortise/core'
import type { SessionAnswer } from '../answers/session.ts'
import type { SessionFinding } from '../stores/contract/coping.ts'

/** Facts that the page asks for first. */
export interface Start {
  readonly version: string
  /** The token that every change carries. */
  readonly change: string
  readonly home: string
  readonly hasGateway: boolean
  readonly policies: readonly PolicyName[]
}

/** One line of the list of sessions. */
export interface SessionRow extends SessionAnswer {
  /** A few words: its title, or its first question. */
  readonly name: string
  /** Why it is not to be changed now, if an agent is at work on it. */
  readonly writer?: string
}

export interface SessionList {
  readonly sessions: readonly SessionRow[]
  /** How many sessions are there; the list may hold only the newest. */
  readonly total: number
}

/** The sessions that a search found, by their paths, and the meaning of a pasted error. */
export interface SearchResult {
  readonly paths: readonly string[]
  readonly explanation?: Pick<Explanation, 'sentence' | 'rules' | 'ids' | 'happened' | 'todo'>
  /** Whether older sessions were not looked into. */
  readonly isPartial: boolean
}

/** A finding, and the turn of the conversation that it stands at. */
export interface TurnFinding extends SessionFinding {
  readonly title: string
  /** Undefined if it is about the file and no turn. */
  readonly turn?: number
  /** How the agent of the session copes with it, in words. */
  readonly note?: string
}

/** A call and its result: `[number, call turn, result turn, is broken]`; -1 where there is none. */
export type JointRow = readonly [number: number, call: number, result: number, isBroken: 0 | 1]

/** One conversation of a session, in outline. */
export interface TurnOutline {
  readonly name: string
  /** Whether its agent will not send it again. */
  readonly isDormant: boolean
  /** One letter for each turn: u(ser), m(odel), t(ool), s(ystem), ? */
  readonly speakers: string
  readonly joints: readonly JointRow[]
  readonly found: readonly TurnFinding[]
}

export interface SessionPage {
  readonly session: SessionRow
  /** The state of the file that this was read from. */
  readonly revision: string
  readonly conversations: readonly TurnOutline[]
  /** The findings about the file that no conversation holds. */
  readonly found: readonly TurnFinding[]
}

export interface PartAnswer {
  readonly kind: 'text' | 'media' | 'reasoning' | 'call' | 'result' | 'hosted' | 'other'
  /** The beginning of its text. */
  readonly text: string
  /** The length of the whole text, if there is more. */
  readonly length?: number
  /** The name of the tool. */
  readonly name?: string
  readonly id?: string
  /** The number of its joint. */
  readonly number?: number
  readonly isError?: boolean
  /** A repair wrote it in place of a result that was never recorded. */
  readonly isMade?: boolean
  /** It stands for everything before it. */
  readonly isSummary?: boolean
}

export interface TurnAnswer {
  readonly line: number
  readonly speaker: string
  readonly parts: readonly PartAnswer[]
}

export interface TurnPage {
  readonly from: number
  readonly turns: readonly TurnAnswer[]
}

/** One change of a plan. */
export interface ChangeAnswer {
  readonly do: 'insert' | 'remove' | 'hide' | 'move' | 'edit' | 'relink'
  readonly record: string
  readonly why: readonly { readonly rule: string; readonly title: string }[]
  readonly before: string
  readonly after: string
}

type MendState = 'declined' | 'read-only' | 'faults-left' | 'unchanged' | 'planned' | 'in-part' | 'rewritten'

/** A repair, planned or done. */
export interface MendAnswer {
  readonly state: MendState
  /** The digest of the plan; only this plan is carried out. Absent if there is none. */
  readonly plan?: string
  readonly changes: readonly ChangeAnswer[]
  readonly found: readonly TurnFinding[]
  readonly left: readonly TurnFinding[]
  readonly operation?: string
  readonly copy?: string
  readonly resume?: string
  /** Why it is not mended now, and what to do instead. */
  readonly obstacle?: { readonly message: string; readonly hint?: string; readonly canFork: boolean }
}

/** An operation of the log on one file. */
export interface OperationAnswer {
  readonly op: string
  readonly time: string
  readonly command: string
  readonly kind: string
  readonly result: string
  readonly isTakenBack: boolean
}

export interface Failure {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string }
}

/** A request with faults, as the events of the gateway tell it: places and rules, never a body. */
export interface RepairRow {
  readonly request: string
  readonly time: string
  readonly action: string
  readonly route: string
  readonly format: string
  readonly client: string
  readonly upstream: string
  readonly findings: readonly {
    readonly rule: string
    readonly at: readonly (string | number)[]
    readonly calls: readonly string[]
  }[]
  /** The beginnings of the request before and after, only with `--show-bodies`. */
  readonly bodies?: { readonly before: string; readonly after: string }
}

/** A config that took effect. */
export interface AppliedRevision {
  readonly revision: string
  readonly time: string
  /** The members that changed; values only if they cannot hold a secret. */
  readonly changes: readonly {
    readonly member: string
    readonly before?: string
    readonly after?: string
  }[]
}

/** A process of the fleet, as it last said about itself. */
export interface NodeAnswer {
  readonly name: string
  readonly role: string
  readonly version: string
  readonly revision: number | null
  readonly refused: number | null
  readonly mistakes: readonly string[]
  readonly isThere: boolean
}

export interface GatewayAnswer {
  readonly url: string
  readonly config: string | null
  readonly revisions: readonly AppliedRevision[]
  readonly upstreams: readonly { readonly name: string; readonly api: string; readonly url: string }[]
  readonly deny: readonly string[]
  /** The metrics as Prometheus reads them. */
  readonly metrics: string
  /** The newest lines about cleaning. */
  readonly cleaning: readonly string[]
  /** A cleaning under way: sessions that are done, and since when, in milliseconds since 1970. */
  readonly under?: { readonly done: number; readonly total: number; readonly since: number }
  /** The processes of the fleet; undefined if there is none, or its database cannot be reached. */
  readonly nodes?: readonly NodeAnswer[]
  /** Whether requests are shown with their bodies. */
  readonly showsBodies: boolean
}

/** The sessions that a change of the denied tools would clean, or has cleaned. */
export interface DenyAnswer {
  readonly tools: readonly string[]
  /** Whether the config lists sessions to clean at all. */
  readonly hasSessions: boolean
  readonly looked: number
  readonly sessions: readonly {
    readonly agent: string
    readonly path: string
    readonly calls: number
    readonly results: number
    readonly tools: Readonly<Record<string, number>>
    readonly problem?: string
  }[]
  readonly operation?: string | null
}

export type { PasteAnswer, PasteVerdict, PasteWish } from '../documents/paste.ts'
