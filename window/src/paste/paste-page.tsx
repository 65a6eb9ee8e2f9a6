import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PasteAnswer, PasteVerdict } from '../../../app/src/window/api.ts'
import { useKeys } from '../keys.ts'
import { plain } from '../plain.ts'
import { count, say } from '../words/words.ts'
import { judge } from './engine.ts'
import { example } from './example.ts'
import { Matrix } from './matrix.tsx'

const text = signal('')
const answer = signal<PasteAnswer | undefined>(undefined)
const problem = signal('')
const api = signal('')
const policy = signal<'keep' | 'drop' | 'drop-turn' | 'report'>('keep')
const to = signal('')
const isBusy = signal(false)

let asking = 0

async function ask(): Promise<void> {
  const own = ++asking
  if (text.value.trim() === '') {
    answer.value = undefined
    problem.value = ''
    return
  }
  isBusy.value = true
  await new Promise((resolve) => setTimeout(resolve, 200))
  if (own !== asking) return
  const names = {
    ...(api.value === '' ? {} : { api: api.value }),
    ...(to.value === '' ? {} : { to: to.value }),
  }
  try {
    const next = await judge({ text: text.value, policy: policy.value, ...names })
    if (own !== asking) return
    answer.value = next
    problem.value = ''
  } catch (error) {
    if (own !== asking) return
    answer.value = undefined
    problem.value = error instanceof Error ? error.message : String(error)
  }
  isBusy.value = false
}

/** Any conversation or request: its format, what each API would say, mended and converted. */
export function PastePage() {
  useEffect(() => void ask(), [text.value, api.value, policy.value, to.value])
  useKeys({ '/': () => document.getElementById('pasted')?.focus() })
  const told = answer.value
  return (
    <section class="paste" aria-label={say('paste')}>
      <div class="input">
        <label for="pasted">
          <h1>{say('pasteHere')}</h1>
        </label>
        <textarea
          id="pasted"
          class="mono"
          spellcheck={false}
          placeholder={say('pasteHint')}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
        <p class="under">
          {told === undefined ? (
            <button
              type="button"
              onClick={() => {
                text.value = example
              }}
            >
              {say('example')}
            </button>
          ) : (
            <span>
              <b>{told.format}</b> <span class="hint">{say('mendedFor')}</span>{' '}
              <code class="rule">{told.api}</code>
            </span>
          )}
        </p>
      </div>
      <div class="answer" aria-live="polite">
        {problem.value !== '' && <p class="note bad">{plain(problem.value)}</p>}
        {told !== undefined && (
          <>
            <Matrix
              verdicts={told.verdicts}
              chosen={told.api}
              onChoose={(name) => {
                api.value = name
              }}
            />
            <Mended told={told} />
            <Converted told={told} />
          </>
        )}
      </div>
    </section>
  )
}

const policies = ['keep', 'drop', 'drop-turn', 'report'] as const

function Mended({ told }: { told: PasteAnswer }) {
  const { edits, left, text: mended } = told.mended
  return (
    <section class="made">
      <header>
        <h2>
          {edits.length === 0
            ? say('nothingToMend')
            : `${count(edits.length)} ${say(edits.length === 1 ? 'change' : 'changes')}`}
        </h2>
        <label>
          <span class="sr">{say('policy')}</span>
          <select
            value={policy.value}
            onChange={({ currentTarget: { value } }) => {
              policy.value = policies.find((each) => each === value) ?? 'keep'
            }}
          >
            {policies.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Copy text={mended} />
      </header>
      <ol class="edits">
        {edits.slice(0, 50).map(({ do: act, at, rule, title }, index) => (
          <li key={index}>
            <b>{act}</b> <code class="mono">{plain(at)}</code> <code class="rule">{rule}</code>{' '}
            <span class="hint">{title}</span>
          </li>
        ))}
      </ol>
      {left.map(({ rule, message }, index) => (
        <p key={index} class="note bad">
          <code class="rule">{rule}</code> {plain(message)}
        </p>
      ))}
      {edits.length > 0 && <Document text={mended} label={say('mendedDocument')} />}
    </section>
  )
}

function Converted({ told: { verdicts, converted } }: { told: PasteAnswer }) {
  const others = verdicts.filter((each) => each.converted !== undefined)
  return (
    <section class="made">
      <header>
        <h2>{say('convert')}</h2>
        {converted !== undefined && <Copy text={converted.text} />}
      </header>
      <div class="chips">
        {others.map((each) => (
          <button
            key={`${each.api} ${each.format}`}
            type="button"
            class="chip"
            aria-pressed={to.value === each.api}
            onClick={() => {
              to.value = to.value === each.api ? '' : each.api
            }}
          >
            {each.title} <b>{marksOf(each)}</b>
          </button>
        ))}
      </div>
      {converted?.lost.map(({ at, what }, index) => (
        <p key={index} class="hint">
          {say('lost')} {plain(what)} <code class="mono">{plain(at)}</code>
        </p>
      ))}
      {converted !== undefined && <Document text={converted.text} label={say('convertedDocument')} />}
    </section>
  )
}

/** Whether a document can be written for an API, and how many things are lost. */
function marksOf({ converted }: PasteVerdict): string {
  if (converted?.isSound !== true) return '✕'
  return converted.lost === 0 ? '✓' : `−${converted.lost}`
}

function Document({ text: shown, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
    <section class="document" tabIndex={0} aria-label={label}>
      <pre>{plain(shown.slice(0, 200_000))}</pre>
    </section>
  )
}

const copied = signal('')

function Copy({ text: wanted }: { text: string }) {
  return (
    <button
      type="button"
      onClick={async () => {
        await navigator.clipboard.writeText(wanted)
        copied.value = wanted
      }}
    >
      {say(copied.value === wanted ? 'copied' : 'copy')}
    </button>
  )
}
