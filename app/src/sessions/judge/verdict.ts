import type { Finding } from '@mortise/core'
import { DiskError } from '../../disk/index.ts'
import { type Checked, isLost } from '../../stores/check/check.ts'
import { historyCut } from '../../stores/check/rules.ts'
import type { SessionFinding } from '../../stores/contract/coping.ts'
import type { Session, Store } from '../../stores/contract/store.ts'
import { nameAt } from '../find/session-name.ts'
import type { ShownWords } from './shown-words.ts'

/** The facts and the faults of one session; plain JSON, which the index keeps. */
export interface SessionVerdict
  extends Omit<Session, 'lanes' | 'readOnly' | 'resume' | 'title' | 'folder'>,
    ShownWords {
  readonly title?: string | undefined
  readonly folder?: string | undefined
  readonly readOnly?: string | undefined
  readonly resume?: string | undefined
  readonly turns: number
  readonly found: readonly SessionFinding[]
}

/** Whether some finding is a fault that its API refuses, or by which its agent loses history. */
export function isBroken({ found }: Pick<SessionVerdict, 'found'>): boolean {
  return found.some(isFault)
}

/** Whether a finding is a fault: its API refuses the conversation, or its agent loses history by it. */
export function isFault(finding: SessionFinding): boolean {
  return isRefused(finding) || finding.copes?.does === 'loses'
}

/** Whether nothing in a broken session is refused: its agent skips the records that it cannot read, and goes on without them. */
export function onlyLoses({ found }: Pick<SessionVerdict, 'found'>): boolean {
  return !found.some(isRefused)
}

/** Whether its agent keeps the API from refusing some fault of a session, which any other sender would hear of. */
export function isHealed({ found }: Pick<SessionVerdict, 'found'>): boolean {
  return found.some(({ copes }) => copes?.does === 'heals')
}

/** Whether earlier turns of a session are in its file and are not sent any more. */
export function isCut({ found }: Pick<SessionVerdict, 'found'>): boolean {
  return found.some(({ rule }) => rule === historyCut.name)
}

/** Whether the API refuses a conversation with this finding; advice it accepts. */
export function isRefused({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'refused'
}

/** The number of turns in the conversations that are still sent. */
export function turnsIn({ lanes }: Pick<Session, 'lanes'>): number {
  return lanes.reduce((sum, lane) => sum + (lane.isDormant === true ? 0 : lane.turns.length), 0)
}

/** A session in a few words, on one line: its title, or what its user asked first. */
export function titleOf({ verdict }: { readonly verdict: SessionVerdict | undefined }): string | undefined {
  return (verdict?.title ?? verdict?.prompt)?.replace(/\s+/g, ' ').trim() || undefined
}

/** The verdict on a session that was judged; throws a `DiskError` if it holds no record. */
export function verdictOn(store: Store, path: string, checked: Checked, words: ShownWords): SessionVerdict {
  if (isLost(checked))
    throw new DiskError(
      'no-record',
      `\`${nameAt(store, path)}\` holds no record of ${store.title} that can be read.`,
      4,
    )
  const { session, found } = checked
  const { id, title, folder, api, readOnly, resume, version } = session
  return {
    id,
    api,
    turns: turnsIn(session),
    found,
    ...words,
    ...(title === undefined ? {} : { title }),
    ...(folder === undefined ? {} : { folder }),
    ...(version === undefined ? {} : { version }),
    ...(readOnly === undefined ? {} : { readOnly }),
    ...(resume === undefined ? {} : { resume }),
  }
}
