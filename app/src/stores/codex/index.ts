import { basename, dirname, join } from 'node:path'
import { type ProcessDetails, systemLock } from '../../disk/index.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import type { AtWork, Store } from '../contract/store.ts'
import { format, picks } from './format.ts'
import { branchesOf } from './lanes.ts'
import { numbering } from './ordinals.ts'
import { packing } from './packing.ts'
import { idIn, lockOf, places, plainOf } from './places.ts'
import { isHeader, messageIn, progressIn, recognises, summaryIn, tells } from './record.ts'
import { copes, unasked } from './rules.ts'
import { header, open } from './session.ts'
import { wrap } from './wrap.ts'

/** Codex: a log of items and events for each thread, which is replayed from its first line. */
export const codex: Store = {
  name: 'codex',
  title: 'Codex',
  format,
  picks,
  links: undefined,
  copes,
  unasked,
  places,
  recognises,
  open,
  branches: branchesOf,
  messageIn,
  wrap,
  tells,
  progressIn,
  summaryIn,
  isHeader,
  header,
  needsHeader: true,
  repeatsHeader: true,
  numbering,
  lock: systemLock(lockOf),
  packing,
  isProgram,
  isAgent,
  naming: {
    fileOf: (path, id) =>
      join(
        dirname(path),
        basename(plainOf(path) ?? path).replace(idIn(path), () => id),
      ),
    members: [
      ['payload', 'id'],
      ['payload', 'session_id'],
      ['payload', 'thread_id'],
    ],
    isNamed: ({ type }) => type !== 'response_item',
  },
}

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'codex')
}

/** It says which thread it goes on with, or works in the folder and began before the last line was written. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || worksIn(process, session, (folder) => folder === session.folder)
}
