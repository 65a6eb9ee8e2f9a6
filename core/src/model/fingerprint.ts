import type { JsonObject } from './json.ts'

/** A short fingerprint of a JSON value, enough to see that a neighbour is not the one a plan was made beside. */
export function fingerprintOf(value: unknown): string {
  if (value === undefined) return 'end'
  const hash = mix(sketch(value, 3, 0x811c9dc5))
  return spell((hash >>> 0) * 0x200000 + (mix(hash ^ 0x9e3779b9) >>> 11))
}

/** A few features of a value, bounded in depth and length: a neighbour may be a line of 200 MB. */
function sketch(value: unknown, depth: number, hash: number): number {
  if (typeof value === 'string') return sketchText(value, hash)
  if (typeof value !== 'object' || value === null) return sketchText(String(value), hash ^ 1)
  if (Array.isArray(value)) return sketchList(value, depth, mix(hash ^ (value.length + 2)))
  let features = mix(hash ^ 1)
  let count = 0
  for (const key in value) {
    const member = (value as JsonObject)[key]
    if (member === undefined) continue
    if (depth === 0 || count++ === 4) break
    features = sketch(member, depth - 1, sketchText(key, features))
  }
  return features
}

function sketchList(list: readonly unknown[], depth: number, hash: number): number {
  const count = depth === 0 ? 0 : Math.min(list.length, 4)
  let features = hash
  for (let index = 0; index < count; index++)
    features = sketch(list[index], depth - 1, sketchText(String(index), features))
  return features
}

/** Its length, and characters from its start and its end. */
function sketchText(text: string, hash: number): number {
  const { length } = text
  let features = mix(hash ^ length)
  for (let index = 0; index < length; index += index === 3 && length > 12 ? length - 11 : 1)
    features = Math.imul(features ^ text.charCodeAt(index), 0x01000193)
  return features
}

function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Nine letters and digits for a number: 53 bits fit into them, as 62⁹ > 2⁵³. */
export function spell(value: number): string {
  // Small whole numbers are divided many times faster than large ones.
  const low = (value % 62 ** 5) | 0
  const high = ((value - low) / 62 ** 5) | 0
  // All at once: a text that grows is made anew for each letter.
  return String.fromCharCode(
    digit(low),
    digit(low / 62),
    digit(low / 62 ** 2),
    digit(low / 62 ** 3),
    digit(low / 62 ** 4),
    digit(high),
    digit(high / 62),
    digit(high / 62 ** 2),
    digit(high / 62 ** 3),
  )
}

/** The code of a number's last digit. */
function digit(value: number): number {
  return alphabet.charCodeAt((value | 0) % 62)
}
