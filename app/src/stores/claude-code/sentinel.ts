import type { Format } from '@mortise/core'
import { isObject } from '../json.ts'

type Sentinel = ReturnType<Format['sentinel']>

/**
 * Looks over messages as they are sent: neighbours of one role as one.
 *
 * It only puts them together; what is suspicious is for the sentinel of the format to say.
 */
export function mergingSentinel(inner: Sentinel): Sentinel {
  const merged: unknown[] = []
  return {
    feed(turns, from, to) {
      const first = merged.length
      const starts: number[] = []
      for (let start = from; start < to; ) {
        const end = endOfRun(turns, start, to)
        merged.push(end - start === 1 ? turns[start] : joined(turns, start, end))
        starts.push(start)
        start = end
      }
      const found = inner.feed(merged, first, merged.length)
      return found < 0 ? -1 : (starts[found - first] as number)
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

/** Where a run of messages of one role ends; one that says nothing is looked at by itself. */
function endOfRun(turns: readonly unknown[], start: number, to: number): number {
  const role = roleOf(turns[start])
  let end = start + 1
  if (role !== undefined) while (end < to && roleOf(turns[end]) === role) end++
  return end
}

function roleOf(turn: unknown): unknown {
  if (!isObject(turn)) return undefined
  const { role, content } = turn
  return Array.isArray(content) && content.length > 0 ? role : undefined
}

function joined(turns: readonly unknown[], start: number, end: number): unknown {
  const content: unknown[] = []
  for (let position = start; position < end; position++) {
    const turn = turns[position] as { readonly content: readonly unknown[] }
    for (const block of turn.content) content.push(block)
  }
  return { role: roleOf(turns[start]), content }
}
