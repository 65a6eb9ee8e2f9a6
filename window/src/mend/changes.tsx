import type { ChangeAnswer, OperationAnswer } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { age, count, say } from '../words/words.ts'
import { diffOf } from './diff.ts'

const most = 200

/** The changes of a plan, each as a diff with its reasons. */
export function Changes({ changes }: { changes: readonly ChangeAnswer[] }) {
  if (changes.length === 0) return null
  return (
    <section class="changes">
      <h3>
        {count(changes.length)} {say(changes.length === 1 ? 'change' : 'changes')}
      </h3>
      <ol>
        {changes.slice(0, most).map((each, index) => (
          <li key={index} class={`change ${each.do}`}>
            <Change change={each} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Change({ change: { do: act, record, why, before, after } }: { change: ChangeAnswer }) {
  return (
    <>
      <p class="deed">
        <span class="act">{say(act)}</span>
        <span class="mono">
          {act === 'insert' ? `${say('after')} ` : ''}
          {plain(record.replace(/,.*/, ''))}
        </span>
        {why.map(({ rule, title }) => (
          <span key={rule} class="why">
            <code class="rule">{rule}</code> {title}
          </span>
        ))}
      </p>
      {(before !== '' || after !== '') && act !== 'relink' && (
        <pre class="diff">
          {diffOf(before, act === 'move' ? before : after).map(({ sign, text }, index) => (
            <span key={index} class={signs[sign]}>
              {plain(text)}
            </span>
          ))}
        </pre>
      )}
    </>
  )
}

const signs = { '+': 'in', '-': 'out', ' ': '' } as const

/** The operations on a session, newest first. */
export function Log({ operations }: { operations: readonly OperationAnswer[] }) {
  if (operations.length === 0) return null
  return (
    <section class="log">
      <h3>{say('log')}</h3>
      <ol>
        {operations.slice(0, 20).map(({ op, time, command, kind, isTakenBack }) => (
          <li key={op} class={isTakenBack ? 'taken' : ''}>
            <code class="mono">{op}</code>
            <span>{kind === 'change' || kind === 'create' ? command : kind}</span>
            <time dateTime={time}>{age(time)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
