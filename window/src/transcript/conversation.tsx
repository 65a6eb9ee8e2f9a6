import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { useVirtual } from '../virtual.ts'
import { say } from '../words/words.ts'
import { Arcs } from './arcs.tsx'
import { Heights } from './heights.ts'
import { Minimap } from './minimap.tsx'
import type { TranscriptState } from './transcript-state.ts'
import { TurnRow } from './turn-row.tsx'

export type Jump = (turn: number) => void

/** The turns of a conversation, with its joints drawn beside them and a map of the whole. */
export function Conversation({ state, jump }: { state: TranscriptState; jump: RefObject<Jump> }) {
  const scroll = useRef<HTMLDivElement>(null)
  const chosen = useSignal(-1)
  const outline = state.outline.value
  const total = outline?.speakers.length ?? 0
  const heights = useRef(new Heights())
  const kindOf = (turn: number): string => outline?.speakers[turn] ?? ''
  const virtual = useVirtual({
    count: total,
    estimate: (turn) => heights.current.guess(kindOf(turn)),
    onMeasured(turn, height) {
      // A turn that is not read yet is a line that waits.
      if (state.turn(turn) !== undefined) heights.current.note(kindOf(turn), height)
    },
    scroll,
    padding: 8,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => state.need(first, last), [state, first, last, state.page.value])
  const choose = (turn: number, align: 'center' | 'auto'): void => {
    chosen.value = turn
    virtual.scrollToIndex(turn, { align })
  }
  jump.current = (turn) => choose(turn, 'center')
  const step = (by: 1 | -1): void => {
    const next = (chosen.value < 0 ? first - by : chosen.value) + by
    if (next >= 0 && next < total) choose(next, 'auto')
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  // The first fault is in sight when the session is opened.
  const [break0] = state.breaks.value
  const isRead = break0 !== undefined && state.turn(break0) !== undefined
  const jumps = useRef(0)
  useLayoutEffect(() => {
    // Once before its turns are read and once after: they are higher then.
    if (jumps.current > (isRead ? 1 : 0) || break0 === undefined || total === 0) return
    jumps.current = isRead ? 2 : 1
    virtual.scrollToIndex(break0, { align: 'center' })
  }, [break0, total, virtual, isRead])
  if (outline === undefined) return null
  return (
    <div class="conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <section class="scroll" ref={scroll} tabIndex={0} aria-label={say('conversation')}>
        <div class="rows" style={{ height: `${virtual.getTotalSize()}px` }}>
          <Arcs state={state} items={items} virtual={virtual} />
          <ul>
            {items.map(({ index, start, key }) => (
              <li
                key={key}
                ref={(element) => virtual.measureElement(element)}
                class={`row${index === chosen.value ? ' chosen' : ''}`}
                aria-posinset={index + 1}
                aria-setsize={total}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
              >
                <TurnRow state={state} index={index} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Minimap state={state} virtual={virtual} scroll={scroll} onJump={(turn) => choose(turn, 'center')} />
    </div>
  )
}
