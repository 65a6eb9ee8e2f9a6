import { isObject } from '../model/json.ts'
import { badOption, type OptionCheck } from '../model/options.ts'
import { signedId } from './signed-id.ts'

/** Keeps the signatures of calls between an answer and the next request, by the ids of the calls; a `Map` does. */
export interface SignatureStore {
  get(id: string): string | undefined
  set(id: string, signature: string): unknown
}

/** How signatures of calls travel to a client and back: in ids, in a store of the caller's, or not at all. */
export type SignatureWay = 'ids' | 'none' | SignatureStore

/** The id to give to the client, once the signature is kept; undefined where it goes nowhere. */
export type KeepSignature = (id: string, signature: string) => string

/** Keeps a signature in the way that the caller wants; in ids unless said otherwise. */
export function keeperOf(way: SignatureWay = 'ids'): KeepSignature | undefined {
  if (way === 'none') return undefined
  if (way === 'ids') return signedId
  return (id, signature) => {
    way.set(id, signature)
    return id
  }
}

/** The store among the ways. */
export function storeOf(way: SignatureWay | undefined): SignatureStore | undefined {
  return typeof way === 'object' ? way : undefined
}

export const isSignatureWay: OptionCheck = (value, name) => {
  if (value === 'ids' || value === 'none') return
  if (isObject(value) && typeof value.get === 'function' && typeof value.set === 'function') return
  throw badOption(`\`${name}\` is \`ids\`, \`none\` or a store with \`get\` and \`set\`.`)
}
