import { signal } from '@preact/signals'
import type { DenyAnswer, GatewayAnswer } from '../../../app/src/window/api.ts'
import { change, wordsOf } from '../client.ts'
import { plain } from '../plain.ts'
import { nearHome } from '../sessions/sessions-state.ts'
import { count, say } from '../words/words.ts'

const text = signal<string | undefined>(undefined)
const rehearsal = signal<DenyAnswer | undefined>(undefined)
const operation = signal<string | undefined>(undefined)
const told = signal('')
const problem = signal('')
const isBusy = signal(false)

async function act(run: () => Promise<void>): Promise<void> {
  isBusy.value = true
  problem.value = ''
  told.value = ''
  try {
    await run()
  } catch (error) {
    problem.value = wordsOf(error)
  }
  isBusy.value = false
}

/** The tools that are denied: looked at first, then written into the config, and taken back. */
export function DenyEditor({ told: { deny, under } }: { told: GatewayAnswer }) {
  const inEffect = deny.join(', ')
  const tools = (text.value ?? inEffect).split(/[\s,]+/).filter((each) => each !== '')
  const rehearse = (): Promise<void> =>
    act(async () => {
      rehearsal.value = await change<DenyAnswer>('deny', { tools, isDry: true })
    })
  const apply = (): Promise<void> =>
    act(async () => {
      const answer = await change<{ operation: string | null }>('deny', { tools })
      operation.value = answer.operation ?? undefined
      rehearsal.value = undefined
      text.value = undefined
      told.value = say(answer.operation === null ? 'sameAlready' : 'denied')
    })
  const undo = (): Promise<void> =>
    act(async () => {
      await change('deny/undo', { operation: operation.value })
      operation.value = undefined
      text.value = undefined
      told.value = say('undone')
    })
  return (
    <section class="panel deny">
      <h2>{say('denyTitle')}</h2>
      <p class="hint">
        {say('inEffect')} <code class="mono">{inEffect === '' ? '–' : plain(inEffect)}</code>
      </p>
      <label class="field">
        <span>{say('denyHint')}</span>
        <input
          class="mono"
          spellcheck={false}
          value={text.value ?? inEffect}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
            rehearsal.value = undefined
          }}
        />
      </label>
      <div class="acts">
        <button type="button" disabled={isBusy.value} onClick={() => void rehearse()}>
          {say('lookFirst')}
        </button>
        <button
          type="button"
          class="primary"
          disabled={isBusy.value || rehearsal.value === undefined}
          onClick={() => void apply()}
        >
          {say('writeIt')}
        </button>
        <button
          type="button"
          disabled={isBusy.value || operation.value === undefined}
          onClick={() => void undo()}
        >
          {say('undo')}
        </button>
      </div>
      <div class="outcome" aria-live="polite">
        {under !== undefined && <Cleaning under={under} />}
        {problem.value !== '' && <p class="note bad">{plain(problem.value)}</p>}
        {told.value !== '' && <p class="note good">{told.value}</p>}
        {rehearsal.value !== undefined && <Rehearsal answer={rehearsal.value} />}
      </div>
    </section>
  )
}

/** A cleaning under way, with the time that is left at its speed so far. */
function Cleaning({ under: { done, total, since } }: { under: NonNullable<GatewayAnswer['under']> }) {
  const spent = (Date.now() - since) / 1000
  const left = done === 0 ? undefined : Math.ceil((spent / done) * (total - done))
  return (
    <div class="note">
      <label>
        {say('cleaning')} {count(done)} / {count(total)} <progress value={done} max={Math.max(1, total)} />
      </label>
      {left !== undefined && <p class="hint">{`${say('timeLeft')} ${seconds(left)}`}</p>}
    </div>
  )
}

function seconds(number: number): string {
  return number < 100 ? `${number} s` : `${Math.round(number / 60)} min`
}

function Rehearsal({ answer: { hasSessions, looked, sessions } }: { answer: DenyAnswer }) {
  if (!hasSessions) return <p class="note">{say('noSessionsListed')}</p>
  const calls = sessions.reduce((sum, each) => sum + each.calls, 0)
  return (
    <div class="note">
      <p>
        {count(sessions.length)} / {count(looked)} {say('sessionsWouldChange')}, {count(calls)}{' '}
        {say('callsGo')}
      </p>
      <ul class="requests">
        {sessions.slice(0, 50).map(({ path, tools, problem: why }) => (
          <li key={path}>
            <bdi class="mono">{plain(nearHome(path))}</bdi>{' '}
            <span class="hint">
              {why === undefined
                ? Object.entries(tools)
                    .map(([tool, number]) => `${plain(tool)} ${number}`)
                    .join(', ')
                : plain(why)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
