import type { Citation, NeutralCall, NeutralOpaque, NeutralReasoning, Signature } from './neutral.ts'
import type { NeutralError, NeutralUsage, StopReason } from './neutral-answer.ts'

// A streamed answer as events. `index` numbers the parts of the answer from 0, in the order in which they start, without
// gaps. Parts may be open at the same time (parallel calls whose pieces interleave). A lawful stream is
// `start`, parts, `stop`, and nothing after; a broken one ends with `error` instead, and leaves parts open.

/** A part that begins; its content follows in pieces. */
export type StartedPart =
  | { readonly kind: 'text' }
  | { readonly kind: 'refusal' }
  | {
      readonly kind: 'reasoning'
      readonly isSummary?: boolean
      readonly id?: string
      /** Where the whole proof is known from the start, as with redacted reasoning. */
      readonly proof?: NeutralReasoning['proof']
    }
  | {
      readonly kind: 'call'
      readonly id: string | undefined
      readonly name: string | undefined
      readonly tool: NeutralCall['tool']
      readonly signature?: Signature
    }
  /** A part that only its own format knows, whole. */
  | NeutralOpaque

export type StartedCall = Extract<StartedPart, { readonly kind: 'call' }>

export type NeutralEvent =
  | {
      readonly kind: 'start'
      readonly id?: string
      readonly model?: string
      readonly created?: number
      readonly usage?: NeutralUsage
    }
  | { readonly kind: 'part-start'; readonly index: number; readonly part: StartedPart }
  /** Words of a text, a refusal or reasoning; of a call, the text of its arguments. */
  | { readonly kind: 'part-text'; readonly index: number; readonly text: string }
  /** The proof of reasoning, or the signature of a text or call. */
  | {
      readonly kind: 'part-proof'
      readonly index: number
      readonly proof: NonNullable<NeutralReasoning['proof']>
    }
  /** A source that the words of a text name for themselves. */
  | { readonly kind: 'part-citation'; readonly index: number; readonly citation: Citation }
  | { readonly kind: 'part-stop'; readonly index: number }
  | { readonly kind: 'usage'; readonly usage: NeutralUsage }
  | { readonly kind: 'ping' }
  | {
      readonly kind: 'stop'
      readonly reason: StopReason
      readonly stopSequence?: string
      readonly stopWord?: string
      readonly usage?: NeutralUsage
    }
  /** The stream broke: the provider said so, or it ended in the middle. */
  | { readonly kind: 'error'; readonly error: NeutralError }
