import { isStandIn } from '../../core/src/texts/fixed.ts'
import { sizeOf } from '../oracle/anthropic-images.ts'
import type { Wire } from '../wire/index.ts'
import { commonTies } from '../wire/wire.ts'

/** The words and images of a request that are not in another one; empty where nothing real was lost. */
export function lossOf(
  before: unknown,
  after: unknown,
  { ties, marks = [], isOpaque }: Wire,
  isTrimmed = false,
): string[] {
  const kept = leaves(after).join('\n').toWellFormed()
  const real = without(before, isOpaque ?? (() => false))
  const lost = realLeaves(real, new Set([...commonTies, ...ties, ...marks])).filter(
    (leaf) =>
      !kept.includes(leaf) &&
      !kept.includes(JSON.stringify(leaf).slice(1, -1)) &&
      !kept.includes(bytesOf(leaf)) &&
      !isToldOf(leaf, kept),
  )
  // One text at the end may have lost the white space that it ended in, and no word.
  const isWordless = isTrimmed && lost.length === 1 && lost.every((leaf) => kept.includes(leaf.trimEnd()))
  return isWordless ? [] : lost
}

// Where an image has a place of its own, its bytes stand there without a word on what they are.
function bytesOf(leaf: string): string {
  return leaf.replace(/^data:image\/[\w.+-]+;base64,/, '')
}

/** An image that is too large goes, and is told of where it stood. */
function isToldOf(leaf: string, kept: string): boolean {
  const [width, height] = sizeOf(leaf)
  return width > 0 && kept.includes(`[an image of ${width} x ${height} pixels stood here;`)
}

/** A value without what stays exactly as it is or goes whole. */
function without(value: unknown, isOpaque: (value: object) => boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isOpaque(value)) return undefined
  if (Array.isArray(value)) return value.map((child) => without(child, isOpaque))
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, without(child, isOpaque)]))
}

function realLeaves(value: unknown, ties: ReadonlySet<string>): string[] {
  return leaves(value, ties)
    .filter((leaf) => leaf.trim() !== '' && !isStandIn(leaf))
    .map((leaf) => leaf.toWellFormed())
}

function leaves(value: unknown, skipped: ReadonlySet<string> = new Set()): string[] {
  const given = skipped.size > 0 ? parsed(value) : value
  if (typeof given === 'string') return [given]
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([key, child]) => (skipped.has(key) ? [] : leaves(child, skipped)))
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
