import type { NeutralEvent } from '../../core/src/model/neutral-stream.ts'

/** An answer put together from its events. */
export interface Collected {
  readonly parts: readonly {
    readonly kind: string
    readonly id?: string
    readonly name?: string
    readonly text: string
  }[]
  readonly ending: string
  readonly usage: unknown
}

/** Puts the events of a stream together, with parts in the order in which they started. */
export function collect(events: readonly NeutralEvent[]): Collected {
  const parts = new Map<number, { kind: string; id?: string; name?: string; text: string }>()
  let ending = 'none'
  let usage: Record<string, unknown> = {}
  for (const event of events) {
    if (event.kind === 'part-start') {
      const { part } = event
      const call = part.kind === 'call' ? { id: part.id ?? '', name: part.name ?? '' } : {}
      parts.set(event.index, { kind: part.kind, ...call, text: '' })
    } else if (event.kind === 'part-text') {
      const part = parts.get(event.index)
      if (part !== undefined) part.text += event.text
    } else if (event.kind === 'stop' || event.kind === 'error')
      ending = event.kind === 'stop' ? event.reason : 'error'
    if ('usage' in event) usage = { ...usage, ...event.usage }
  }
  // Some wires write a count of nothing where the source told none.
  const counts = Object.entries(usage).filter(([, count]) => count !== 0)
  return { parts: [...parts.values()], ending, usage: Object.fromEntries(counts) }
}
