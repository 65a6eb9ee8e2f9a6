import type { Picks } from '../../core/src/model/picks.ts'
import { headOf } from './restrict.ts'

/** A JSON value with its span in bytes, read the slow way: one character at a time, with recursion. */
interface Node {
  readonly start: number
  readonly end: number
  readonly members?: readonly (readonly [name: string, node: Node])[]
  readonly elements?: readonly Node[]
}

export interface ReferenceEvent {
  readonly kind: string
  readonly name: string | undefined
  readonly start: number
  readonly end: number
}

export interface ReferenceLine {
  readonly state: 'fine' | 'careful' | 'bad' | 'blank'
  readonly start: number
  readonly end: number
  readonly events: readonly ReferenceEvent[]
  /** Whether a sketch is what it should be. */
  readonly accepts: (sketch: unknown) => boolean
}

/** What a reader must find in lines, said by `JSON.parse`. */
export function referenceLines(bytes: Uint8Array, pick: Picks): ReferenceLine[] {
  const lines: ReferenceLine[] = []
  let start = 0
  while (start < bytes.length) {
    const feed = bytes.indexOf(10, start)
    const end = feed < 0 ? bytes.length : feed
    lines.push(referenceOf(bytes, start, end, pick))
    start = end + 1
  }
  return lines
}

export function referenceDocument(bytes: Uint8Array, pick: Picks): ReferenceLine {
  return referenceOf(bytes, 0, bytes.length, pick)
}

function referenceOf(bytes: Uint8Array, start: number, end: number, pick: Picks): ReferenceLine {
  const text = utf8(bytes, start, end)
  const none = (sketch: unknown): boolean => sketch === undefined
  if (/^[ \t\r\n]*$/.test(text)) return { start, end, events: [], state: 'blank', accepts: none }
  try {
    JSON.parse(text)
  } catch {
    return { start, end, events: [], state: 'bad', accepts: none }
  }
  const letters = latin1(bytes)
  const node = new NodeReader(letters, start).read()
  const doubts: string[] = hasHalf(letters.slice(start, end)) ? ['half'] : []
  const events = eventsOf(node, undefined, pick, letters, doubts)
  const state = doubts.length > 0 ? 'careful' : 'fine'
  const isUnsure = doubts.includes('escape')
  return { start, end, events, state, accepts: (sketch) => isUnsure || accepts(sketch, node, pick, bytes) }
}

/** Reads what is known to be JSON; one letter of the text is one byte. */
class NodeReader {
  private readonly text: string
  private at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  read(): Node {
    this.blank()
    const start = this.at
    const letter = this.text[start]
    if (letter === '{') return { members: this.list('}', () => this.member()), start, end: this.at }
    if (letter === '[') return { elements: this.list(']', () => this.read()), start, end: this.at }
    return { start, end: this.skip(letter === '"' ? /"(?:[^"\\]|\\.)*"/y : /[-+.\w]+/y) }
  }

  private member(): readonly [string, Node] {
    this.blank()
    const start = this.at
    const end = this.skip(/"(?:[^"\\]|\\.)*"/y)
    this.blank()
    this.at++
    return [this.text.slice(start + 1, end - 1), this.read()]
  }

  private list<Item>(close: string, read: () => Item): Item[] {
    const items: Item[] = []
    this.at++
    this.blank()
    while (this.text[this.at] !== close) {
      if (items.length > 0) this.at++
      items.push(read())
      this.blank()
    }
    this.at++
    return items
  }

  private blank(): void {
    this.skip(/[ \t\r\n]*/y)
  }

  private skip(pattern: RegExp): number {
    pattern.lastIndex = this.at
    pattern.test(this.text)
    this.at = pattern.lastIndex
    return this.at
  }
}

