import { at } from '../../model/lists.ts'
import { afterItem, firstItem, isBehind, signs, skipLeaf, skipName, skipString } from '../scan/skip.ts'
import { encode, valueAt } from '../text/utf8.ts'
import type { ByteSpan } from './fit.ts'

/**
 * Every value inside JSON values, each before what it holds: where it stands, and a fingerprint of what it says.
 *
 * Values that say the same have the same fingerprint, however they are spelled. One row of five lists is a value; loops
 * over all values read these lists unchecked.
 */
export interface Outline {
  readonly bytes: Uint8Array
  readonly starts: number[]
  readonly ends: number[]
  /** How many values there are in it, itself included. */
  readonly sizes: number[]
  readonly fingerprints: number[]
  /** Fingerprints of the members' names; 0 in arrays. */
  readonly names: number[]
}

export function emptyOutline(bytes: Uint8Array): Outline {
  return { bytes, starts: [], ends: [], sizes: [], fingerprints: [], names: [] }
}

/** The bytes of a value. */
export function spanOf({ starts, ends }: Outline, node: number): ByteSpan {
  return { start: at(starts, node), end: at(ends, node) }
}

/** An array or object whose values are being listed. */
interface OutlinedContainer {
  readonly node: number
  readonly closer: number
  /** The members of an object by name: of those with the same name the last one counts. */
  readonly members: Map<number, number> | undefined
  elements: number
}

/** Adds the valid JSON value that starts at `start`, and all inside it. */
export function addOutline(outline: Outline, start: number, name = 0): void {
  const { bytes } = outline
  const open: OutlinedContainer[] = []
  let at = start
  let ownName = name
  do {
    const node = begin(outline, at, ownName)
    const first = firstItem(bytes, at)
    if (first >= 0) {
      const opener = bytes[at] as number
      const members = opener === signs.openObject ? new Map<number, number>() : undefined
      open.push({ node, closer: opener + 2, members, elements: opener })
      at = first
    } else {
      at = end(outline, node, skipLeaf(bytes, at), leafPrint(bytes, at))
      at = close(outline, open, node, at)
    }
    const frame = open[open.length - 1]
    ownName = frame?.closer === signs.closeObject ? stringPrint(bytes, at) : 0
    if (ownName !== 0) at = skipName(bytes, at)
  } while (open.length > 0)
}

function begin({ starts, ends, sizes, fingerprints, names }: Outline, start: number, name: number): number {
  names.push(name)
  ends.push(start)
  sizes.push(1)
  fingerprints.push(0)
  return starts.push(start) - 1
}

function end(outline: Outline, node: number, at: number, fingerprint: number): number {
  outline.ends[node] = at
  outline.sizes[node] = outline.starts.length - node
  outline.fingerprints[node] = fingerprint
  return at
}

/** From the end of a value to the next one, out of all containers that end before it. */
function close(outline: Outline, open: OutlinedContainer[], last: number, start: number): number {
  const { bytes, fingerprints, names } = outline
  let child = last
  let at = start
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    const fingerprint = fingerprints[child] as number
    frame.members?.set(names[child] as number, fingerprint)
    if (frame.members === undefined) frame.elements = combine(frame.elements, fingerprint)
    at = afterItem(bytes, at, frame.closer)
    if (!isBehind(bytes, at, frame.closer)) {
      open.push(frame)
      return at
    }
    end(outline, frame.node, at, framePrint(frame))
    child = frame.node
  }
  return at
}

function framePrint({ members, elements }: OutlinedContainer): number {
  let print = elements
  for (const [name, value] of members ?? []) print = combine(combine(print, name), value)
  return print
}

function leafPrint(bytes: Uint8Array, start: number): number {
  const first = bytes[start] as number
  if (first === signs.quote) return stringPrint(bytes, start)
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return first
  const text = String(valueAt(bytes, start, skipLeaf(bytes, start)))
  return bytesPrint(encode(text), 0, text.length, 1)
}

/** The fingerprint of a string by what it says, never 0. */
function stringPrint(bytes: Uint8Array, start: number): number {
  const stop = skipString(bytes, start)
  const slash = bytes.subarray(start, stop).indexOf(signs.backslash)
  return slash < 0
    ? bytesPrint(bytes, start + 1, stop - 1, 2)
    : textPrint(String(valueAt(bytes, start, stop)))
}

/** The fingerprint that a string has in an outline. */
export function textPrint(text: string): number {
  const plain = encode(text)
  // Half a character becomes U+FFFD in UTF-8, but it does not say the same.
  return bytesPrint(plain, 0, plain.length, text.isWellFormed() ? 2 : 3)
}

function bytesPrint(bytes: Uint8Array, start: number, stop: number, seed: number): number {
  let low = 0x811c9dc5 ^ seed
  let high = 0x9e3779b9 ^ seed
  for (let at = start; at < stop; at++) {
    const byte = bytes[at] as number
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ byte ^ (low >>> 15), 0x85ebca6b)
  }
  return join(high, low)
}

function combine(left: number, right: number): number {
  let low = Math.imul((left | 0) ^ 0x27d4eb2f, 0x85ebca6b) ^ (right | 0)
  let high = Math.imul(Math.floor(left / 2 ** 32) ^ low, 0xc2b2ae35) ^ Math.floor(right / 2 ** 32)
  low = Math.imul(low ^ (low >>> 15) ^ high, 0x01000193)
  high = Math.imul(high ^ (high >>> 13), 0x85ebca6b) ^ (low >>> 7)
  return join(high, low)
}

/** 52 bits in one number, never 0. */
function join(high: number, low: number): number {
  return (high >>> 0) * 2 ** 20 + (low >>> 12) || 1
}
