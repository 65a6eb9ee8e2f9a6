import { matchIn } from '../engine/scan.ts'
import { wholeContext } from '../engine/task.ts'
import type { Api } from '../model/format.ts'
import type { NeutralCall, NeutralRequest, NeutralResult } from '../model/neutral.ts'
import { valueAt } from './places-before.ts'

/** The call of each result that has one. */
export type Owners = ReadonlyMap<NeutralResult, NeutralCall>

/** A document that is read, and its API. */
export interface SourceDocument {
  readonly document: unknown
  readonly api: Api
}

/**
 * Finds the call of each result, as the source's own API ties them.
 *
 * Where each id is used once and each result stands after its call, the ids say it all. Anything else is matched by the
 * engine, the only place that decides what an id that is used twice, a missing id or an early result means.
 */
export function ownersIn(request: NeutralRequest, source: SourceDocument): Owners {
  const counts = source.api.rulebook.layout.positional === true
  return (counts ? undefined : ownersById(request)) ?? matchedOwners(request, source)
}

/** Every result with the call that has its id; undefined where that is not the whole story. */
export function ownersById({ turns }: NeutralRequest): Owners | undefined {
  const calls = new Map<string, NeutralCall>()
  const answered = new Set<string>()
  const owners = new Map<NeutralResult, NeutralCall>()
  for (const { parts } of turns)
    for (const part of parts) {
      if (part.kind !== 'call' && part.kind !== 'result') continue
      const { id } = part
      if (id === undefined) return undefined
      if (part.kind === 'call') {
        if (calls.has(id)) return undefined
        calls.set(id, part)
        continue
      }
      const call = calls.get(id)
      if (call === undefined || answered.has(id)) return undefined
      answered.add(id)
      owners.set(part, call)
    }
  return owners
}

/**
 * The pairs of the engine. A part here and a part there are the same if they were read from the same value.
 *
 * A result that the engine did not see as one (a message in the shape of another format) has the last call before it
 * with its id.
 */
function matchedOwners({ turns }: NeutralRequest, { document, api }: SourceDocument): Owners {
  const { known, repeated } = callsByResult(document, api)
  const owners = new Map<NeutralResult, NeutralCall>()
  const results = new Map<NeutralResult, unknown>()
  const callOf = new Map<unknown, NeutralCall>()
  const byId = new Map<string, NeutralCall>()
  for (const { parts } of turns)
    for (const part of parts) {
      const raw = part.at === undefined ? undefined : valueAt(document, part.at)
      if (part.kind === 'call') {
        callOf.set(raw, part)
        if (part.id !== undefined) byId.set(part.id, part)
      } else if (part.kind === 'result') {
        const call = known.has(raw) ? undefined : (callOf.get(raw) ?? byId.get(part.id ?? ''))
        if (call !== undefined) owners.set(part, call)
        // A tool that takes plain text may tell its result in several pieces.
        else if (!repeated.has(raw) || part.tool === 'custom') results.set(part, known.get(raw))
      }
    }
  for (const [result, raw] of results) {
    const call = raw === undefined ? undefined : callOf.get(raw)
    if (call !== undefined) owners.set(result, call)
  }
  return owners
}

interface Matched {
  /** The raw value of each result with that of its call; undefined for a result that has none. */
  readonly known: ReadonlyMap<unknown, unknown>
  /** The results whose call is answered already. */
  readonly repeated: ReadonlySet<unknown>
}

function callsByResult(document: unknown, api: Api): Matched {
  const { joints, strays } = matchIn(wholeContext({ document, api, tail: 'closed', rules: [] }))
  const known = new Map<unknown, unknown>()
  for (const { result, of } of strays) known.set(result.raw, of?.call.raw)
  for (const { call, result } of joints) if (result !== undefined) known.set(result.raw, call.raw)
  const repeats = strays.filter(({ fate }) => fate === 'duplicate')
  return { known, repeated: new Set(repeats.map(({ result }) => result.raw)) }
}
