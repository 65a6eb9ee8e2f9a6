import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useKeys } from '../keys.ts'
import { MendPanel } from '../mend/mend-panel.tsx'
import { say } from '../words/words.ts'
import { Conversation, type Jump } from './conversation.tsx'
import { Findings } from './findings.tsx'
import { SessionHead } from './session-head.tsx'
import { openTranscript } from './transcript-state.ts'

/** One session: its head, its faults, its conversation with a map, and beside it the plan that mends it. */
export function SessionView({ path }: { path: string }) {
  const state = useMemo(() => openTranscript(path), [path])
  const isMending = useSignal(false)
  const jump = useRef<Jump>(() => undefined)
  const at = useRef(-1)
  useEffect(() => {
    void state.read()
    return state.follow()
  }, [state])
  const step = (direction: 1 | -1): void => {
    const breaks = state.breaks.value
    const next =
      direction === 1
        ? (breaks.find((turn) => turn > at.current) ?? breaks[0])
        : (breaks.findLast((turn) => turn < at.current) ?? breaks.at(-1))
    if (next === undefined) return
    at.current = next
    jump.current(next)
  }
  useKeys({
    n: () => step(1),
    p: () => step(-1),
    m: () => {
      isMending.value = !isMending.value
    },
  })
  const page = state.page.value
  if (state.problem.value !== '' && page === undefined) return <p class="empty">{state.problem.value}</p>
  if (page === undefined) return <p class="empty">{say('loading')}</p>
  return (
    <div class={`session${isMending.value ? ' mending' : ''}`}>
      <div class="talk">
        <SessionHead
          page={page}
          isMending={isMending.value}
          onMend={() => {
            isMending.value = !isMending.value
          }}
        />
        <Findings state={state} onJump={(turn) => jump.current(turn)} />
        <Lanes state={state} />
        <Conversation key={state.lane.value} state={state} jump={jump} />
      </div>
      {isMending.value && (
        <MendPanel
          state={state}
          onClose={() => {
            isMending.value = false
          }}
        />
      )}
    </div>
  )
}

/** The conversations of a session, where it has several: its main one, branches and subagents. */
function Lanes({ state }: { state: ReturnType<typeof openTranscript> }) {
  const all = state.page.value?.conversations ?? []
  if (all.length < 2) return null
  return (
    <details class="lanes">
      <summary>
        {all.length} {say('conversation')}
      </summary>
      <div class="chips">
        {all.map(({ name, isDormant, speakers }, index) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={state.lane.value === index}
            onClick={() => state.showLane(index)}
          >
            {name} <b>{speakers.length}</b>
            {isDormant && <i>{say('notSent')}</i>}
          </button>
        ))}
      </div>
    </details>
  )
}
