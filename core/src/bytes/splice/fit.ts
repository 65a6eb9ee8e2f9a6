import { fingerprintOf } from '../../model/fingerprint.ts'
import { sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import { stalePlan } from '../../model/stale.ts'
import { valueAt } from '../text/utf8.ts'
import type { ContainerChange, FoundValue, Items, Spot } from './spot.ts'

/** A stretch of bytes. */
export interface ByteSpan {
  readonly start: number
  readonly end: number
}

/** An array or object of which some comes or goes. */
export interface Container extends FoundValue {
  readonly items: Items
  readonly changes: readonly ContainerChange[]
}

/** The changes that a plan makes to the bytes that it fits. */
export interface Fitted {
  readonly containers: readonly Container[]
  readonly replaced: readonly Spot[]
  /** The removed values, in the order of the bytes. */
  readonly taken: readonly ByteSpan[]
}

/** Looks whether all that a plan takes away stands where it should; if not, the plan is refused. */
export function fit(bytes: Uint8Array, root: Spot): Fitted {
  const containers: Container[] = []
  const replaced: Spot[] = []
  const taken: ByteSpan[] = []
  const pending: [Spot, FoundValue | undefined][] = [[root, undefined]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [spot, within] = next
    const { found, replace, changes } = spot
    if (found === undefined || found.within !== within) throw stalePlan(spot.first.at)
    if (replace !== undefined) {
      checkValue(bytes, found, replace.from, replace)
      replaced.push(spot)
      taken.push(found)
    } else if (changes.length > 0) {
      const container = containerOf(found, changes)
      fitChanges(bytes, container, taken)
      containers.push(container)
    }
    for (const child of [...spot.inside.values()].reverse()) pending.push([child, found])
  }
  return { containers, replaced, taken: taken.sort((left, right) => left.start - right.start) }
}

function containerOf(found: FoundValue, changes: readonly ContainerChange[]): Container {
  const { items } = found
  const misfit = changes.find(({ do: kind }) => items?.isList !== (kind === 'insert' || kind === 'remove'))
  if (items === undefined || misfit !== undefined) throw stalePlan((misfit ?? at(changes, 0)).at)
  return { ...found, items, changes }
}

/** Looks whether the changes of a container fit, and notes what they take away. */
function fitChanges(bytes: Uint8Array, { items, changes }: Container, taken: ByteSpan[]): void {
  const positions = new Map(items.names.map((name, index) => [name, index]))
  const fingerprintAt = fingerprintsOf(bytes, items)
  for (const edit of changes) {
    const step = edit.at[edit.at.length - 1]
    const index = items.isList ? step : positions.get(String(step))
    if (edit.do === 'set') {
      if (index !== undefined) throw stalePlan(edit.at)
    } else if (edit.do === 'insert') {
      if (fingerprintAt(index) !== edit.beside) throw stalePlan(edit.at)
    } else {
      const span = valueSpan(items, index)
      if (span === undefined) throw stalePlan(edit.at)
      checkValue(bytes, span, edit.value, edit)
      taken.push(span)
    }
  }
}

function checkValue(
  bytes: Uint8Array,
  { start, end }: ByteSpan,
  value: unknown,
  { at }: Pick<ContainerChange, 'at'>,
): void {
  if (!sameJson(valueAt(bytes, start, end), value)) throw stalePlan(at)
}

/** The fingerprints of elements; several inserts at one place ask for the same one. */
function fingerprintsOf(bytes: Uint8Array, items: Items): (index: unknown) => string | undefined {
  let known: unknown
  let fingerprint: string | undefined
  return (index) => {
    if (index === known) return fingerprint
    known = index
    const span = valueSpan(items, index)
    const isEnd = index === items.starts.length
    fingerprint =
      span === undefined && !isEnd ? undefined : fingerprintOf(span && valueAt(bytes, span.start, span.end))
    return fingerprint
  }
}

function valueSpan({ values, ends }: Items, index: unknown): ByteSpan | undefined {
  if (typeof index !== 'number') return undefined
  const start = values[index]
  const end = ends[index]
  return start === undefined || end === undefined ? undefined : { start, end }
}
