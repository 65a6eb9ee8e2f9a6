import { allBranches } from '../contract/branches.ts'
import type { Entry, Lane } from '../contract/store.ts'
import { isObject, type JsonObject, memberAt, nonEmpty } from '../records/json.ts'
import { isFirst, isHead, messageIn, modelIn } from './record.ts'

/** The messages that are sent next: behind the last compaction, and before the one that was gone back to. */
export function lanesOf(entries: readonly Entry[]): readonly Lane[] {
  const kept = beforeRevert(entries)
  const turns = (kept.some(({ value }) => isFirst(value)) ? firstTurns(kept) : secondTurns(kept)).map(
    ({ index }) => index,
  )
  if (turns.length === 0) return []
  const lane = { name: 'main', turns, leaf: turns.at(-1) ?? -1 }
  const models = turns.map((index) => modelIn(entries[index]?.value ?? {}))
  const model = models.findLast((one) => one !== undefined)
  return [model === undefined ? lane : { ...lane, model }]
}

/** All messages: also those that are not sent any more. */
export function branchesOf(entries: readonly Entry[]): readonly Lane[] {
  const lanes = lanesOf(entries)
  const sent = new Set(lanes.flatMap(({ turns }) => turns))
  const isTurn = ({ value }: Entry): boolean => messageIn(value) !== undefined
  const hidden = entries.filter((entry) => isTurn(entry) && !sent.has(entry.index))
  return allBranches(entries, lanes, isTurn, (leaf) => {
    return { name: 'hidden', leaf, turns: hidden.map(({ index }) => index) }
  })
}

/** The record about the session as a whole. */
export function sessionIn(entries: readonly Entry[]): JsonObject {
  const head = entries.find(({ value }) => isHead(value))?.value.session
  return isObject(head) ? head : {}
}

/** The messages before the one that the user went back to: it and those behind it go with the next words. */
function beforeRevert(entries: readonly Entry[]): readonly Entry[] {
  const revert = nonEmpty(memberAt(sessionIn(entries).revert, ['messageID']))
  const messages = entries.filter(({ value }) => messageIn(value) !== undefined)
  const at = messages.findIndex(({ value }) => value.id === revert)
  return revert === undefined || at < 0 ? messages : messages.slice(0, at)
}

/**
 * Version 1: a message of the user with a `compaction` that was answered by a summary cuts all before it, but for a tail
 * that it may name.
 */
function firstTurns(messages: readonly Entry[]): readonly Entry[] {
  const answered = new Set<unknown>()
  let start = 0
  for (let at = messages.length - 1; at >= 0; at--) {
    const { value } = messages[at] as Entry
    const { data, parts } = isFirst(value) ? value : { data: {}, parts: [] }
    const cut = parts.find((part) => memberAt(part, ['type']) === 'compaction')
    if (isSummary(data)) answered.add(data.parentID)
    else if (data.role === 'user' && cut !== undefined && answered.has(value.id)) {
      const tail = nonEmpty(memberAt(cut, ['tail_start_id']))
      const found = messages.findIndex((each) => each.value.id === tail)
      start = found >= 0 && found < at ? found : at
      break
    }
  }
  return messages.slice(start).filter(({ value }) => isSent(value))
}

function isSummary({ role, summary, finish, error }: JsonObject): boolean {
  return role === 'assistant' && summary === true && Boolean(finish) && !error
}

/** Whether version 1 sends a message: one that failed is left out, unless it was stopped and says something. */
function isSent(value: JsonObject): boolean {
  if (!isFirst(value) || value.parts.length === 0) return false
  const { error } = value.data
  if (value.data.role !== 'assistant' || !error) return true
  const isSaid = (part: unknown): boolean => !quiet.has(memberAt(part, ['type']))
  return memberAt(error, ['name']) === 'MessageAbortedError' && value.parts.some(isSaid)
}

const quiet: ReadonlySet<unknown> = new Set(['step-start', 'reasoning'])

/** Version 2: all from the last completed compaction on. */
function secondTurns(messages: readonly Entry[]): readonly Entry[] {
  const start = messages.findLastIndex(({ value }) => isCompaction(value) && isCompleted(value))
  // A compaction that failed or still runs stands for nothing.
  return messages.slice(Math.max(start, 0)).filter(({ value }) => !isCompaction(value) || isCompleted(value))
}

function isCompaction({ type }: JsonObject): boolean {
  return type === 'compaction'
}

function isCompleted({ data }: JsonObject): boolean {
  return memberAt(data, ['status']) === 'completed'
}
