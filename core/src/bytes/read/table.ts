import { isObject } from '../../model/json.ts'
import { badOption } from '../../model/options.ts'
import type { Picks } from '../../model/picks.ts'

/**
 * A pick, laid out flat for a reader.
 *
 * Words are the names of wanted members and the values that are worth knowing again. Nodes are picks:
 * `nodes` has two numbers for each, its flags and the node of each element; `members` has one for each node
 * and word: 0, or one more than the node of the member, and above it (`ordinalShift`) which of the members it is.
 */
export interface NodeTable {
  readonly words: readonly string[]
  /** The bytes of all words, one after the other. */
  readonly spelling: Uint8Array
  /** The start of each word in `spelling`, and the end of the last. */
  readonly starts: Int32Array
  /** By hash: one more than a word, or 0. A power of two long. */
  readonly slots: Int32Array
  readonly longest: number
  readonly nodes: Int32Array
  readonly members: Int32Array
  readonly root: number
}

export const nodeStride = 2
export const nodeFlags = { whole: 1, members: 2, each: 4, closed: 8, json: 16, head: 32 } as const
export const ordinalShift = 16
const mostMembers = 64

/** Lays out a pick, which may hold itself, and the known words. */
export function compileTable(root: Picks, known: readonly string[] = []): NodeTable {
  const picks = picksIn(root)
  const words = [...new Set([...picks.flatMap(namesOf), ...known])]
  words.forEach(assertWord)
  const spelling = Uint8Array.from([...words.join('')], (letter) => letter.charCodeAt(0))
  const starts = startsOf(words)
  return {
    words,
    spelling,
    starts,
    slots: slotsOf(words, spelling, starts),
    longest: Math.max(0, ...words.map((word) => word.length)),
    nodes: Int32Array.from(picks.flatMap((pick) => [flagsOf(pick), eachOf(pick, picks)])),
    members: membersOf(picks, words),
    root: 0,
  }
}

/** Few words differ in length and in their first, middle and last bytes alike. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  const first = bytes[start] as number
  const middle = bytes[start + (length >> 1)] as number
  const last = bytes[end - 1] as number
  return length + first * 5 + middle * 23 + last * 47
}

function picksIn(root: Picks): Picks[] {
  const picks = new Set([root])
  for (const pick of picks) {
    const given: unknown = pick
    if (!isObject(given)) throw badOption('A pick is an object, and so is each pick in it.')
    if (pick.isWhole === true) continue
    if (pick.each !== undefined) picks.add(pick.each)
    for (const name of namesOf(pick)) picks.add(memberOf(pick, name))
  }
  return [...picks]
}

function namesOf(pick: Picks): string[] {
  return pick.isWhole === true ? [] : Object.keys(pick.members ?? {})
}

function memberOf(pick: Picks, name: string): Picks {
  return pick.members?.[name] ?? {}
}

/** Words are compared byte by byte with what stands between quotes. */
function assertWord(word: string): void {
  if (!/^[ !#-[\]-~]+$/.test(word)) throw badOption(`\`${word}\` is no word of plain ASCII.`)
}

function startsOf(words: readonly string[]): Int32Array {
  const starts = new Int32Array(words.length + 1)
  words.forEach((word, index) => {
    starts[index + 1] = (starts[index] as number) + word.length
  })
  return starts
}

function slotsOf(words: readonly string[], spelling: Uint8Array, starts: Int32Array): Int32Array {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(words.length * 4 + 1)))
  words.forEach((_, word) => {
    let slot = hashOf(spelling, starts[word] as number, starts[word + 1] as number) % slots.length
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length
    slots[slot] = word + 1
  })
  return slots
}

function flagsOf(pick: Picks): number {
  if (pick.isWhole === true) return nodeFlags.whole
  const closed = pick.isClosed === true ? nodeFlags.closed | nodeFlags.members : 0
  const members = namesOf(pick).length > 0 ? nodeFlags.members : 0
  const json = pick.isJson === true ? nodeFlags.json : 0
  const head = pick.isHead === true ? nodeFlags.head : 0
  return closed | json | head | members | (pick.each !== undefined ? nodeFlags.each : 0)
}

function eachOf(pick: Picks, picks: readonly Picks[]): number {
  return pick.isWhole === true || pick.each === undefined ? -1 : picks.indexOf(pick.each)
}

function membersOf(picks: readonly Picks[], words: readonly string[]): Int32Array {
  const members = new Int32Array(picks.length * words.length)
  picks.forEach((pick, node) => {
    const names = namesOf(pick)
    if (names.length > mostMembers)
      throw badOption(`More than ${mostMembers} members are picked of one object.`)
    names.forEach((name, ordinal) => {
      const child = picks.indexOf(memberOf(pick, name))
      members[node * words.length + words.indexOf(name)] = (child + 1) | (ordinal << ordinalShift)
    })
  })
  return members
}
