/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  [key: string]: Json
}

/** Tells whether a value is a JSON object, not an array and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Copies a value and all that it holds. */
export function copy<Value extends Json>(value: Value): Value
export function copy(value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => copy(item))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))
}

/** Picks one item of a list by any natural number; undefined if the list is empty. */
export function pick<Item>(list: readonly Item[], number: number): Item | undefined {
  return list[number % list.length]
}
