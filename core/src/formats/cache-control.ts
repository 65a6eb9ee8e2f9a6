import { isObject, type JsonObject } from '../model/json.ts'
import type { CacheMark } from '../model/neutral.ts'

/** Reads a mark in the form that Anthropic gave it; undefined where it is none that is known. */
export function readEphemeral(mark: unknown): CacheMark | undefined {
  if (!isObject(mark) || mark.type !== 'ephemeral') return undefined
  const isKnown = Object.keys(mark).every((key) => key === 'type' || key === 'ttl')
  if (!isKnown || (mark.ttl !== undefined && typeof mark.ttl !== 'string')) return undefined
  return mark.ttl === undefined ? {} : { lifetime: mark.ttl }
}

/** Writes a mark in that form. */
export function writeEphemeral({ lifetime }: CacheMark): JsonObject {
  return lifetime === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: lifetime }
}
