import type { Format } from '@mortise/core'
import { isObject, memberAt } from '../records/json.ts'

type Sentinel = ReturnType<Format['sentinel']>

// A look stops at what is suspicious and comes again: what was put together beyond it is put together again.
const runsAtOnce = 32

/**
 * Looks over messages as they are sent: the pieces of one answer as one, and all that stands between two answers.
 *
 * It only puts them together; what is suspicious is for the sentinel of the format to say.
 */
export function mergingSentinel(inner: Sentinel): Sentinel {
  const merged: unknown[] = []
  return {
    feed(turns, from, to) {
      // Where nothing is to be put together, and nothing was, they are looked at as they stand.
      if (merged.length === from && !hasRun(turns, from, to)) {
        merged.length = to
        return inner.feed(turns, from, to)
      }
      for (let start = from; start < to; ) {
        const first = merged.length
        const starts: number[] = []
        while (start < to && starts.length < runsAtOnce) {
          const end = endOfRun(turns, start, to)
          merged.push(mergedAt(turns, start, end))
          starts.push(start)
          start = end
        }
        const found = inner.feed(merged, first, merged.length)
        // Their places stay taken: the sentinel tells messages apart by them.
        merged.fill(undefined, first)
        if (found >= 0) return starts[found - first] as number
      }
      return -1
    },
    reset(facts) {
      merged.length = 0
      inner.reset(facts)
    },
    isSettled: () => inner.isSettled(),
    mayEnd: (tail) => inner.mayEnd(tail),
    skip: () => inner.skip(),
    watch: (ids) => inner.watch(ids),
    isLocal: (turns, suspects) => inner.isLocal?.(turns, suspects) ?? true,
  }
}

/** Whether two neighbours have to be put together. */
function hasRun(turns: readonly unknown[], from: number, to: number): boolean {
  for (let position = from + 1; position < to; position++)
    if (areJoined(turns[position - 1], turns[position])) return true
  return false
}

/** Where a run of messages that are sent as one ends; one that says nothing is looked at by itself. */
function endOfRun(turns: readonly unknown[], start: number, to: number): number {
  let end = start + 1
  while (end < to && areJoined(turns[end - 1], turns[end])) end++
  return end
}

function areJoined(last: unknown, turn: unknown): boolean {
  const role = roleOf(turn)
  if (role === undefined || role !== roleOf(last)) return false
  return role !== 'assistant' || memberAt(last, ['id']) === memberAt(turn, ['id'])
}

function roleOf(turn: unknown): unknown {
  if (!isObject(turn)) return undefined
  const { role, content } = turn
  return Array.isArray(content) && content.length > 0 ? role : undefined
}

function mergedAt(turns: readonly unknown[], start: number, end: number): unknown {
  if (end - start === 1) return turns[start]
  const content: unknown[] = []
  for (let position = start; position < end; position++) {
    const turn = turns[position] as { readonly content: readonly unknown[] }
    for (const block of turn.content) content.push(block)
  }
  return { role: roleOf(turns[start]), content }
}
