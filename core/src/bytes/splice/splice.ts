import { isPlan, type Plan, type Replace } from '../../model/edit.ts'
import { checkBytes } from '../../model/option-checks.ts'
import { MortiseError, type Outcome } from '../../model/outcome.ts'
import { stalePlan } from '../../model/stale.ts'
import { fit } from './fit.ts'
import { gapSplices, type SpliceContext } from './gaps.ts'
import { habitOf, onOneLine, styleInPlace } from './json-style.ts'
import { locate } from './locate.ts'
import { setScript } from './print.ts'
import { isEscaped, once, type Script, scriptsOf } from './script.ts'
import { applySplices, type Splice, splicesWithin } from './splices.ts'
import { type FoundValue, type Spot, spotsOf } from './spot.ts'
import { type Undo, undoOf } from './undo.ts'

/**
 * Makes the bytes of the document that a plan describes. Parts that the plan does not touch keep their bytes.
 *
 * The new bytes parse to the document that `apply` makes of the parsed old bytes. A plan that was made for
 * another document is refused, and so are bytes that are no JSON. An empty plan gives the same buffer.
 */
export function applyBytes(bytes: Uint8Array, plan: Plan): Outcome<Uint8Array> {
  checkBytes('applyBytes', bytes)
  const splices = splicesOf(bytes, plan)
  return splices.ok ? { ok: true, value: applySplices(bytes, splices.value) } : splices
}

/** The bytes that a plan made, and the plan that takes them back. */
export interface Spliced {
  readonly bytes: Uint8Array
  readonly undo: Undo
}

/** As `applyBytes`, and tells how to restore the bytes as they were. */
export function spliceBytes(bytes: Uint8Array, plan: Plan): Outcome<Spliced> {
  checkBytes('spliceBytes', bytes)
  const splices = splicesOf(bytes, plan)
  if (!splices.ok) return splices
  const made = applySplices(bytes, splices.value)
  return { ok: true, value: { bytes: made, undo: undoOf(bytes, made, splices.value) } }
}

/** The splices that make the bytes that a plan describes, in order. */
export function splicesOf(bytes: Uint8Array, plan: Plan): Outcome<readonly Splice[]> {
  checkBytes('splicesOf', bytes)
  if (!isPlan(plan)) return { ok: false, error: stalePlan([]) }
  if (plan.edits.length === 0) return { ok: true, value: [] }
  try {
    return { ok: true, value: makeSplices(bytes, plan) }
  } catch (error) {
    if (error instanceof MortiseError) return { ok: false, error }
    throw error
  }
}

function makeSplices(bytes: Uint8Array, plan: Plan): Splice[] {
  const root = spotsOf(plan)
  locate(bytes, root)
  const { containers, replaced, taken } = fit(bytes, root)
  const context: SpliceContext = {
    bytes,
    scripts: scriptsOf(bytes, plan.edits, taken),
    habit: once(() => habitOf(bytes)),
    isAscii: once(() => isEscaped(bytes)),
  }
  const gaps = containers.flatMap((container) => gapSplices(context, container))
  const { heads, tails } = replaceAll(context, replaced)
  // At one offset, what ends a value comes before what follows it, and what begins one after what precedes it.
  const splices = [...tails, ...gaps, ...heads]
  return splices.sort((left, right) => left.start - right.start || left.end - right.end)
}

/** The splices of replaced values: those that reach their end, and those before. */
function replaceAll(context: SpliceContext, replaced: readonly Spot[]): { heads: Splice[]; tails: Splice[] } {
  const heads: Splice[] = []
  const tails: Splice[] = []
  for (const spot of replaced) {
    for (const splice of replaceSplices(context, spot))
      (splice.end === spot.found?.end ? tails : heads).push(splice)
  }
  return { heads, tails }
}

function replaceSplices({ bytes, scripts, habit }: SpliceContext, { replace, found }: Spot): Splice[] {
  const place = found as FoundValue
  const script = scripts.get(replace as Replace) as Script
  const isScalar = script.outline.sizes[0] === 1
  const style = isScalar ? onOneLine : styleInPlace(bytes, place, habit())
  return splicesWithin(bytes, place, setScript(bytes, script, style))
}
