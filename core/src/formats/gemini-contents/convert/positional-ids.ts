import type { NeutralCall, NeutralPart, NeutralResult, NeutralTurn } from '../../../model/neutral.ts'

// Here ids are optional: a result without one belongs to a call by its name and its place. Other formats pair by id
// alone, so each such pair gets an id that the way back takes off again.

const made = /^positional_(?:[\w-]{1,24}_)?\d+$/

/** Whether an id was made here, for a call that had none. */
export function isMadeId(id: string): boolean {
  return made.test(id)
}

/** The id of the nth call without one; `answer` is the id of the answer it stands in, where that is told. */
export function madeId(count: number, answer = ''): string {
  const token = answer.replace(/[^\w-]/g, '').slice(-24)
  return token === '' ? `positional_${count}` : `positional_${token}_${count}`
}

/** The same turns with an id on every call, and on every result that a call of the turn before can own. */
export function withIds(turns: readonly NeutralTurn[], answer?: string): readonly NeutralTurn[] {
  if (!turns.some(({ parts }) => parts.some(isNameless))) return turns
  const fresh = freshIds(turns, answer)
  const out = [...turns]
  for (const [position, turn] of turns.entries()) {
    const calls = turn.parts.filter((part) => part.kind === 'call')
    if (calls.length === 0) continue
    const next = turns[position + 1]
    const results = next?.speaker === 'tool' ? next.parts.filter((part) => part.kind === 'result') : []
    const ids = pair(calls, results, fresh)
    out[position] = { ...turn, parts: turn.parts.map((part) => withId(part, ids)) }
    if (next?.speaker === 'tool')
      out[position + 1] = { ...next, parts: next.parts.map((part) => withId(part, ids)) }
  }
  return out
}

function isNameless(part: NeutralPart): boolean {
  return (part.kind === 'call' || part.kind === 'result') && part.id === undefined
}

function withId(part: NeutralPart, ids: ReadonlyMap<NeutralPart, string>): NeutralPart {
  const id = ids.get(part)
  return id === undefined ? part : ({ ...part, id } as NeutralPart)
}

/** Ids that the document does not have yet, in order. */
function freshIds(turns: readonly NeutralTurn[], answer?: string): () => string {
  const taken = new Set<string>()
  for (const { parts } of turns)
    for (const part of parts)
      if ((part.kind === 'call' || part.kind === 'result') && part.id !== undefined) taken.add(part.id)
  let count = 0
  return () => {
    let id = madeId(count++, answer)
    while (taken.has(id)) id = madeId(count++, answer)
    return id
  }
}

/** The ids for the calls and results that lack one: by name and order. */
function pair(
  calls: readonly NeutralCall[],
  results: readonly NeutralResult[],
  fresh: () => string,
): ReadonlyMap<NeutralPart, string> {
  const ids = new Map<NeutralPart, string>()
  const open = new OpenCalls(calls, results)
  // A result without an id can take any call; one with an id of its own only a call that has none.
  const waiting = results.filter(({ id }) => id === undefined || !open.known.has(id))
  const strangers = waiting.filter(({ id }) => id !== undefined)
  for (const result of [...waiting.filter(({ id }) => id === undefined), ...strangers]) {
    const call = open.take(result)
    if (call === undefined) continue
    const id = call.id ?? result.id ?? fresh()
    ids.set(call, id)
    ids.set(result, id)
  }
  for (const call of calls) if (call.id === undefined && !ids.has(call)) ids.set(call, fresh())
  return ids
}

/** The calls of a turn that no result names by its id. */
class OpenCalls {
  /** The ids of all calls of the turn. */
  readonly known: ReadonlySet<string>
  private readonly taken = new Set<NeutralCall>()
  private readonly queues = new Map<string | undefined, { readonly calls: NeutralCall[]; next: number }>()

  constructor(calls: readonly NeutralCall[], results: readonly NeutralResult[]) {
    this.known = new Set(calls.flatMap(({ id }) => id ?? []))
    const answered = new Set(results.map(({ id }) => id))
    for (const call of calls) {
      if (call.id !== undefined && answered.has(call.id)) continue
      for (const name of new Set([call.name, undefined])) this.queue(name).calls.push(call)
    }
  }

  /** The first open call that a result can belong to: one of its name, or any where it has none. */
  take({ name, id }: NeutralResult): NeutralCall | undefined {
    const queue = this.queue(name)
    for (; queue.next < queue.calls.length; queue.next++) {
      const call = queue.calls[queue.next]
      if (call === undefined || this.taken.has(call)) continue
      if (id !== undefined && call.id !== undefined) continue
      this.taken.add(call)
      return call
    }
    return undefined
  }

  private queue(name: string | undefined): { readonly calls: NeutralCall[]; next: number } {
    const queue = this.queues.get(name) ?? { calls: [], next: 0 }
    this.queues.set(name, queue)
    return queue
  }
}
