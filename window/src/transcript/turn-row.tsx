import { useSignal } from '@preact/signals'
import type { JointRow, PartAnswer, TurnFinding } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { count, say, size } from '../words/words.ts'
import { isFault, type TranscriptState } from './transcript-state.ts'

const speakers = { u: 'user', m: 'model', t: 'tool', s: 'system' } as const

/** One turn: who speaks, its parts, and the faults at this place. */
export function TurnRow({ state, index }: { state: TranscriptState; index: number }) {
  const letter = state.outline.value?.speakers[index] ?? '?'
  const speaker = Object.hasOwn(speakers, letter) ? speakers[letter as keyof typeof speakers] : 'unknown'
  const turn = state.turn(index)
  const found = state.findingsAt.value.get(index) ?? []
  const joints = state.jointsAt.value.get(index) ?? []
  const isBroken = found.some(isFault)
  return (
    <article class={`turn ${speaker}${isBroken ? ' broken' : ''}`}>
      <header>
        <span class="speaker">{say(speaker)}</span>
        {turn !== undefined && <span class="line-number">{count(turn.line)}</span>}
      </header>
      <div class="parts">
        {turn === undefined && <div class="skeleton" aria-hidden="true" />}
        {turn?.parts.map((part, position) => (
          <PartBox
            key={position}
            part={part}
            joint={joints.find(([number]) => number === part.number && number !== 0)}
            turn={index}
            whole={() => state.text(index, position)}
          />
        ))}
        <Missing index={index} joints={joints} />
        {found.map((finding, position) => (
          <FindingBox key={position} finding={finding} />
        ))}
      </div>
    </article>
  )
}

function PartBox({
  part,
  joint,
  turn,
  whole,
}: {
  part: PartAnswer
  joint: JointRow | undefined
  turn: number
  whole: () => Promise<string>
}) {
  const text = useSignal<string | undefined>(undefined)
  const { kind, number, name } = part
  const isJoint = kind === 'call' || kind === 'result'
  const isBroken = joint?.[3] === 1
  const isAway = kind === 'result' && joint !== undefined && isBroken && joint[1] >= 0
  const state = isBroken ? ' broken' : ''
  return (
    <div class={`part ${kind}${state}`}>
      {kind !== 'text' && (
        <p class="label">
          {isJoint && (
            <span class={`number ${kind}${state}`} data-joint={number} data-half={kind}>
              {number ?? '?'}
            </span>
          )}
          <span class="kind">{say(kind)}</span>
          {name !== undefined && <b class="mono">{plain(name)}</b>}
          {part.isError === true && <span class="mark">{say('failed')}</span>}
          {part.isMade === true && <span class="mark made">{say('made')}</span>}
          {part.isSummary === true && <span class="mark">{say('summary')}</span>}
          {kind === 'result' && number === undefined && <span class="mark bad">{say('noCall')}</span>}
          {isAway && isDisplaced(joint, turn) && <span class="mark bad">{say('standsElsewhere')}</span>}
        </p>
      )}
      {part.text !== '' && (
        <div class={`text${kind === 'text' ? '' : ' mono'}`} dir="auto">
          {plain(text.value ?? part.text)}
          {part.length !== undefined && text.value === undefined && '…'}
        </div>
      )}
      {part.length !== undefined && (
        <button
          type="button"
          class="quiet"
          aria-expanded={text.value !== undefined}
          onClick={async () => {
            text.value = text.value === undefined ? await whole() : undefined
          }}
        >
          {text.value === undefined ? `${say('more')} (${size(part.length)})` : say('less')}
        </button>
      )}
    </div>
  )
}

/** Whether a result does not stand in the turn after its call. */
function isDisplaced([, call, result]: JointRow, turn: number): boolean {
  return result === turn && result !== call + 1
}

/** The calls of a turn without a result, and the results that belong behind it and stand elsewhere. */
function Missing({ index, joints }: { index: number; joints: readonly JointRow[] }) {
  const gone = joints.filter(([, call, result, isBroken]) => {
    return call === index && isBroken === 1 && (result < 0 || result !== index + 1)
  })
  return (
    <>
      {gone.map(([number, , result]) => (
        <p key={number} class="missing">
          <span class="number result broken" aria-hidden="true">
            {number}
          </span>
          {result < 0 ? say('noResult') : `${say('result')} ${number} ${say('belongsHere')}`}
        </p>
      ))}
    </>
  )
}

/** A fault at its place: the sentence of the API, and the rule. */
function FindingBox({ finding }: { finding: TurnFinding }) {
  const { rule, title, message, says, note } = finding
  return (
    <div class={`finding${isFault(finding) ? ' broken' : ''}`}>
      <p>
        <code class="rule" title={title}>
          {rule}
        </code>{' '}
        {plain(message)}
      </p>
      {says !== undefined && (
        <p class="says">
          {say('apiSays')}: <q>{plain(says)}</q>
        </p>
      )}
      {note !== undefined && <p class="says">{note}</p>}
    </div>
  )
}
