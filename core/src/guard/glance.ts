import { sketcherFor } from '../bytes/sketch/sketcher.ts'
import { isPlain } from '../engine/plain/plain.ts'
import { formats } from '../index.ts'
import { isObject } from '../model/json.ts'
import type { Api } from '../types.ts'
import type { AddressFacts } from './address.ts'
import type { Guarding } from './binding/state.ts'
import { apiFor, mayRemember } from './choose.ts'

/** A longer text is encoded first: the room that it may take is three times its length. */
const longest = 1 << 22

/**
 * The API of a body that a quick look finds sound; undefined where it takes a closer one.
 *
 * The body is not parsed, and a text is encoded where it is looked at: this is all that a sound one costs.
 */
export function soundApi(
  body: Uint8Array | string,
  address: AddressFacts,
  options: Guarding,
): Api | undefined {
  const format = formats.find(({ name }) => name === address.format)
  if (format === undefined || body.length > longest) return undefined
  const { state, value } = sketcherFor(format.picks, undefined).sketch(body)
  // A bare list is no body of a request, whatever it lists.
  if (state !== 'fine' || !isObject(value)) return undefined
  const api = apiFor(value, address, options)
  if (api === undefined || mayRemember(value, api, options, 'sketch')) return undefined
  return isPlain(value, api, options.tail ?? 'closed') ? api : undefined
}
