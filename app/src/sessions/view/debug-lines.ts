import type { Finding } from '@mortise/core'
import { debug } from '../../text/debug.ts'

/** A session that was loaded, as far as the debug log tells of it. */
interface Loaded {
  readonly agent: string
  readonly id: string
  /** The ids of calls without a result. */
  readonly open: readonly string[]
  /** The records that the conversation goes without, as findings name them. */
  readonly leftOut?: readonly { readonly record: string; readonly why: readonly string[] }[]
}

/**
 * Tells the debug log which calls of a session have no result, and which messages were left out.
 *
 * The agent's own name for it, as `neovate:session`, has the words of an agent that filters its messages: a log of both programs
 * can be searched for one line.
 */
export function tellLoaded({ agent, id, open, leftOut = [] }: Loaded): void {
  const own = `${agent}:session`
  const ids = open.join(', ')
  const count = `${open.length} ${open.length === 1 ? 'call' : 'calls'} without a result`
  debug('mortise:session', () => `${id}: ${count}${ids && `: ${ids}`}`)
  if (open.length > 0) debug(own, () => `[filterMessages] Found ${open.length} unmatched tool_use(s): ${ids}`)
  tellLeftOut({ agent, id, leftOut })
}

/** Tells the debug log which messages a session goes without. */
export function tellLeftOut({ agent, id, leftOut = [] }: Omit<Loaded, 'open'>): void {
  for (const { record, why } of leftOut) {
    debug('mortise:session', () => `${id}: left out: ${record} (${why.join(', ')})`)
    if (why.includes('call-without-result'))
      debug(
        `${agent}:session`,
        () => `[filterMessages] Filtering out assistant message ${nameOf(record)} with unmatched tool_use`,
      )
  }
}

/** The ids of the calls without a result among findings. */
export function openIn(found: readonly Finding[]): readonly string[] {
  return found.flatMap(({ rule, calls }) => {
    if (rule !== 'call-without-result') return []
    return calls.length === 0 ? ['(no id)'] : calls
  })
}

/** The id of a record, or its line if it has none: `line 4, 9f3c`. */
function nameOf(record: string): string {
  return record.slice(record.indexOf(', ') + 1).trim()
}