function eventsOf(
  node: Node,
  name: string | undefined,
  pick: Picks,
  text: string,
  doubts: string[],
): ReferenceEvent[] {
  const { start, end, members, elements } = node
  const opens = (kind: string, inner: ReferenceEvent[]): ReferenceEvent[] => [
    { kind, name, start, end },
    ...inner,
    { kind: 'close', name: undefined, start: end - 1, end },
  ]
  if (pick.isWhole !== true && members !== undefined && Object.keys(pick.members ?? {}).length > 0) {
    const names = members.map(([each]) => each)
    const wanted = members.filter(([each]) => Object.hasOwn(pick.members ?? {}, each))
    if (names.some((each) => each.includes('\\'))) doubts.push('escape')
    if (new Set(wanted.map(([each]) => each)).size < wanted.length) doubts.push('twice')
    const inner = wanted.flatMap(([each, value]) =>
      eventsOf(value, each, pick.members?.[each] ?? {}, text, doubts),
    )
    return opens('object', inner)
  }
  if (pick.isWhole !== true && elements !== undefined && pick.each !== undefined) {
    const { each } = pick
    return opens(
      'array',
      elements.flatMap((value) => eventsOf(value, undefined, each, text, doubts)),
    )
  }
  const isString = text[start] === '"'
  const kind = kindOf(node, pick, text)
  return [{ kind, name, start: isString ? start + 1 : start, end: isString ? end - 1 : end }]
}

function kindOf({ start, end, members, elements }: Node, pick: Picks, text: string): string {
  if (members !== undefined) return pick.isWhole === true ? 'whole' : 'emptyObject'
  if (elements !== undefined) return pick.isWhole === true ? 'whole' : 'emptyArray'
  if (text[start] === '"') return 'string'
  const word = text.slice(start, end)
  return ['true', 'false', 'null'].includes(word) ? word : 'number'
}

/** Whether a sketch is the value, restricted to the pick; a text may be stood in for where it is long and not blank. */
function accepts(sketch: unknown, node: Node, pick: Picks, bytes: Uint8Array): boolean {
  const value: unknown = JSON.parse(utf8(bytes, node.start, node.end))
  if (pick.isWhole === true) return same(sketch, value)
  if (node.members !== undefined) {
    const last = new Map(node.members.filter(([name]) => Object.hasOwn(pick.members ?? {}, name)))
    const isPlain = typeof sketch === 'object' && sketch !== null && !Array.isArray(sketch)
    if (!isPlain || Object.getPrototypeOf(sketch) !== Object.prototype) return false
    if (Object.keys(sketch).length !== last.size) return false
    return [...last].every(([name, member]) => {
      const own = Object.getOwnPropertyDescriptor(sketch, name)
      return own !== undefined && accepts(own.value, member, pick.members?.[name] ?? {}, bytes)
    })
  }
  if (node.elements !== undefined) {
    const { each } = pick
    const elements = each === undefined ? [] : node.elements
    if (!Array.isArray(sketch) || sketch.length !== elements.length) return false
    return elements.every((element, index) => accepts(sketch[index], element, each ?? {}, bytes))
  }
  if (pick.isJson === true && typeof value === 'string') {
    const hasCode = /(?<!\\)(?:\\\\)*\\u/.test(utf8(bytes, node.start, node.end))
    return sketch === (!hasCode && isJson(value) ? '{}' : value)
  }
  if (pick.isHead === true && typeof value === 'string') {
    const isEscaped = utf8(bytes, node.start, node.end).includes('\\')
    return sketch === (isEscaped ? value : headOf(value))
  }
  const isStoodIn = typeof value === 'string' && node.end - node.start - 2 > 32 && value.trim() !== ''
  return same(sketch, value) || (isStoodIn && sketch === 'text')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function same(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  return JSON.stringify(left) === JSON.stringify(right) && Array.isArray(left) === Array.isArray(right)
}

/** Whether an escape of half a character is in a text of JSON. */
function hasHalf(text: string): boolean {
  const pairs = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/
  const escapes = new RegExp(`${pairs.source}|\\\\(?:u[\\da-fA-F]{4}|.)`, 'g')
  return [...text.matchAll(escapes)].some(([each]) => each.length === 6 && /^\\u[dD][89a-fA-F]/.test(each))
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function utf8(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end))
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
