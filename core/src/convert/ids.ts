import { illegalBy } from '../engine/for-rules/tool-names.ts'
import { deriveId } from '../engine/match/identity.ts'
import type { NeutralCall, NeutralRequest, NeutralResult } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import { positionalId } from '../model/positional-id.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { eachPart } from './each-part.ts'

/** Ids that were written for the target, each with the one that it stands for. */
export type IdMap = Readonly<Record<string, string>>

/** The demands of a target on ids. */
export interface IdTarget {
  readonly rulebook: Pick<Rulebook, 'rows' | 'layout'>
  /** Ids that an earlier conversion wrote: the client gets its own back. */
  readonly back: IdMap
}

/**
 * Gives each call an id that the target takes and no other call has: within one answer of the model where the target looks no
 * further, else within the request.
 *
 * Ids are made in document order, from what stands before: a conversation that grows keeps those that it had.
 */
export class CallIds {
  readonly #isIllegal: (id: string) => boolean
  readonly #isByRequest: boolean
  readonly #back: ReadonlyMap<string, string>
  /** The ids that calls have in the source. */
  readonly #taken = new Set<string | undefined>()
  readonly #counts = new Map<string, number>()
  readonly #changed = new Map<string, string>()
  #nameless = 0

  constructor(calls: ReadonlyMap<NeutralCall, unknown>, { rulebook: { rows, layout }, back }: IdTarget) {
    this.#isIllegal = illegalBy(rows['illegal-call-id'] ?? {})
    this.#isByRequest = layout.unique === 'request'
    this.#back = new Map(Object.entries(back))
    for (const { id } of calls.keys()) this.#taken.add(id)
  }

  /** Somebody else has spoken: what the model says next is another answer. */
  nextAnswer(): void {
    if (!this.#isByRequest) this.#counts.clear()
  }

  /** The id to write for a call; its result may have one where the call has none. */
  idFor(call: NeutralCall, result: NeutralResult | undefined): string {
    const ofResult = this.#taken.has(result?.id) ? undefined : result?.id
    const old = call.id ?? ofResult ?? this.#positional()
    const own = this.#back.get(old)
    if (own !== undefined) return own
    const count = (this.#counts.get(old) ?? 0) + 1
    this.#counts.set(old, count)
    if (count === 1 && !this.#isIllegal(old)) return old
    const id = this.#fresh(count > 1 ? `${old} #${count}` : `id ${old}`)
    this.#changed.set(id, old)
    return id
  }

  /** The ids that differ from those of the source. */
  changed(): IdMap {
    return Object.fromEntries(this.#changed)
  }

  #positional(): string {
    let id = positionalId(this.#nameless++)
    while (this.#taken.has(id)) id = positionalId(this.#nameless++)
    return id
  }

  #fresh(seed: string): string {
    let id = deriveId(seed)
    while (this.#taken.has(id) || this.#changed.has(id)) id = deriveId(`${seed} ${id}`)
    return id
  }
}

/** A conversation with the ids that its client gave. */
export function idsBack<Kind extends NeutralRequest | NeutralAnswer>(neutral: Kind, ids: IdMap): Kind {
  const back = new Map(Object.entries(ids))
  if (back.size === 0) return neutral
  return eachPart(neutral, (part) => {
    const id = part.kind === 'call' || part.kind === 'result' ? back.get(part.id ?? '') : undefined
    return id === undefined ? part : { ...part, id }
  })
}
