import { hashOf, type NodeTable, nodeFlags, nodeStride, ordinalShift } from '../read/table.ts'
import { character } from './characters.ts'
import { hasInk } from './ink.ts'
import { isJson } from './inner-json.ts'
import type { Scanner } from './scanner.ts'
import { Syntax } from './syntax.ts'
import { deepest, kinds, lineFlags, longestPooled, short, stringFlags, type Tape, wordShift } from './tape.ts'
import { TapeWriter } from './tape-writer.ts'

/** Writes the tape of bytes that it holds, in TypeScript alone. */
export class TypescriptScanner implements Scanner {
  private readonly table: NodeTable
  private readonly syntax = new Syntax()
  private readonly writer = new TapeWriter()
  private depth = 0
  private isCareful = false

  constructor(table: NodeTable) {
    this.table = table
  }

  hold(size: number, kept: number): Uint8Array {
    return size <= this.syntax.bytes.length ? this.syntax.bytes : this.syntax.hold(size, kept)
  }

  scanDocument(length: number): Tape {
    this.syntax.isLine = false
    this.syntax.bytes[length] = 0
    this.writer.rewind(0, 0)
    this.line(0, length)
    return this.writer.tape(this.syntax.bytes)
  }

  scanLines(start: number, end: number): Tape {
    this.syntax.isLine = true
    this.writer.rewind(0, 0)
    while (start < end) start = this.line(start, -1) + 1
    return this.writer.tape(this.syntax.bytes)
  }

  /** Reads one line, or the document up to `end`; gives where it ends. */
  private line(start: number, end: number): number {
    const syntax = this.syntax
    const { writer } = this
    const { count, pooled } = writer
    syntax.hasHalf = false
    this.isCareful = false
    this.writer.emit(kinds.line, 0, start, 0)
    const first = syntax.blank(start)
    const last = this.isEnd(first, end) ? first : this.top(first)
    const isSound = last >= 0 && this.isEnd(last, end)
    if (!isSound) writer.rewind(count + 1, pooled)
    if (end < 0) end = isSound ? last : syntax.bytes.indexOf(character.lineFeed, start)
    writer.endLine(count, kinds.line | (isSound ? this.state(first === last) : lineFlags.bad), end)
    return end
  }

  private isEnd(at: number, end: number): boolean {
    return end < 0 ? this.syntax.bytes[at] === character.lineFeed : at === end
  }

  private top(at: number): number {
    const last = this.value(at, this.table.root, -1)
    return last < 0 ? -1 : this.syntax.blank(last)
  }

  private state(isBlank: boolean): number {
    if (isBlank) return lineFlags.blank
    return this.isCareful || this.syntax.hasHalf ? lineFlags.careful : 0
  }

  private value(at: number, node: number, name: number): number {
    const byte = this.syntax.bytes[at] as number
    if (byte === character.quote) return this.string(at + 1, node, name)
    if (byte === character.openObject) return this.container(at, node, name, nodeFlags.members)
    if (byte === character.openArray) return this.container(at, node, name, nodeFlags.each)
    const end = this.syntax.scalar(at)
    if (end >= 0) this.writer.emit(scalarKind(byte), name, at, end)
    return end
  }

  private string(at: number, node: number, name: number): number {
    const syntax = this.syntax
    const end = syntax.string(at)
    if (end < 0) return -1
    const flags = this.flags(node)
    if ((flags & nodeFlags.json) !== 0 && isJson(syntax.bytes, at, end)) {
      this.writer.emit(kinds.string | stringFlags.json, name, at, end)
      return end + 1
    }
    const isWanted = (flags & (nodeFlags.whole | nodeFlags.json | nodeFlags.head)) !== 0
    const isHead = (flags & nodeFlags.head) !== 0
    const kind = kinds.string | (isWanted ? stringFlags.wanted : 0) | (isHead ? stringFlags.head : 0)
    this.writer.emit(kind | this.stringFlags(at, end, isWanted), name, at, end)
    return end + 1
  }

  /** The stand-in for a long text needs to know of it only whether it is blank. */
  private stringFlags(at: number, end: number, isWanted: boolean): number {
    const { bytes, isEscaped } = this.syntax
    const isLong = !isWanted && end - at > short
    if (isLong && hasInk(bytes, at, at + short)) return stringFlags.inked
    if (isEscaped) return stringFlags.escaped
    return isLong ? 0 : this.plainFlags(at, end, isWanted)
  }

