import {
  closeArray,
  closeObject,
  comma,
  lineFeed,
  lowerF,
  lowerN,
  lowerT,
  openArray,
  openObject,
  quote,
} from './characters'
import { hasInk } from './ink'
import { isInnerJson } from './inner-json'
import {
  isCareful,
  isLine,
  members,
  nodes,
  root,
  setCareful,
  setLine,
  source,
  stopBits,
  wordCount,
} from './state'
import { noteStops } from './stops'
import { hasEscape, readString } from './string'
import { findLineFeed, nameEnd, readName, readOver, readScalar, skipBlank } from './syntax'
import {
  countEvents,
  deepest,
  emit,
  endEvent,
  endLine,
  kindArray,
  kindClose,
  kindEmptyArray,
  kindEmptyObject,
  kindFalse,
  kindLine,
  kindNull,
  kindNumber,
  kindObject,
  kindString,
  kindTrue,
  kindWhole,
  lineBad,
  lineBlank,
  lineCareful,
  longestPooled,
  next,
  poolEnd,
  putInPool,
  rewind,
  short,
  startTape,
  stringEscaped,
  stringHead,
  stringInked,
  stringJson,
  stringPooled,
  stringWanted,
  wordShift,
} from './tape'
import { findWord } from './words'

export { placeNodes, placeSource, placeWords } from './state'
export { countPooled, placeTape } from './tape'

const nodeWhole: u32 = 1
const nodeMembers: u32 = 2
const nodeEach: u32 = 4
const nodeClosed: u32 = 8
const nodeJson: u32 = 16
const nodeHead: u32 = 32

let depth: u32 = 0

/** Reads one document; gives how many events there are. */
export function scanDocument(length: usize): u32 {
  setLine(false)
  store<u8>(source + length, 0)
  noteStops(source, source + length, stopBits)
  startTape()
  readLine(source, source + length)
  return countEvents()
}

/** Reads lines from `start`, the last one ended by the line feed at `end - 1`; gives how many events there are. */
export function scanLines(start: usize, end: usize): u32 {
  setLine(true)
  let at = source + start
  noteStops(at, source + end - 1, stopBits)
  startTape()
  while (at < source + end) at = readLine(at, 0) + 1
  return countEvents()
}

/** Reads one line, or the document up to `end`; gives where it ends. */
function readLine(start: usize, end: usize): usize {
  const event = next
  const pooled = poolEnd
  setCareful(false)
  depth = 0
  emit(kindLine, 0, start, start)
  const first = skipBlank(start)
  const last = isEnd(first, end) ? first : readTop(first)
  const isSound = last !== 0 && isEnd(last, end)
  if (!isSound) rewind(event + 16, pooled)
  if (end === 0) end = isSound ? last : findLineFeed(start)
  endLine(event, kindLine | (isSound ? stateOf(first === last) : lineBad), end)
  return end
}

function isEnd(at: usize, end: usize): bool {
  return isLine ? load<u8>(at) === lineFeed : at === end
}

function readTop(at: usize): usize {
  const end = readValue(at, root, -1)
  return end === 0 ? 0 : skipBlank(end)
}

function stateOf(isBlank: bool): u32 {
  if (isBlank) return lineBlank
  return isCareful ? lineCareful : 0
}

function readValue(at: usize, node: u32, name: i32): usize {
  const byte = load<u8>(at)
  if (byte === quote) return readText(at + 1, node, name)
  if (byte === openObject) return readContainer(at, node, name, nodeMembers)
  if (byte === openArray) return readContainer(at, node, name, nodeEach)
  const end = readScalar(at)
  if (end !== 0) emit(scalarKind(byte), name, at, end)
  return end
}

function scalarKind(byte: u8): u32 {
  if (byte === lowerT) return kindTrue
  if (byte === lowerF) return kindFalse
  return byte === lowerN ? kindNull : kindNumber
}

