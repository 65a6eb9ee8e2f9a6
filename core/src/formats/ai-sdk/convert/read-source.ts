import type { MediaSource } from '../../../model/neutral.ts'
import { sourceAt } from '../../media-source.ts'

/** Data is an address where it begins like one, else bytes. */
export function sourceOf(data: unknown, type: string | undefined): MediaSource | undefined {
  if (typeof data !== 'string' || data === '') return undefined
  return /^[a-z][a-z\d+.-]*:/i.test(data) ? sourceAt(data, type) : { by: 'data', data, type }
}
