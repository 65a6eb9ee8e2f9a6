import type { SessionRow } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { age, count, say, size } from '../words/words.ts'

/** One session of the list. */
export function SessionLine({
  session,
  href,
  isChosen,
}: {
  session: SessionRow
  href: string
  isChosen: boolean
}) {
  const { name, id, agent, profile, modified, turns, found, problem, path } = session
  const faults = found.filter(({ severity }) => severity === 'refused')
  const title = name === '' ? (id ?? path) : name
  return (
    <a class={`line${isChosen ? ' chosen' : ''}`} href={href} data-path={path}>
      <Health session={session} />
      <span class="name">
        <bdi>{plain(title.slice(0, 200))}</bdi>
        <small class="mono">{plain(id ?? '').slice(0, 13)}</small>
      </span>
      <span class="fault">
        {problem !== undefined
          ? plain(problem)
          : [...new Set(faults.map(({ rule }) => rule))].slice(0, 2).join(', ')}
      </span>
      <span class="tag">{profile === undefined ? agent : `${agent}/${plain(profile)}`}</span>
      <span class="numbers">
        {turns === undefined ? '' : `${count(turns)} ${say('turns')}`}
        <span>{size(session.size)}</span>
      </span>
      <time dateTime={modified}>{session.live === true ? <Live /> : age(modified)}</time>
    </a>
  )
}

/** Sound, broken or not to be read, as a sign and a word. */
export function Health({ session }: { session: Pick<SessionRow, 'health'> }) {
  const { health } = session
  return (
    <span class={`health ${health}`}>
      <span aria-hidden="true">{health === 'sound' ? '✓' : health === 'broken' ? '✕' : '?'}</span>
      <span class="sr">{say(health)}</span>
    </span>
  )
}

export function Live() {
  return (
    <span class="live">
      <i aria-hidden="true" />
      {say('live')}
    </span>
  )
}
