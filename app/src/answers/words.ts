import type { Liveness } from '../disk/index.ts'
import type { Coping } from '../stores/contract/coping.ts'

/** How an agent copes with a fault of a session, in words. */
export function copingWords({ does, since }: Pick<Coping, 'does' | 'since'>): string {
  const from = since === undefined ? '' : `, from version ${since} on`
  return does === 'heals'
    ? `heals this each time it sends${from}; the file stays broken for other programs`
    : `skips this${from}: history is lost, and nobody says so`
}

/** The programs that are at work on a session, in words. */
export function writerWords(live: Liveness): string {
  if (live.state !== 'live') return ''
  const who = live.writers.map(({ pid, name }) => `${name} (pid ${pid})`).join(', ')
  if (who !== '') return `${who} is at work on it`
  return live.because === 'running' ? 'a turn is under way' : 'it was written to a moment ago'
}
