import type { NeutralRequest } from './neutral.ts'
import type { Neutral, NeutralAnswer, NeutralError } from './neutral-answer.ts'
import type { NeutralEvent } from './neutral-stream.ts'
import type { Place } from './place.ts'

/** Something that the target cannot carry. */
export interface Loss {
  /** The place in the source document; empty for the document as a whole. */
  readonly at: Place
  /** The name of the thing that is lost, such as `signature of reasoning` or `top_k`. */
  readonly what: string
  /** Why, in a sentence. */
  readonly why: string
}

/** Takes note of a loss; `at` may be absent if a part was made on the way. */
export type Lose = (at: Place | undefined, what: string, why: string) => void

/** The options of a reader. */
export interface ReadTask {
  readonly lose: Lose
  /** The provider behind the source's API: what it signed is tagged with this. */
  readonly provider: string
}

/** The options of a writer. */
export interface WriteTask {
  readonly lose: Lose
  /** The provider behind the target API: signatures of others are lost. */
  readonly provider: string
  /** The name of the model that will read it, or that the client asked for. */
  readonly model: string | undefined
}

/** The options of the writer of a stream. */
export interface StreamTask extends WriteTask {
  /** When the answer was made, in seconds since 1970, for wires that date it; the source's date, else 0. */
  readonly created?: number
  /** An estimate of the input tokens, for wires that tell them before the source does. */
  readonly inputTokens?: number
  /** Whether each call is told whole, in one event: some clients cannot put the pieces of a call together. */
  readonly wholeCalls?: boolean
  /** Whether usage is told where a wire tells it only to those who ask; true unless said otherwise. */
  readonly wantsUsage?: boolean
}

/** Reads and writes one kind of document. Neither throws on what a document holds. */
export interface Wording<Kind> {
  read(document: unknown, task: ReadTask): Kind
  write(value: Kind, task: WriteTask): unknown
}

/** Reads the decoded events of one stream, one at a time. */
export interface StreamReader {
  read(event: unknown): readonly NeutralEvent[]
  /** The source has ended: what is still to be said, an `error` where it ended too early. */
  end(): readonly NeutralEvent[]
}

/** Writes the events of one stream. */
export interface StreamWriter {
  write(event: NeutralEvent): readonly unknown[]
}

/** The other half of a format: how everything beside the pairing is read and written. */
export interface Converter {
  /** The name of the format. */
  readonly format: string
  /** The provider behind the format's first-party API. */
  readonly provider: string
  /** Set where a call carries its own signature; elsewhere it travels in the id that a client is given. */
  readonly signsCalls?: boolean
  /** Set where a signature stands under the name of its provider, so that each goes back to its own. */
  readonly namesProviders?: boolean
  /** Whether a tool may take free text at a provider; elsewhere it is a function that takes it as `input`. */
  readonly takesFreeText?: (provider: string) => boolean
  /** Set where an answer can name an address as a source, whoever found it. */
  readonly citesAddresses?: boolean
  /** Set where a result can be a JSON value: whether that value is read as it was written. */
  readonly takesJson?: (value: unknown) => boolean
  /** Set where a result names its tool; elsewhere the call alone does. */
  readonly namesResults?: boolean
  /** A regular expression for the names of declared tools; those that do not match get another name. */
  readonly toolNames?: string
  /** The kind of a document, told by its own members; undefined where it is of no kind. */
  kindOf(document: unknown): Neutral['as'] | undefined
  readonly request: Wording<NeutralRequest>
  /** Absent where a format has no answers of its own. */
  readonly answer?: Wording<NeutralAnswer>
  readonly error?: Wording<NeutralError>
}