function readText(at: usize, node: u32, name: i32): usize {
  const end = readString(at)
  if (end === 0) return 0
  const flags = flagsOf(node)
  if ((flags & nodeJson) !== 0 && isInnerJson(at, end)) {
    emit(kindString | stringJson, name, at, end)
    return end + 1
  }
  const isWanted = (flags & (nodeWhole | nodeJson | nodeHead)) !== 0
  const head = (flags & nodeHead) !== 0 ? stringHead : 0
  if (isWanted) emit(kindString | stringWanted | head | wordFlags(at, end), name, at, end)
  else emit(kindString | (end - at <= short ? plainFlags(at, end) : inkFlags(at, end)), name, at, end)
  return end + 1
}

/** What is wanted may be a known word. */
function wordFlags(at: usize, end: usize): u32 {
  const word = findWord(at, end)
  return word < 0 ? plainFlags(at, end) : ((word + 1) as u32) << wordShift
}

/** A string without escapes may go to the pool. */
function plainFlags(at: usize, end: usize): u32 {
  if (hasEscape(at, end)) return stringEscaped
  return end - at <= longestPooled && putInPool(at, end) ? stringPooled : 0
}

/** What stands in for a long text needs to know of it only whether it is blank. */
function inkFlags(at: usize, end: usize): u32 {
  if (hasInk(at, at + short)) return stringInked
  return hasEscape(at, end) ? stringEscaped : 0
}

/** An object or array, of which something is wanted if its node has the flag. */
function readContainer(at: usize, node: u32, name: i32, flag: u32): usize {
  const flags = flagsOf(node)
  const isObject = flag === nodeMembers
  if ((flags & flag) !== 0 && depth < deepest) {
    const event = next
    emit(isObject ? kindObject : kindArray, name, at, at)
    depth++
    const end = isObject ? readMembers(at + 1, node, flags) : readElements(at + 1, node)
    depth--
    if (end === 0) return 0
    emit(kindClose, -1, end - 1, end)
    endEvent(event, end)
    return end
  }
  if ((flags & flag) !== 0) setCareful(true)
  const end = readOver<u8>(at)
  const empty = isObject ? kindEmptyObject : kindEmptyArray
  if (end !== 0) emit(flags === nodeWhole ? kindWhole : empty, name, at, end)
  return end
}

function readMembers(at: usize, node: u32, flags: u32): usize {
  let seen: u64 = 0
  at = skipBlank(at)
  if (load<u8>(at) === closeObject) return at + 1
  while (true) {
    const name = at + 1
    at = readName(at)
    if (at === 0) return 0
    const word = wordOfName(name)
    const member = word < 0 ? 0 : memberOf(node, word as u32)
    if (member !== 0) {
      const bit = (1 as u64) << ((member >> 16) as u64)
      if ((seen & bit) !== 0) setCareful(true)
      seen |= bit
      at = readValue(at, (member & 0xffff) - 1, word)
    } else {
      if ((flags & nodeClosed) !== 0) setCareful(true)
      at = readOver<u8>(at)
    }
    if (at === 0) return 0
    at = skipBlank(at)
    const mark = load<u8>(at)
    if (mark === closeObject) return at + 1
    if (mark !== comma) return 0
    at = skipBlank(at + 1)
  }
}

function readElements(at: usize, node: u32): usize {
  const each = load<u32>(nodes + ((node << 3) as usize), 4)
  at = skipBlank(at)
  if (load<u8>(at) === closeArray) return at + 1
  while (true) {
    at = readValue(at, each, -1)
    if (at === 0) return 0
    at = skipBlank(at)
    const mark = load<u8>(at)
    if (mark === closeArray) return at + 1
    if (mark !== comma) return 0
    at = skipBlank(at + 1)
  }
}

/** The word that a name is; one with an escape may be any. */
function wordOfName(at: usize): i32 {
  const word = findWord(at, nameEnd)
  if (word < 0 && hasEscape(at, nameEnd)) setCareful(true)
  return word
}

function memberOf(node: u32, word: u32): u32 {
  return load<u32>(members + (((node * wordCount + word) << 2) as usize))
}

function flagsOf(node: u32): u32 {
  return load<u32>(nodes + ((node << 3) as usize))
}
