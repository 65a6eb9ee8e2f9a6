import type { JsonObject } from '../../../model/json.ts'
import type { CacheMark } from '../../../model/neutral.ts'

/** A cache mark as this format writes it: an entry of its own, after what it marks. */
export function markOf({ lifetime }: CacheMark): JsonObject {
  return { cachePoint: { type: 'default', ...(lifetime !== undefined && { ttl: lifetime }) } }
}
