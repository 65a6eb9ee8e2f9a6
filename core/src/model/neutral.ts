import type { Place } from './place.ts'

// The neutral conversation: what any format can say, in words that no wire has. Each format reads its documents into it
// and writes its documents from it, so that N formats need N readers and writers and never a pair of formats.
//
// Conventions that every reader keeps, and every writer may rely on:
// - Results stand in turns of speaker `tool`, never beside other parts. A reader splits a user turn that holds both.
// - The model's parts that belong to one answer stand in one turn: items of one answer are joined by the reader.
// - Parallel calls stay in one turn, in order, and their results in the `tool` turn that follows.
// - Arguments are a JSON value where they can be parsed, else the text that the model wrote.
// - A part that has no neutral kind is `opaque`: it goes back to its own format alone, exactly as it was.
// - Nothing is left unread: a member that a reader does not know, or whose value it cannot use, is in `own` of the part,
//   turn, tool or document that has it. `convert` reports every opaque part and own member of another format as lost.

/** A service whose models make signatures and encrypted reasoning, as in `anthropic`, `openai`, `google`, `deepseek`. */
type Provider = string

/** Asks the provider to remember the conversation up to here. */
export interface CacheMark {
  /** How long, as in `5m` or `1h`; absent: as long as the provider likes. */
  readonly lifetime?: string
}

/** The members of every part. */
interface NeutralHeld {
  /** Its place in the source document, for the report of losses; absent where the reader made it. */
  readonly at?: Place
  readonly mark?: CacheMark
  /** Members of this part that its own format alone knows. */
  readonly own?: OwnMembers
}

/** A proof that the provider gives out with a part and wants back with it. A signature goes back only to its provider. */
export interface Signature {
  readonly provider: Provider
  readonly value: string
}

export interface NeutralText extends NeutralHeld {
  readonly kind: 'text'
  readonly text: string
  readonly citations?: readonly Citation[]
  readonly signature?: Signature
}

/** A source that a text names for itself. */
export interface Citation {
  /** The cited words, if they are given. */
  readonly quote?: string
  readonly title?: string
  readonly address?: string
  /** The citation as its own format writes it; no other format gets it. */
  readonly origin: string
  readonly raw: unknown
}

/** The bytes of a media part, or the way to them. */
export type MediaSource =
  | { readonly by: 'data'; readonly data: string; readonly type: string | undefined }
  | { readonly by: 'address'; readonly address: string; readonly type: string | undefined }
  /** An id of a file that one provider keeps; it means nothing to any other. */
  | { readonly by: 'id'; readonly id: string; readonly provider: Provider; readonly type: string | undefined }
  /** A document that is plain text. */
  | { readonly by: 'text'; readonly text: string; readonly type: string | undefined }

export interface NeutralMedia extends NeutralHeld {
  readonly kind: 'media'
  readonly media: 'image' | 'audio' | 'video' | 'file'
  readonly source: MediaSource
  readonly name?: string
  /** How closely the model looks at an image, as in `low`, `high` or `auto`. */
  readonly detail?: string
}

/**
 * Arguments of a call: a JSON value, or text if it is no JSON or the tool takes plain text.
 *
 * `printed` is the JSON text of a source that writes text: a target that writes text too keeps each of its bytes.
 */
export type NeutralArguments =
  | { readonly json: unknown; readonly printed?: string }
  | { readonly text: string }

export interface NeutralCall extends NeutralHeld {
  readonly kind: 'call'
  /** Undefined if the source has none; the repair for the target makes one. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly arguments: NeutralArguments
  /** `function`: arguments by a schema · `custom`: free text · else a kind that one provider alone has. */
  readonly tool: 'function' | 'custom' | (string & Record<never, never>)
  readonly signature?: Signature
}

export interface NeutralResult extends NeutralHeld {
  readonly kind: 'result'
  readonly id: string | undefined
  /** The name of the tool, if the source gives it, else the name in its call. */
  readonly name?: string
  readonly tool: NeutralCall['tool']
  /** Words, media and JSON values, in order. */
  readonly content: readonly ResultPiece[]
  readonly isError: boolean
}

export type ResultPiece = NeutralText | NeutralMedia | NeutralJson | NeutralOpaque
export type PartOrPiece = NeutralPart | ResultPiece

/** A result that is a JSON value rather than words. */
export interface NeutralJson extends NeutralHeld {
  readonly kind: 'json'
  readonly json: unknown
}

