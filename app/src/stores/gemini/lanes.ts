import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane, Store } from '../contract/store.ts'
import { isObject, memberAt, nonEmpty } from '../records/json.ts'
import { itemAt } from '../records/lists.ts'
import { isSent, messageIn } from './record.ts'

/**
 * The conversation that Gemini CLI goes on with, as it replays its log from the first line.
 *
 * ```
 * a message of an id that was there   takes its place
 * $rewindTo                           takes back that message and all behind it; all of them if it is not there
 * $set with messages                  stands for all before it
 * ```
 */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const turns = replayed(entries)
  return turns.length === 0 ? [] : [{ name: 'main', leaf: turns.at(-1) ?? -1, turns }]
}

/** All that was ever said in a log: also earlier forms of a message, and what was taken back. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => {
    return { name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }
  })
}

function replayed(entries: readonly Entry[]): readonly number[] {
  let messages = new Map<string, number>()
  let before: ReadonlySet<string> | undefined
  for (const { index, value } of entries) {
    const id = nonEmpty(value.id)
    const target = nonEmpty(value.$rewindTo)
    const checkpoint = memberAt(value, ['$set', 'messages'])
    if (target !== undefined) messages = upTo(messages, target)
    else if (id !== undefined) messages.set(id, index)
    else if (Array.isArray(checkpoint)) [messages, before] = [new Map(), callsIn(checkpoint)]
  }
  const isTurn = (index: number): boolean => {
    const { value } = itemAt(entries, index)
    return messageIn(value) !== undefined && isSent(value)
  }
  return [...messages.values()].filter(
    (index) => isTurn(index) && !isAnswerTo(itemAt(entries, index), before),
  )
}

/** The records that take the conversation back to a message that is not there, although others are. */
export function lostRewinds(entries: readonly Entry[]): ReturnType<NonNullable<Store['lostRewinds']>> {
  const records: number[] = []
  let messages = new Map<string, number>()
  for (const { index, value } of entries) {
    const [id, target] = [nonEmpty(value.id), nonEmpty(value.$rewindTo)]
    const held = memberAt(value, ['$set', 'messages'])
    if (target !== undefined) {
      if (messages.size > 0 && !messages.has(target)) records.push(index)
      messages = upTo(messages, target)
    } else if (id !== undefined) messages.set(id, index)
    else if (Array.isArray(held))
      messages = new Map(
        held.flatMap((each) => {
          const name = nonEmpty(memberAt(each, ['id']))
          return name === undefined ? [] : [[name, index] as const]
        }),
      )
  }
  return { records, path: ['$rewindTo'] }
}

function upTo(messages: ReadonlyMap<string, number>, target: string): Map<string, number> {
  const kept = [...messages]
  const at = kept.findIndex(([id]) => id === target)
  return new Map(at < 0 ? [] : kept.slice(0, at))
}

/** The ids of the calls that a checkpoint holds: results behind it may answer them. */
function callsIn(messages: readonly unknown[]): ReadonlySet<string> {
  const calls = messages.flatMap((message) => memberAt(message, ['toolCalls']) ?? [])
  return new Set(calls.flatMap((call) => nonEmpty(memberAt(call, ['id'])) ?? []))
}

function isAnswerTo({ value: { content } }: Entry, calls: ReadonlySet<string> | undefined): boolean {
  if (calls === undefined || !Array.isArray(content)) return false
  return content.some((part) => {
    const id = isObject(part) ? nonEmpty(memberAt(part, ['functionResponse', 'id'])) : undefined
    return id !== undefined && calls.has(id)
  })
}
