import type { JsonObject } from '../model/json.ts'

// Gateways hide a thought signature in a call's id: `<id>__thought__<signature>` or `<id>_ts_<signature>`.
const separators = ['__thought__', '_ts_'] as const

/** The id as the model gave it, without a signature that a gateway added. */
export function plainId(id: string): string {
  for (const separator of separators) {
    const cut = id.indexOf(separator)
    if (cut > 0) return id.slice(0, cut)
  }
  return id
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A short id made from a seed: nine letters and digits, the one form that every API takes.
 *
 * The same seed gives the same id on every machine, so that a repaired prefix stays the same
 * and a provider's prompt cache still hits.
 */
export function deriveId(seed: string): string {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (let index = 0; index < seed.length; index++) {
    const unit = seed.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b)
  }
  low = Math.imul(low ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (low >>> 16), 0x27d4eb2f)
  return spell((high >>> 0) * 0x200000 + (low >>> 11))
}

// 53 bits fit into nine characters: 62⁹ > 2⁵³.
function spell(value: number): string {
  let rest = value
  let text = ''
  for (let count = 0; count < 9; count++) {
    text += alphabet[rest % 62]
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A short mark of a JSON value, enough to see that a neighbour is not the one a plan was made beside. */
export function markOf(value: unknown): string {
  return value === undefined ? 'end' : deriveId(sketch(value, 3))
}

/** A few features of a value, bounded in depth and length: a neighbour may be a line of 200 MB. */
function sketch(value: unknown, depth: number): string {
  if (typeof value === 'string') return `${value.length}${value.slice(0, 8)}${value.slice(-8)}`
  if (typeof value !== 'object' || value === null) return String(value)
  let features = Array.isArray(value) ? `[${value.length}` : '{'
  let count = 0
  for (const key in value) {
    if (depth === 0 || count++ === 4) break
    features += `${key}:${sketch((value as JsonObject)[key], depth - 1)};`
  }
  return features
}
