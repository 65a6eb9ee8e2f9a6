import type { SessionPage } from '../../../app/src/window/api.ts'
import { plain } from '../plain.ts'
import { hrefOf } from '../route.ts'
import { Health, Live } from '../sessions/session-line.tsx'
import { nearHome } from '../sessions/sessions-state.ts'
import { age, say, size } from '../words/words.ts'

/** The name of a session and the facts about it. */
export function SessionHead({
  page,
  isMending,
  onMend,
}: {
  page: SessionPage
  isMending: boolean
  onMend: () => void
}) {
  const { session } = page
  const { name, id, agent, path, folder, modified, api } = session
  return (
    <header class="head">
      <a class="back" href={hrefOf({ page: 'sessions' })}>
        <span aria-hidden="true">←</span> {say('back')}
      </a>
      <div class="title">
        <Health session={session} />
        <h1>
          <bdi>{plain((name === '' ? (id ?? path) : name).slice(0, 200))}</bdi>
        </h1>
        {session.live === true && <Live />}
        <span class="room" />
        <a class="button wide-only" href={`./api/report?path=${encodeURIComponent(path)}`} download>
          {say('report')}
        </a>
        {session.health === 'broken' && (
          <a
            class="button wide-only"
            href={`./api/report?as=bundle&path=${encodeURIComponent(path)}`}
            download
          >
            {say('bundle')}
          </a>
        )}
        <button type="button" class="primary" aria-expanded={isMending} onClick={onMend}>
          {say('mend')}
        </button>
      </div>
      <p class="facts">
        <span class="tag">{agent}</span>
        {api !== null && <span>{api}</span>}
        <bdi>{plain(nearHome(folder ?? path))}</bdi>
        <span>{size(session.size)}</span>
        <time dateTime={modified}>{age(modified)}</time>
        <code class="mono">{plain(id ?? '')}</code>
        {session.writer !== undefined && <span>{plain(session.writer)}</span>}
      </p>
      {session.readOnly !== undefined && <p class="note">{plain(session.readOnly)}</p>}
    </header>
  )
}
