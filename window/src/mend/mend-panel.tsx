import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { MendAnswer, OperationAnswer } from '../../../app/src/window/api.ts'
import { ask, change, start, wordsOf } from '../client.ts'
import { plain } from '../plain.ts'
import type { TranscriptState } from '../transcript/transcript-state.ts'
import { say } from '../words/words.ts'
import { Changes, Log } from './changes.tsx'
import { type Calls, Remedies, type RemedyByRule } from './remedies.tsx'

/** The plan that mends a session, as a diff; applied, taken back and done again from here. */
export function MendPanel({ state, onClose }: { state: TranscriptState; onClose: () => void }) {
  const policy = useSignal('keep')
  const rows = useSignal<RemedyByRule>({})
  const calls = useSignal<Calls>({})
  const plan = useSignal<MendAnswer | undefined>(undefined)
  const done = useSignal('')
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const log = useSignal<readonly OperationAnswer[]>([])
  const { path } = state
  const revision = state.page.value?.revision

  const act = async (run: () => Promise<void>): Promise<void> => {
    isBusy.value = true
    problem.value = ''
    try {
      await run()
    } catch (error) {
      problem.value = wordsOf(error)
    }
    isBusy.value = false
  }
  const readLog = async (): Promise<void> => {
    const answer = await ask<{ operations: readonly OperationAnswer[] }>('log', { path })
    log.value = answer.operations
  }
  const wish = (more: object): object => ({
    path,
    policy: policy.value,
    rows: rows.value,
    calls: calls.value,
    ...more,
  })
  useEffect(() => {
    void act(async () => {
      plan.value = await change<MendAnswer>('mend', wish({}))
      await readLog()
    })
  }, [policy.value, rows.value, calls.value, revision])

  const mend = (isFork: boolean): Promise<void> =>
    act(async () => {
      const answer = await change<MendAnswer>('mend', wish({ isFork, plan: plan.value?.plan ?? '' }))
      if (answer.obstacle !== undefined) {
        problem.value = answer.obstacle.message
        return
      }
      done.value =
        answer.copy === undefined
          ? say(answer.state === 'rewritten' ? 'mended' : endings[answer.state])
          : `${say('copyWritten')} ${answer.copy}`
      if (answer.resume !== undefined) done.value += ` ${say('resume')}: ${answer.resume}`
      await state.read()
      await readLog()
    })
  const reverse = (name: 'undo' | 'redo'): Promise<void> =>
    act(async () => {
      const { state: end } = await change<{ state: string }>(name, { path })
      done.value = say(end === 'done' ? (name === 'undo' ? 'undone' : 'redone') : 'nothingLeft')
      await state.read()
      await readLog()
    })

  const { value: made } = plan
  const isDue = made?.state === 'planned' || made?.state === 'in-part'
  const obstacle = made?.obstacle
  return (
    <aside class="mend" aria-label={say('mendTitle')}>
      <header>
        <h2>{say('mendTitle')}</h2>
        <button type="button" class="quiet icon" aria-label={say('close')} onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </header>
      <Policies policy={policy} />
      <Remedies rows={rows} calls={calls} found={made?.found ?? []} />
      <div class="outcome" aria-live="polite">
        {problem.value !== '' && <p class="note bad">{plain(problem.value)}</p>}
        {done.value !== '' && <p class="note good">{plain(done.value)}</p>}
        {obstacle !== undefined && problem.value === '' && (
          <p class="note waits">
            <b>{say('waits')}</b> {plain(obstacle.message)}
          </p>
        )}
        {made !== undefined && done.value === '' && <p class="hint">{say(endings[made.state])}</p>}
      </div>
      <div class="acts">
        <button
          type="button"
          class="primary"
          disabled={!isDue || obstacle !== undefined || isBusy.value}
          onClick={() => void mend(false)}
        >
          {say('apply')}
        </button>
        {(obstacle?.canFork ?? false) && (
          <button type="button" disabled={!isDue || isBusy.value} onClick={() => void mend(true)}>
            {say('fork')}
          </button>
        )}
        <button
          type="button"
          disabled={isBusy.value || !log.value.some(canUndo)}
          onClick={() => void reverse('undo')}
        >
          {say('undo')}
        </button>
        <button
          type="button"
          disabled={isBusy.value || !log.value.some(canRedo)}
          onClick={() => void reverse('redo')}
        >
          {say('redo')}
        </button>
      </div>
      <Changes changes={made?.changes ?? []} />
      <Log operations={log.value} />
    </aside>
  )
}

const endings = {
  declined: 'wouldMend',
  'read-only': 'readOnlySession',
  'faults-left': 'faultsLeft',
  unchanged: 'nothingToMend',
  planned: 'wouldMend',
  'in-part': 'mendedInPart',
  rewritten: 'mended',
} as const

function canUndo({ kind, result, isTakenBack }: OperationAnswer): boolean {
  return result === 'done' && !isTakenBack && kind !== 'undo'
}

function canRedo({ kind, result, isTakenBack }: OperationAnswer): boolean {
  return result === 'done' && !isTakenBack && kind === 'undo'
}

const policyWords = {
  keep: 'policyKeep',
  drop: 'policyDrop',
  'drop-turn': 'policyDropTurn',
  report: 'policyReport',
} as const

function Policies({ policy }: { policy: { value: string } }) {
  return (
    <label class="field">
      <span>{say('policy')}</span>
      <select
        value={policy.value}
        onChange={({ currentTarget }) => {
          policy.value = currentTarget.value
        }}
      >
        {(start.value?.policies ?? []).map((name) => (
          <option key={name} value={name}>
            {say(policyWords[name])}
          </option>
        ))}
      </select>
    </label>
  )
}
