import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Part } from '../../model/transcript.ts'

const claude = 'anthropic-claude-v1'

/**
 * Reads the reasoning that a router keeps for Claude beside the content of a message.
 *
 * It is read only where all of it is Claude's and something of it is signed: pieces of one block share a signature.
 */
export function readDetails({ reasoning_details: details }: JsonObject): Part[] {
  if (!Array.isArray(details) || !details.every(isClaudes) || !details.some(isSealed)) return []
  return details.map((raw: unknown, index) => ({
    kind: 'reasoning',
    list: 'details',
    index,
    raw,
    sealed: isObject(raw) && raw.type === 'reasoning.encrypted',
    signed: true,
    isRouted: true,
  }))
}

function isClaudes(detail: unknown): boolean {
  return isObject(detail) && detail.format === claude
}

function isSealed(detail: unknown): boolean {
  if (!isObject(detail)) return false
  return nonEmpty(detail.type === 'reasoning.encrypted' ? detail.data : detail.signature) !== undefined
}
