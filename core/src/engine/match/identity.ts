import { spell } from '../../model/fingerprint.ts'
import { signatureMark } from '../../model/unsigned-id.ts'

// Gateways hide a thought signature in a call's id: `<id>__thought__<signature>` or `<id>_ts_<signature>`.
const separators = [signatureMark, '_ts_'] as const

/** Whether a gateway has put a signature into an id, by the mark that ours writes. */
export function isSigned(id: string): boolean {
  return mayBeSigned(id) && id.includes(signatureMark)
}

/** The id as the model gave it, without a signature that a gateway added. */
export function plainId(id: string): string {
  if (!mayBeSigned(id)) return id
  for (const separator of separators) {
    const cut = id.indexOf(separator)
    if (cut > 0) return id.slice(0, cut)
  }
  return id
}

const letterT = 't'.charCodeAt(0)

/** Nearly no id is signed, and to look for one character costs far less than to look for a word. */
function mayBeSigned(id: string): boolean {
  for (let at = id.indexOf('_'); at >= 0; at = id.indexOf('_', at + 1))
    if (id.charCodeAt(at + 1) === letterT) return true
  return false
}

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
