import type { Call, Part, Turn } from './transcript.ts'

/** The position of a turn's message in the request, and of a part in that message. */
export interface Seat {
  readonly message: number
  readonly part: number
}

/** How far the tool of a call came, as records tell. */
export type Progress = NonNullable<Call['progress']>

/** Knowledge of messages that an agent keeps as records, and makes a request of: the facts that stand beside them there. */
export interface Origin {
  /** The model that the conversation is sent to next, where the document does not name one. */
  readonly model?: string | undefined
  /** Whether a call of this id is in the records and not in the conversation: its turn failed, or was left. */
  isCalledElsewhere?(id: string): boolean
  /** How far the tool of an open call came, where a record tells. */
  progressOf?(id: string): Progress | undefined
  /** Whether such a call stands between the turns at two positions: what follows it may be its result. */
  isCalledBetween?(from: number, to: number): boolean
  /** The document as the agent sends it, which leaves some parts out: reasoning is bound to that one. */
  sentAs?(): unknown
  /** The position of a turn, or of a part of it, in the request; undefined where that is not known. */
  seatOf?(turn: Turn, part: Part | undefined): Seat | undefined
}
