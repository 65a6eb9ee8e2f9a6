import type { Format, Output } from '../model/format.ts'
import type { Call } from '../model/transcript.ts'
import { deniedText, failedText, noResult, notRunText, unfinished } from '../texts/fixed.ts'

/** How a call ended if its tool gave no result. */
export type ClosedAs = 'cancelled' | 'timed-out' | 'interrupted' | 'failed' | 'denied' | 'not-run'

/**
 * How a call ended.
 *
 * `cancelled`, `timed-out` and `interrupted` are said by the ledger in place of a result, and give way to a real one.
 */
export type End =
  | { readonly as: 'returned'; readonly output: Output }
  | { readonly as: 'cancelled' | 'timed-out' | 'interrupted'; readonly ran: boolean }
  | { readonly as: 'failed' | 'denied' | 'not-run'; readonly why: string }

/** Whether an end stands in for a result that may still come. */
export function isStandIn(end: End): end is Extract<End, { readonly ran: boolean }> {
  return 'ran' in end
}

/** Whether a call that ended in one way, or not yet, may end in another. Only this decides who closes a call. */
export function mayEnd(now: End | undefined, next: End): boolean {
  return now === undefined || (isStandIn(now) && next.as === 'returned')
}

/** The result of a call, as the format writes it; one that has not ended is told to have none. */
export function renderEnd(call: Call, end: End | undefined, format: Format): unknown {
  if (end === undefined) return format.renderResult(call, noResult)
  if (end.as !== 'returned') return format.renderResult(call, wordsOf(end))
  return format.renderOutput?.(call, end.output)
}

function wordsOf(end: Exclude<End, { readonly as: 'returned' }>): string {
  switch (end.as) {
    case 'failed':
      return failedText(end.why)
    case 'denied':
      return deniedText(end.why)
    case 'not-run':
      return notRunText(end.why)
    default:
      return unfinished[end.as][end.ran ? 0 : 1]
  }
}