/** The model's private words. */
export interface NeutralReasoning extends NeutralHeld {
  readonly kind: 'reasoning'
  /** Empty if the provider shows nothing of it. */
  readonly text: string
  readonly isSummary?: boolean
  /** `signature`: proves the text · `encrypted`: holds the reasoning itself, which only its provider reads. */
  readonly proof?: Signature & { readonly as: 'signature' | 'encrypted' }
  /** The name that the provider gave to the item. */
  readonly id?: string
}

export interface NeutralRefusal extends NeutralHeld {
  readonly kind: 'refusal'
  readonly text: string
}

/** A part that one format alone knows. It is never written to another format: there it is a loss. */
export interface NeutralOpaque extends NeutralHeld {
  readonly kind: 'opaque'
  /** The name of the format. */
  readonly origin: string
  /** The kind of the part in a word or two, for the report of losses. */
  readonly what: string
  readonly raw: unknown
}

export type NeutralPart =
  | NeutralText
  | NeutralMedia
  | NeutralCall
  | NeutralResult
  | NeutralReasoning
  | NeutralRefusal
  | NeutralOpaque

export type NeutralSpeaker = 'user' | 'model' | 'tool' | 'system' | 'developer'

export interface NeutralTurn {
  readonly speaker: NeutralSpeaker
  readonly parts: readonly NeutralPart[]
  readonly at?: Place
  /** The name of one of several people who speak in the same role. */
  readonly name?: string
  /** Members of this turn that its own format alone knows. */
  readonly own?: OwnMembers
}

/** Members that one format alone knows, kept for the way back. A member here is a loss in any other format. */
export interface OwnMembers {
  readonly origin: string
  readonly members: readonly OwnMember[]
}

/** One member that one format alone knows. */
export interface OwnMember {
  /** The steps to it from the object that holds it: `['function', 'strict']` in a call that nests its tool. */
  readonly steps: Place
  readonly value: unknown
}

/** A tool that the model may call. */
export interface NeutralTool {
  /** `function`: arguments by a schema · `custom`: free text · `hosted`: run by the provider itself. */
  readonly kind: 'function' | 'custom' | 'hosted'
  readonly name: string | undefined
  readonly description?: string
  /** JSON Schema of the arguments, as the source has it. */
  readonly parameters?: unknown
  readonly isStrict?: boolean
  readonly mark?: CacheMark
  readonly at?: Place
  /** The whole declaration of a custom or hosted tool, or further members of a function's. */
  readonly own?: OwnMembers
}

export type NeutralToolChoice =
  | { readonly mode: 'auto' | 'none' | 'any' }
  | { readonly mode: 'one'; readonly name: string }
  /** `isForced`: one of them has to be called. */
  | { readonly mode: 'some'; readonly names: readonly string[]; readonly isForced?: boolean }

/** How the answer is to be made. Absent: as the provider likes. */
export interface NeutralSettings {
  readonly outputLimit?: number
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly frequencyPenalty?: number
  readonly presencePenalty?: number
  readonly stops?: readonly string[]
  readonly isStream?: boolean
  /** Whether several calls may stand in one answer. */
  readonly isParallel?: boolean
  /** How much the model thinks: a budget in tokens, a word for the effort, or off. */
  readonly thinking?:
    | { readonly mode: 'off' }
    | { readonly mode: 'adaptive' }
    | { readonly mode: 'budget'; readonly tokens: number }
    | { readonly mode: 'effort'; readonly effort: string }
  readonly responseFormat?:
    | { readonly mode: 'text' }
    | { readonly mode: 'json' }
    | {
        readonly mode: 'schema'
        readonly schema: unknown
        readonly name?: string
        readonly description?: string
        readonly isStrict?: boolean
      }
  /** The end user, as the caller names them. */
  readonly user?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly serviceTier?: string
}

export interface NeutralRequest {
  readonly as: 'request'
  /** A list of turns without a body around it. */
  readonly isBare: boolean
  readonly model?: string
  /** Instructions that stand before the conversation, in their own member or at the head of the list. */
  readonly instructions: readonly (NeutralText | NeutralOpaque)[]
  readonly turns: readonly NeutralTurn[]
  readonly tools: readonly NeutralTool[]
  readonly toolChoice?: NeutralToolChoice
  readonly settings: NeutralSettings
  /** The place of each of these in the source, for the report of losses. */
  readonly places?: SettingPlaces
  /** Members of the body that its own format alone knows. */
  readonly own?: OwnMembers
}

/** The places of what stands in the body beside the turns. */
type SettingPlaces = Readonly<Partial<Record<keyof NeutralSettings | 'model' | 'toolChoice', Place>>>
