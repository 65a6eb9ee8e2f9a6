import type { Entry } from '../contract/store.ts'
import type { Tree } from '../links/links.ts'
import { itemAt } from '../records/lists.ts'
import { answerOf, callsIn, isAside, isBoundary, isTurn, resultsIn } from './record.ts'

/**
 * The turns of a file that is one plain conversation, which are sent as they stand; undefined where it may be more.
 *
 *     user ── piece 1 ── piece 2 ── result 1 ── result 2 ── user
 *
 * Each record follows the one before, the pieces of an answer stand together, and its results right behind it in the
 * order of their calls. Nearly all files are so, and then nothing has to be gathered.
 */
export function plainTurns(entries: readonly Entry[], tree: Tree): readonly number[] | undefined {
  const turns: number[] = []
  const talk = new Talk()
  let before: number | undefined
  for (let index = 0; index < entries.length; index++) {
    const { value } = itemAt(entries, index)
    if (isAside(value) || isBoundary(value)) return undefined
    if (tree.idOf(index) === undefined) continue
    if (tree.parentOf(index) !== before) return undefined
    before = index
    if (!isTurn(value)) continue
    if (!(value.type === 'assistant' ? talk.takePiece(value) : talk.takeResults(value))) return undefined
    turns.push(index)
  }
  return turns
}

/** The last answer, and the results that it has so far. */
class Talk {
  private answer: string | undefined
  private readonly answers = new Set<string>()
  private calls: string[] = []
  /** The calls before this one have their results, or get none. */
  private next = 0
  /** Records that may follow the answer and still belong to it. */
  private follows: 'pieces' | 'results' | 'nothing' = 'nothing'

  takePiece(value: Entry['value']): boolean {
    const answer = answerOf(value)
    const calls = callsIn(value)
    if (answer !== undefined && answer === this.answer) {
      for (const id of calls) this.calls.push(id)
      return this.follows === 'pieces'
    }
    this.answer = answer
    this.calls = calls
    this.next = 0
    this.follows = 'pieces'
    if (answer === undefined || this.answers.has(answer)) return false
    this.answers.add(answer)
    return true
  }

  takeResults(value: Entry['value']): boolean {
    const ids = resultsIn(value)
    if (ids.length === 0) {
      this.follows = 'nothing'
      return true
    }
    for (const id of ids) {
      const call = this.calls.indexOf(id, this.next)
      if (call < 0) return false
      this.next = call + 1
    }
    if (this.follows === 'pieces') this.follows = 'results'
    return this.follows === 'results'
  }
}
