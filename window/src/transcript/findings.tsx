import { useSignal } from '@preact/signals'
import type { TurnFinding } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { count, say } from '../words/words.ts'
import { isFault, type TranscriptState } from './transcript-state.ts'

const few = 3

/** The faults of a session; each leads to its place. */
export function Findings({ state, onJump }: { state: TranscriptState; onJump: (turn: number) => void }) {
  const isWhole = useSignal(false)
  const page = state.page.value
  const found = [...(page?.found ?? []), ...(state.outline.value?.found ?? [])]
  const faults = found.filter(isFault)
  const shown = faults.length > 0 ? faults : found
  if (shown.length === 0) return <p class="good">✓ {say('noFaults')}</p>
  const listed = isWhole.value ? shown : shown.slice(0, few)
  return (
    <div class={`findings${faults.length > 0 ? ' broken' : ''}`}>
      <h2>
        {count(shown.length)} {say(faults.length === 0 ? 'advice' : faults.length === 1 ? 'fault' : 'faults')}
      </h2>
      <ul>
        {listed.map((finding, index) => (
          <li key={index}>
            <FindingLine finding={finding} onJump={onJump} />
          </li>
        ))}
      </ul>
      {shown.length > few && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isWhole.value = !isWhole.value
          }}
        >
          {say(isWhole.value ? 'less' : 'more')} ({count(shown.length)})
        </button>
      )}
    </div>
  )
}

function FindingLine({ finding, onJump }: { finding: TurnFinding; onJump: (turn: number) => void }) {
  const { turn, record, rule, message } = finding
  const words = (
    <>
      <span class="at">{record?.replace(/,.*/, '') ?? ''}</span>
      <code class="rule">{rule}</code>
      <span class="message">{plain(message)}</span>
    </>
  )
  if (turn === undefined) return <span class="found">{words}</span>
  return (
    <button type="button" class="found" onClick={() => onJump(turn)}>
      {words}
    </button>
  )
}
