import type { ApiChoice } from '../model/api-name.ts'
import { isFunction, isTail } from '../model/option-checks.ts'
import type { OptionTable } from '../model/options.ts'
import { checkPolicy } from '../model/policy.ts'
import type { Finding, PolicyChoice, Report, Tail } from '../types.ts'

/** The options of a guard; all of them may be left out. */
export interface GuardOptions {
  /** An API by name, or a rulebook of one's own; otherwise the address and the model tell. */
  readonly api?: ApiChoice
  readonly policy?: PolicyChoice
  /** How the conversation ends; `closed`, about to be sent, unless said otherwise. */
  readonly tail?: Tail
  /** Whether a request that is refused all the same, in words on record, is mended more strictly and sent once more. */
  readonly retry?: boolean
  /**
   * The fate of thinking that is bound to another past than the one that is sent.
   *
   * `drop_block`: the API is asked to drop it, as it is at Anthropic's own host unless said otherwise · `remove`: it is
   * taken out, as it is everywhere else.
   */
  readonly binding?: 'drop_block' | 'remove'
  /** Told of each conversation that the guard looked at, before it is sent, with its faults. An error that it throws stops the request. */
  readonly onScan?: (found: readonly Finding[], about: About) => void
  /** Told of each request that is not sent as it was, or is sent with faults. An error that it throws stops the request. */
  readonly onRepair?: (report: Report, about: About) => void
}

/** The options of guards that see messages alone, where a provider's own rules are not known. */
export const messageOptions: OptionTable = {
  policy: checkPolicy,
  tail: isTail,
  onScan: isFunction,
  onRepair: isFunction,
}

/** The request that a report is about. */
export interface About {
  /** The name of the API whose rules were kept. */
  readonly api: string
  /** Whether the API had refused the request before. */
  readonly isRetry: boolean
  /** The API was asked to drop thinking that is bound to another past. */
  readonly binding?: 'drop_block'
}