  /** A string without escapes may be a known word, or go to the pool. */
  private plainFlags(at: number, end: number, isWanted: boolean): number {
    const word = isWanted ? this.word(at, end) : -1
    if (word >= 0) return (word + 1) << wordShift
    return end - at <= longestPooled && this.writer.put(this.syntax.bytes, at, end) ? stringFlags.pooled : 0
  }

  /** An object or array, of which something is wanted if its node has the flag. */
  private container(at: number, node: number, name: number, flag: number): number {
    const flags = this.flags(node)
    const isObject = flag === nodeFlags.members
    if ((flags & flag) !== 0 && this.depth < deepest) {
      const event = this.writer.count
      this.writer.emit(isObject ? kinds.object : kinds.array, name, at, 0)
      this.depth++
      const end = isObject ? this.members(at + 1, node) : this.elements(at + 1, node)
      this.depth--
      if (end < 0) return -1
      this.writer.emit(kinds.close, -1, end - 1, end)
      this.writer.end(event, end)
      return end
    }
    if ((flags & flag) !== 0) this.isCareful = true
    const end = this.syntax.value(at)
    const empty = isObject ? kinds.emptyObject : kinds.emptyArray
    if (end >= 0) this.writer.emit(flags === nodeFlags.whole ? kinds.whole : empty, name, at, end)
    return end
  }

  private members(at: number, node: number): number {
    const { bytes } = this.syntax
    const isClosed = (this.flags(node) & nodeFlags.closed) !== 0
    let seenLow = 0
    let seenHigh = 0
    at = this.syntax.blank(at)
    if (bytes[at] === character.closeObject) return at + 1
    for (;;) {
      const name = at + 1
      at = this.syntax.member(at)
      if (at < 0) return -1
      const word = this.name(name)
      const member = word < 0 ? 0 : (this.table.members[node * this.table.words.length + word] as number)
      if (member === 0) {
        if (isClosed) this.isCareful = true
        at = this.syntax.value(at)
      } else {
        const ordinal = member >> ordinalShift
        const bit = 1 << (ordinal & 31)
        if (((ordinal < 32 ? seenLow : seenHigh) & bit) !== 0) this.isCareful = true
        if (ordinal < 32) seenLow |= bit
        else seenHigh |= bit
        at = this.value(at, (member & 0xffff) - 1, word)
      }
      if (at < 0) return -1
      at = this.syntax.blank(at)
      if (bytes[at] === character.closeObject) return at + 1
      if (bytes[at] !== character.comma) return -1
      at = this.syntax.blank(at + 1)
    }
  }

  private elements(at: number, node: number): number {
    const { bytes } = this.syntax
    const each = this.table.nodes[node * nodeStride + 1] as number
    at = this.syntax.blank(at)
    if (bytes[at] === character.closeArray) return at + 1
    for (;;) {
      at = this.value(at, each, -1)
      if (at < 0) return -1
      at = this.syntax.blank(at)
      if (bytes[at] === character.closeArray) return at + 1
      if (bytes[at] !== character.comma) return -1
      at = this.syntax.blank(at + 1)
    }
  }

  /** The word that a name is; one with an escape may be any. */
  private name(at: number): number {
    if (!this.syntax.isEscaped) return this.word(at, this.syntax.nameEnd)
    this.isCareful = true
    return -1
  }

  private word(at: number, end: number): number {
    const table = this.table
    if (end === at || end - at > table.longest) return -1
    const { bytes } = this.syntax
    const mask = table.slots.length - 1
    for (let slot = hashOf(bytes, at, end) & mask; ; slot = (slot + 1) & mask) {
      const word = (table.slots[slot] as number) - 1
      if (word < 0 || this.isWord(word, at, end)) return word
    }
  }

  private isWord(word: number, at: number, end: number): boolean {
    const { spelling, starts } = this.table
    const { bytes } = this.syntax
    let letter = starts[word] as number
    if ((starts[word + 1] as number) - letter !== end - at) return false
    while (at < end) if (bytes[at++] !== spelling[letter++]) return false
    return true
  }

  private flags(node: number): number {
    return this.table.nodes[node * nodeStride] as number
  }
}

function scalarKind(byte: number): number {
  if (byte === character.lowerT) return kinds.true
  if (byte === character.lowerF) return kinds.false
  return byte === character.lowerN ? kinds.null : kinds.number
}
