import { printJson } from '../../model/json.ts'
import { at } from '../../model/lists.ts'
import { signs } from '../scan/skip.ts'
import { decode } from '../text/decode.ts'
import { valueAt } from '../text/utf8.ts'
import type { ByteSpan } from './fit.ts'
import { addOutline, emptyOutline, type Outline, spanOf } from './outline.ts'
import type { Script } from './script.ts'

// A string this long is not copied through a text without need.
const longString = 64

/**
 * Finds the values of scripts among what a plan takes away, so that moved values keep their bytes.
 *
 * Digits that a double cannot hold, escapes and white space thereby survive a move. The largest values come
 * first, and what is taken over once is used up: where two pieces of the document say the same in other
 * words, each stays with what stood around it.
 */
export function reuse(bytes: Uint8Array, taken: readonly ByteSpan[], scripts: readonly Script[]): void {
  const source = emptyOutline(bytes)
  for (const { start } of taken) addOutline(source, start)
  const pool = poolOf(source)
  if (pool.size === 0) return
  const isUsed = new Uint8Array(source.starts.length)
  const hits: Hit[] = []
  for (const script of scripts) addHits(hits, script, pool)
  hits.sort((left, right) => right.length - left.length)
  const covered = new Map<Script, Uint8Array>()
  for (const { script, node, candidates } of hits) {
    const isCovered = covered.get(script) ?? new Uint8Array(script.outline.starts.length)
    if (isCovered[node] === 1) continue
    covered.set(script, isCovered)
    const origin = nextUnused(candidates, isUsed)
    if (!saysTheSame(source, origin, script.outline, node)) continue
    cover(isCovered, script.outline, node)
    cover(isUsed, source, origin)
    script.reused.set(node, spanOf(source, origin))
  }
}

/** A value of a script that some value taken away has the fingerprint of. */
interface Hit {
  readonly script: Script
  readonly node: number
  readonly length: number
  readonly candidates: Candidates
}

/** The values taken away that say the same, in order. */
interface Candidates {
  readonly nodes: number[]
  next: number
}

function poolOf(source: Outline): ReadonlyMap<number, Candidates> {
  const pool = new Map<number, Candidates>()
  for (let node = 0; node < source.starts.length; node++) {
    if (!isWorthReuse(source, node)) continue
    const key = keyOf(source, node)
    const known = pool.get(key)
    if (known === undefined) pool.set(key, { nodes: [node], next: 0 })
    else known.nodes.push(node)
  }
  return pool
}

/** Whether a value may be spelled in another way than it would be printed. */
function isWorthReuse(outline: Outline, node: number): boolean {
  const { bytes, sizes } = outline
  if (sizes[node] !== 1) return true
  const { start, end } = spanOf(outline, node)
  if (bytes[start] === signs.quote)
    return end - start > longString || bytes.subarray(start, end).includes(signs.backslash)
  if (!isNumber(bytes, start)) return false
  const text = decode(bytes, start, end)
  return String(Number(text)) !== text
}

/** A number says too little by itself: it must stand under the same name. */
function keyOf({ bytes, starts, fingerprints, names }: Outline, node: number): number {
  const fingerprint = fingerprints[node] as number
  return isNumber(bytes, starts[node] as number) ? fingerprint + (names[node] as number) : fingerprint
}

function isNumber(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] as number
  return first === 0x2d || (first >= 0x30 && first <= 0x39)
}

function addHits(hits: Hit[], script: Script, pool: ReadonlyMap<number, Candidates>): void {
  const { outline } = script
  outline.starts.forEach((_, node) => {
    const candidates = pool.get(keyOf(outline, node))
    if (candidates === undefined) return
    const { start, end } = spanOf(outline, node)
    hits.push({ script, node, length: end - start, candidates })
  })
}

/** The next value that is not yet used; where all are, the last one once more. */
function nextUnused(candidates: Candidates, isUsed: Uint8Array): number {
  const { nodes } = candidates
  while (candidates.next < nodes.length - 1 && isUsed[at(nodes, candidates.next)] === 1) candidates.next++
  return at(nodes, candidates.next)
}

/** Whether two values print alike, members in the same order too. */
function saysTheSame(source: Outline, origin: number, made: Outline, node: number): boolean {
  return spelled(source, origin) === spelled(made, node)
}

function spelled(outline: Outline, node: number): string {
  const { start, end } = spanOf(outline, node)
  return printJson(valueAt(outline.bytes, start, end))
}

function cover(isCovered: Uint8Array, { sizes }: Outline, node: number): void {
  isCovered.fill(1, node, node + at(sizes, node))
}
