import type { NeutralEvent } from '../../model/neutral-stream.ts'
import type { Passed, StreamStage } from './stage.ts'
import { isJson } from './whole-calls.ts'

type PartEvent = Extract<NeutralEvent, { readonly index: number }>

/**
 * Puts parts that are open at the same time one after the other.
 *
 *     start 0, start 1, text 0, text 1, text 0, stop 0, stop 1
 *     → start 0, text 0, text 0, stop 0, start 1, text 1, stop 1
 *
 * The first open part flows through; the pieces of the others wait until it has ended. A call whose arguments are
 * complete JSON has ended, though its wire says so only at the end of the answer: so the next call flows, too.
 */
export function inSequence(): StreamStage {
  const state = new Sequence()
  return (event) => state.take(event)
}

class Sequence {
  /** The part that flows through. */
  #current: number | undefined
  #text = ''
  #isCall = false
  /** The events of the other parts so far, in the order in which the parts started. */
  readonly #waiting = new Map<number, PartEvent[]>()
  /** Parts that were ended here before their wire ended them. */
  readonly #ended = new Set<number>()

  take(event: NeutralEvent): Passed {
    if (!('index' in event)) return event.kind === 'stop' ? [...this.#rest(), event] : event
    if (this.#ended.has(event.index)) return this.#afterEnd(event)
    if (this.#current === undefined) return this.#flow(event)
    if (event.index === this.#current) return this.#flow(event)
    this.#wait(event)
    return event.kind === 'part-start' ? this.#endComplete() : []
  }

  #flow(event: PartEvent): Passed {
    if (event.kind === 'part-start') {
      this.#current = event.index
      this.#text = ''
      this.#isCall = event.part.kind === 'call' && event.part.tool === 'function'
    } else if (event.kind === 'part-text') this.#text += event.text
    else if (event.kind === 'part-stop') return [event, ...this.#next()]
    return event
  }

  #wait(event: PartEvent): void {
    const events = this.#waiting.get(event.index)
    if (events === undefined) this.#waiting.set(event.index, [event])
    else events.push(event)
  }

  /** Ends the current call if nothing can follow it. */
  #endComplete(): readonly NeutralEvent[] {
    const index = this.#current
    if (index === undefined || !this.#isCall || !this.#text.trimEnd().endsWith('}') || !isJson(this.#text))
      return []
    this.#ended.add(index)
    return [{ kind: 'part-stop', index }, ...this.#next()]
  }

  /** Lets the part flow that started next, with all that it has said. */
  #next(): readonly NeutralEvent[] {
    this.#current = undefined
    const events: NeutralEvent[] = []
    for (const [index, held] of this.#waiting) {
      if (this.#current !== undefined) break
      this.#waiting.delete(index)
      for (const event of held) events.push(...[this.#flow(event)].flat())
    }
    return events
  }

  /** White space after complete JSON changes nothing; anything else is a broken call that has been told as whole. */
  #afterEnd(event: PartEvent): readonly NeutralEvent[] {
    return event.kind === 'part-text' && event.text.trim() !== '' ? [brokenCall] : []
  }

  /** Before the end, what still waits is told, though its parts stay open. */
  #rest(): readonly NeutralEvent[] {
    const rest = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    return rest
  }
}

const brokenCall: NeutralEvent = {
  kind: 'error',
  error: { as: 'error', kind: 'server', message: 'A tool call went on after its arguments were complete.' },
}
