import { isStandIn } from '../../core/src/texts/fixed.ts'
import type { Wire } from '../wire/index.ts'
import { commonTies } from '../wire/wire.ts'

/** The words and images of a request that are not in another one; empty where nothing real was lost. */
export function lossOf(before: unknown, after: unknown, { ties }: Wire): string[] {
  const kept = leaves(after).join('\n').toWellFormed()
  return realLeaves(before, new Set([...commonTies, ...ties])).filter(
    (leaf) => !kept.includes(leaf) && !kept.includes(JSON.stringify(leaf).slice(1, -1)),
  )
}

function realLeaves(value: unknown, ties: ReadonlySet<string>): string[] {
  return leaves(value, ties)
    .filter((leaf) => leaf.trim() !== '' && !isStandIn(leaf))
    .map((leaf) => leaf.toWellFormed())
}

function leaves(value: unknown, skipped: ReadonlySet<string> = new Set()): string[] {
  const given = skipped.size > 0 ? parsed(value) : value
  if (typeof given === 'string') return [given]
  if (typeof given !== 'object' || given === null || (skipped.size > 0 && isOpaque(given))) return []
  return Object.entries(given).flatMap(([key, child]) => (skipped.has(key) ? [] : leaves(child, skipped)))
}

// Reasoning and tools that the provider runs stay exactly as they are or go whole; a pointer may be dropped.
function isOpaque(value: object): boolean {
  const { type } = value as { readonly type?: unknown }
  return (
    typeof type === 'string' && /^(redacted_)?thinking$|^(server|mcp)_tool_use$|._tool_result$|^tool_reference$/.test(type)
  )
}

// Arguments in a string may come back as the object they spell.
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
