import type { PolicyName } from '@mortise/core'
import { isStandIn } from '../../core/src/texts/fixed.ts'
import { turnsOf, type Wire } from '../wire/index.ts'

interface Joint {
  readonly call: string
  readonly result: string
}

interface Held {
  readonly id: unknown
  readonly mark: string
}

/**
 * A pair of call and result that a repair tore apart, or undefined.
 *
 * Judged by what the parts hold, not by ids: a repair may rename both. Only pairs that cannot be
 * mistaken count: an id that one call and one result have, and no other, signatures taken off. Where a
 * format lets ids be left out, pairs without one are not judged.
 */
export function brokenJoint(
  before: unknown,
  after: unknown,
  wire: Wire,
  policy: PolicyName,
): Joint | undefined {
  if (policy === 'drop-turn') return undefined
  const kept = new Set(certainJoints(after, wire, false).map(print))
  return certainJoints(before, wire, true).find((joint) => !kept.has(print(joint)))
}

function print({ call, result }: Joint): string {
  return `${call} → ${result}`
}

function certainJoints(document: unknown, wire: Wire, isStrict: boolean): Joint[] {
  const turns = turnsOf(wire, document)
  const calls = turns
    .flatMap((turn) => wire.callsOf(turn))
    .map(({ id, holds, name }) => held(id, holds, steadyName(name)))
  const results = turns.flatMap((turn) => wire.resultsOf(turn)).map(({ id, holds }) => held(id, holds, holds))
  const isOnly = (id: unknown): boolean => likeIt(calls, id) === 1 && likeIt(results, id) === 1
  return calls.flatMap(({ id, mark: call }) => {
    if (typeof id !== 'string' || id === '' || call === '' || (isStrict && !isOnly(id))) return []
    const mine = results.filter((result) => result.id === id && result.mark !== '')
    return mine.map(({ mark: result }) => ({ call, result }))
  })
}

/** A part and what it is known by: the markers in it, else a name or words that a repair leaves alone. */
function held(id: unknown, value: unknown, words: unknown): Held {
  const markers = (JSON.stringify(value) ?? '').match(/«\w+»/g)?.join('')
  if (markers !== undefined) return { id, mark: markers }
  // Words that say nothing may be replaced where an API takes none.
  const isSteady =
    typeof words === 'string' && words.isWellFormed() && !isStandIn(words) && words.trim() !== ''
  return { id, mark: isSteady ? words : '' }
}

/** A name that every API takes, so that no repair changes it. */
function steadyName(name: unknown): unknown {
  return typeof name === 'string' && /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name) ? name : undefined
}

function likeIt(list: readonly Held[], id: unknown): number {
  return list.filter((other) => plain(other.id) === plain(id)).length
}

/** An id without a signature that was added to it. */
function plain(id: unknown): unknown {
  return typeof id === 'string' ? id.split('__thought__')[0] : id
}
