import { type Edit, type Insert, isPlan, type Plan, type SetMember, type Unset } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import { isObject, type JsonObject, sameJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import { MortiseError, type Outcome } from '../../model/outcome.ts'
import { stalePlan } from '../../model/stale.ts'

/**
 * Makes the document that a plan describes; the given one stays as it is, and what the plan does not
 * touch keeps its identity.
 *
 * Each edit carries what it takes away: a plan for another document is refused.
 */
export function apply<Document>(document: Document, plan: Plan): Outcome<Document> {
  if (!isPlan(plan)) return { ok: false, error: stalePlan([]) }
  if (plan.edits.length === 0) return { ok: true, value: document }
  try {
    return { ok: true, value: applyWithin(document, plan.edits, 0, plan.edits.length, 0, false) as Document }
  } catch (error) {
    if (error instanceof MortiseError) return { ok: false, error }
    throw error
  }
}

/** Applies sorted edits to the value that they were made from. */
export function applyEdits(value: unknown, edits: readonly Edit[]): unknown {
  return edits.length === 0 ? value : applyWithin(value, edits, 0, edits.length, 0, true)
}

/**
 * Applies edits [from, to), which all lie inside `value`, or throws where one does not fit; `depth` is the
 * length of its place. Edits that are our own stand beside what they say: it is not looked at again.
 */
function applyWithin(
  value: unknown,
  edits: readonly Edit[],
  from: number,
  to: number,
  depth: number,
  isOwn: boolean,
): unknown {
  const first = at(edits, from)
  if (first.at.length === depth) return replaceWhole(value, first, to - from)
  if (Array.isArray(value)) return applyToList(value, edits, from, to, depth, isOwn)
  if (isObject(value)) return applyToObject(value, edits, from, to, depth, isOwn)
  throw stale(first)
}

function replaceWhole(value: unknown, edit: Edit, count: number): unknown {
  // Nothing else may happen to what is replaced.
  if (count !== 1 || edit.do !== 'replace' || !sameJson(edit.from, value)) throw stale(edit)
  return edit.value
}

function applyToList(
  list: readonly unknown[],
  edits: readonly Edit[],
  from: number,
  to: number,
  depth: number,
  isOwn: boolean,
): unknown[] {
  const result = withRoom(list, edits, from, to, depth)
  let size = 0
  let copied = 0
  for (let next = from; next < to; ) {
    const edit = at(edits, next)
    const index = edit.at[depth]
    if (!isPosition(index) || index > list.length || index < copied) throw stale(edit)
    for (; copied < index; copied++) result[size++] = list[copied]
    if (isInsert(edit, depth)) {
      if (!isOwn && edit.beside !== fingerprintOf(list[index])) throw stale(edit)
      result[size++] = edit.value
      next++
      continue
    }
    if (index >= list.length) throw stale(edit)
    const end = sharedUntil(edits, next, to, depth)
    if (edit.do === 'remove' && edit.at.length === depth + 1) {
      if (!sameJson(edit.value, list[index]) || end !== next + 1) throw stale(edit)
    } else result[size++] = applyWithin(list[index], edits, next, end, depth + 1, isOwn)
    copied = index + 1
    next = end
  }
  for (; copied < list.length; copied++) result[size++] = list[copied]
  result.length = size
  return result
}

function isPosition(step: string | number | undefined): step is number {
  return Number.isInteger(step)
}

/** A copy of a list that is as long as it can become: one that grows is copied again and again. */
function withRoom(
  list: readonly unknown[],
  edits: readonly Edit[],
  from: number,
  to: number,
  depth: number,
): unknown[] {
  const more: unknown[] = []
  for (let next = from; next < to; next++) if (isInsert(at(edits, next), depth)) more.push(undefined)
  return list.concat(more)
}

/** Whether an edit puts an element into the list whose place has this length. */
function isInsert(edit: Edit, depth: number): edit is Insert {
  return edit.do === 'insert' && edit.at.length === depth + 1
}

function applyToObject(
  object: JsonObject,
  edits: readonly Edit[],
  from: number,
  to: number,
  depth: number,
  isOwn: boolean,
): JsonObject {
  const values: Record<string, unknown> = { ...object }
  const added: SetMember[] = []
  const removed: Unset[] = []
  for (let next = from; next < to; ) {
    const edit = at(edits, next)
    const key = String(edit.at[depth])
    const end = sharedUntil(edits, next, to, depth)
    const isHere = edit.at.length === depth + 1
    if (isHere && end !== next + 1) throw stale(edit)
    if (isHere && edit.do === 'set') added.push(checkAbsent(edit, values, key))
    else if (isHere && edit.do === 'unset') removed.push(checkPresent(edit, values, key))
    else if (Object.hasOwn(values, key))
      put(values, key, applyWithin(values[key], edits, next, end, depth + 1, isOwn))
    else throw stale(edit)
    next = end
  }
  return added.length + removed.length === 0 ? values : withMembers(values, added, removed, depth)
}

/** Gives a member another value; `__proto__` is a member like any other. */
function put(values: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') values[key] = value
  else Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Takes members away and puts new ones where they belong, so that an inverted plan restores the order of members too. */
function withMembers(
  values: JsonObject,
  added: readonly SetMember[],
  removed: readonly Unset[],
  depth: number,
): JsonObject {
  const gone = new Set(removed.map((edit) => String(edit.at[depth])))
  const members = Object.entries(values).filter(([key]) => !gone.has(key))
  for (const edit of [...added].sort((left, right) => left.index - right.index)) {
    members.splice(edit.index, 0, [String(edit.at[depth]), edit.value])
  }
  return Object.fromEntries(members)
}

function checkAbsent(edit: SetMember, values: JsonObject, key: string): SetMember {
  if (Object.hasOwn(values, key)) throw stale(edit)
  return edit
}

function checkPresent(edit: Unset, values: JsonObject, key: string): Unset {
  if (!Object.hasOwn(values, key) || !sameJson(values[key], edit.value)) throw stale(edit)
  return edit
}

/** The end of the edits that share the step at `depth` with the one at `from`. */
function sharedUntil(edits: readonly Edit[], from: number, to: number, depth: number): number {
  const step = edits[from]?.at[depth]
  let end = from + 1
  while (end < to && edits[end]?.at[depth] === step) end++
  return end
}

function stale({ at }: Edit): MortiseError {
  return stalePlan(at)
}
