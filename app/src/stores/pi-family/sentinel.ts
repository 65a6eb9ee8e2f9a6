import type { Format } from '@mortise/core'
import { isObject, type JsonObject, nonEmpty } from '../records/json.ts'
import { concerns } from './concerns.ts'
import { answeredBy, argumentsMember, isCall, isFailed } from './record.ts'
import { roleOf, speakerIn } from './walk.ts'

type Demands = Parameters<Format['sentinel']>[0]
type Sentinel = ReturnType<Format['sentinel']>

export function makeSentinel(demands: Demands): Sentinel {
  return new FamilySentinel(demands)
}

/** The rules that a quick look covers: all that can be broken. */
const covered: ReadonlySet<string> = new Set(concerns)

/** Passes what is written as it always is; suspects all else. */
class FamilySentinel implements Sentinel {
  private readonly isCovered: boolean
  private readonly open = new Set<string>()
  private readonly ids = new Set<string>()
  private watched: ReadonlySet<string> | undefined

  constructor({ rows, layout }: Demands) {
    const isUsual = layout.answers === 'adjacent' && !layout.merges && !layout.callsLast && !layout.positional
    this.isCovered = isUsual && Object.keys(rows).every((rule) => covered.has(rule))
  }

  feed(turns: readonly unknown[], from: number, to: number): number {
    if (!this.isCovered) return from < to ? from : -1
    for (let position = from; position < to; position++) {
      const turn = turns[position]
      const isFine = isObject(turn) && (this.watched === undefined ? this.take(turn) : this.passes(turn))
      if (!isFine) return position
    }
    return -1
  }

  isSettled(): boolean {
    return this.open.size === 0
  }

  mayEnd(tail: Parameters<Sentinel['mayEnd']>[0]): boolean {
    return this.open.size === 0 || tail === 'open'
  }

  reset(): void {
    this.ids.clear()
    this.watched = undefined
    this.skip()
  }

  skip(): void {
    this.open.clear()
  }

  watch(ids: ReadonlySet<string>): void {
    this.watched = ids
  }

  /** Whether a turn has none of the ids that are looked out for; one without an id has its tool's name. */
  private passes(turn: JsonObject): boolean {
    const isWatched = (id: string | undefined, name: unknown): boolean =>
      this.watched?.has(id ?? `name ${nonEmpty(name) ?? ''}`) === true
    if (turn.role === 'toolResult') return !isWatched(answeredBy(turn), turn.toolName)
    const blocks: readonly unknown[] = Array.isArray(turn.content) ? turn.content : []
    return !blocks.some((block) => isCall(block) && isWatched(nonEmpty(block.id), block.name))
  }

  private take(turn: JsonObject): boolean {
    switch (speakerIn(turn)) {
      case 'tool':
        return this.takeResult(turn)
      case 'model':
        return this.isSettled() && this.takeAnswer(turn)
      case 'user':
        return this.isSettled() && isSaid(turn)
      default:
        return false
    }
  }

  private takeAnswer({ content, stopReason }: JsonObject): boolean {
    if (!Array.isArray(content) || isFailed({ stopReason })) return false
    return content.every((block: unknown) => (isCall(block) ? this.takeCall(block) : isBlock(block)))
  }

  private takeCall(call: JsonObject): boolean {
    const id = nonEmpty(call.id)
    if (id === undefined || this.ids.has(id) || nonEmpty(call.name) === undefined) return false
    this.ids.add(id)
    this.open.add(id)
    return isObject(call[argumentsMember(call)]) && call.partialJson === undefined
  }

  private takeResult(result: JsonObject): boolean {
    const id = answeredBy(result)
    if (id === undefined || !this.open.delete(id)) return false
    return nonEmpty(result.toolName) !== undefined && isContent(result.content)
  }
}

/** Whether somebody else's turn can be read. */
function isSaid(turn: JsonObject): boolean {
  const role = roleOf(turn)
  const hasContent =
    role === 'user' || role === 'custom' || role === 'hookMessage' || role === 'custom_message'
  return !hasContent || isContent(turn.content)
}

function isContent(content: unknown): boolean {
  return (
    typeof content === 'string' ||
    (Array.isArray(content) && content.every((block) => !isCall(block) && isBlock(block)))
  )
}

function isBlock(block: unknown): boolean {
  return isObject(block) && (block.type !== 'text' || typeof block.text === 'string')
}
