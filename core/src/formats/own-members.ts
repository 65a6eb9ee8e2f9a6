import { isObject, type JsonObject } from '../model/json.ts'
import type { OwnMember, OwnMembers } from '../model/neutral.ts'
import type { Place } from '../model/place.ts'

/** An object that a reader has read: the members that it took, and the steps to it from the part that holds it. */
export type ReadObject = readonly [raw: unknown, taken: ReadonlySet<string>, ...steps: Place]

/**
 * The members that a reader did not take, of a part and of objects in it; undefined where it took all.
 *
 * `ownOf('openai-chat', [call, callMembers], [call.function, functionMembers, 'function'])`
 */
export function ownOf(origin: string, ...objects: readonly ReadObject[]): OwnMembers | undefined {
  let members: OwnMember[] | undefined
  // It runs on every part of a document, where nearly always all members are taken.
  for (let index = 0; index < objects.length; index++) {
    const object = objects[index] as ReadObject
    const raw = object[0]
    if (!isObject(raw)) continue
    for (const name in raw) {
      if (object[1].has(name)) continue
      const value = raw[name]
      // Nothing is said by a null.
      if (value === undefined || value === null) continue
      members ??= []
      members.push({ steps: [...(object.slice(2) as unknown as Place), name], value })
    }
  }
  return members === undefined ? undefined : { origin, members }
}

/** The counts of an object that are not zero. */
export function counted(raw: unknown): JsonObject {
  return isObject(raw) ? Object.fromEntries(Object.entries(raw).filter(([, count]) => count !== 0)) : {}
}

/** The object with the members that only its own format knows put back; no other format gets them. */
export function withOwn(made: JsonObject, own: OwnMembers | undefined, origin: string): JsonObject {
  if (own === undefined || own.origin !== origin) return made
  return own.members.reduce((object, { steps, value }) => put(object, steps, value), made)
}

function put(object: JsonObject, [step, ...rest]: Place, value: unknown): JsonObject {
  const name = String(step)
  const inner = Object.hasOwn(object, name) ? object[name] : undefined
  const set = rest.length === 0 ? value : put(isObject(inner) ? inner : {}, rest, value)
  // Not a literal: a document may have a member called `__proto__`.
  const copy: Record<string, unknown> = { ...object }
  Object.defineProperty(copy, name, { value: set, writable: true, enumerable: true, configurable: true })
  return copy
}

/** The part, turn or tool with its own members, where it has any. */
export function keepOwn<Kept extends object>(kept: Kept, own: OwnMembers | undefined): Kept {
  return own === undefined ? kept : { ...kept, own }
}
