import { useEffect } from 'preact/hooks'
import type { RepairRow } from '../../../app/src/window/api.ts'
import { start } from '../client.ts'
import { diffOf } from '../mend/diff.ts'
import { plain } from '../plain.ts'
import { age, count, say } from '../words/words.ts'
import { DenyEditor } from './deny-editor.tsx'
import { facts, followGateway, moments, repairs, samples } from './gateway-state.ts'
import { healthOf } from './health.ts'
import { quantileOf, sumOf } from './metrics.ts'
import { Nodes } from './nodes.tsx'
import { Plot } from './plot.tsx'

/** The gateway at work. */
export function GatewayPage() {
  if (start.value?.hasGateway !== true)
    return (
      <div class="empty gateway">
        <h1 class="sr">{say('gateway')}</h1>
        <p>{say('noGateway')}</p>
        <p class="hint">
          <code>mortise up</code> · <code>mortise gateway</code>
        </p>
      </div>
    )
  return <Running />
}

function Running() {
  useEffect(followGateway, [])
  const told = facts.value
  if (told === undefined) return <p class="empty gateway">{say('loading')}</p>
  const [revision] = told.revisions
  return (
    <section class="gateway" aria-label={say('gateway')}>
      <header class="where">
        <h1 class="mono">{told.url}</h1>
        {told.config !== null && <bdi class="hint">{plain(told.config)}</bdi>}
        {revision !== undefined && (
          <span class="tag">
            {say('revision')} {revision.revision}
          </span>
        )}
      </header>
      <Numbers />
      <Plot />
      <div class="columns">
        <div>
          <Live />
        </div>
        <div>
          {told.config !== null && <DenyEditor told={told} />}
          <Upstreams />
          <Nodes />
          <Counts />
          <Revisions />
        </div>
      </div>
    </section>
  )
}

function Numbers() {
  const told = samples.value
  const mended = sumOf(told, 'mortise_repairs_total', { action: 'mended' })
  const retried = sumOf(told, 'mortise_repairs_total', { action: 'retried' })
  const cards: readonly (readonly [string, string])[] = [
    [say('requests'), count(sumOf(told, 'mortise_answers_total'))],
    [say('avoided'), count(mended + retried)],
    [say('refusedByApi'), count(sumOf(told, 'mortise_upstream_400_total'))],
    [say('overhead'), `${milliseconds(0.5)} · ${milliseconds(0.99)}`],
    [say('streams'), count(sumOf(told, 'mortise_streams'))],
  ]
  return (
    <dl class="cards">
      {cards.map(([word, number]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  )
}

function milliseconds(part: number): string {
  const seconds = quantileOf(samples.value, 'mortise_overhead_seconds', part)
  return seconds === undefined ? '–' : `≤ ${Number((seconds * 1000).toPrecision(3))} ms`
}

/** Requests with faults as they come: the rules and places, never a body. */
function Live() {
  return (
    <section class="panel" aria-label={say('liveRequests')}>
      <h2>{say('liveRequests')}</h2>
      {repairs.value.length === 0 && <p class="hint">{say('noneYet')}</p>}
      <ol class="requests" aria-live="polite" aria-relevant="additions">
        {repairs.value.slice(0, 60).map((row) => (
          <li key={`${row.request} ${row.time}`}>
            <Request row={row} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const signs = { '+': 'in', '-': 'out', ' ': '' } as const

/** A body with a line for each member; the beginning of a long one is no whole JSON, and stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 1)
  } catch {
    return body
  }
}

function Request({
  row: { action, findings, route, client, upstream, format, time, bodies },
}: {
  row: RepairRow
}) {
  return (
    <>
      <p>
        <b class={action === 'mended' || action === 'retried' ? 'fine' : 'bad'}>{action}</b>{' '}
        {findings.slice(0, 6).map(({ rule, at }, index) => (
          <span key={index}>
            <code class="rule">{rule}</code> <code class="mono">{plain(at.join('.'))}</code>{' '}
          </span>
        ))}
      </p>
      <p class="hint">
        {plain([...new Set([format, route, upstream, client])].filter((each) => each !== '').join(' · '))} ·{' '}
        <time dateTime={time}>{age(time)}</time>
      </p>
      {bodies !== undefined && (
        <details>
          <summary>{say('body')}</summary>
          <pre class="diff">
            {diffOf(readable(bodies.before), readable(bodies.after || bodies.before)).map(
              ({ sign, text }, index) => (
                <span key={index} class={signs[sign]}>
                  {plain(text)}
                </span>
              ),
            )}
          </pre>
        </details>
      )}
    </>
  )
}

function Upstreams() {
  const told = samples.value
  return (
    <section class="panel">
      <h2>{say('upstreams')}</h2>
      <table>
        <tbody>
          {facts.value?.upstreams.map(({ name, api, url }) => {
            const answers = sumOf(told, 'mortise_upstream_seconds_count', { upstream: name })
            const seconds = sumOf(told, 'mortise_upstream_seconds_sum', { upstream: name })
            return (
              <tr key={name}>
                <th scope="row">
                  <Health upstream={name} /> {name}
                </th>
                <td class="hint">{api}</td>
                <td class="hint mono">{plain(url)}</td>
                <td>
                  {answers === 0 ? '–' : `${count(answers)} · ${Math.round((seconds / answers) * 1000)} ms`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Whether an upstream answered lately: a mark with words for those who see no colour. */
function Health({ upstream }: { upstream: string }) {
  const health = healthOf(moments.value, upstream)
  return (
    <span
      class={`dot ${health}`}
      role="img"
      aria-label={say(healthWords[health])}
      title={say(healthWords[health])}
    />
  )
}

const healthWords = {
  quiet: 'healthQuiet',
  well: 'healthWell',
  ill: 'healthIll',
  away: 'healthAway',
} as const

function Counts() {
  const defects = samples.value.filter(({ name }) => name === 'mortise_defects_total')
  if (defects.length === 0) return null
  return (
    <section class="panel">
      <h2>{say('byRule')}</h2>
      <table>
        <tbody>
          {defects
            .toSorted((one, other) => other.value - one.value)
            .slice(0, 20)
            .map(({ labels, value }) => (
              <tr key={Object.values(labels).join(' ')}>
                <th scope="row">
                  <code class="rule">{labels.rule}</code>
                </th>
                <td class="hint">{plain(labels.route ?? '')}</td>
                <td class="hint">{plain(labels.client ?? '')}</td>
                <td>{count(value)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

function Revisions() {
  return (
    <section class="panel">
      <h2>{say('revisions')}</h2>
      <ol class="requests">
        {facts.value?.revisions.map(({ revision, time, changes }) => (
          <li key={`${revision} ${time}`}>
            <code class="mono">{revision}</code>{' '}
            <time class="hint" dateTime={time}>
              {age(time)}
            </time>
            {changes.map(({ member, before, after }) => (
              <p key={member} class="changed">
                <code class="mono">{plain(member)}</code>{' '}
                {before !== undefined && after !== undefined && (
                  <>
                    <del class="mono">{plain(before)}</del> → <ins class="mono">{plain(after)}</ins>
                  </>
                )}
              </p>
            ))}
          </li>
        ))}
        {facts.value?.cleaning.map((line, index) => (
          <li key={index} class="hint">
            {plain(line)}
          </li>
        ))}
      </ol>
    </section>
  )
}
