import { basename, dirname, join } from 'node:path'
import type { ProcessDetails } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
import { isTold, runs, worksIn } from '../contract/at-work.ts'
import type { AtWork, Store } from '../contract/store.ts'
import { familiarity } from '../pi-family/recognise.ts'
import { storeOf } from '../pi-family/store.ts'
import { liesLike, places } from './places.ts'

/** pi: it answers open calls as it sends, and leaves results alone that it should not send. */
export const pi: Store = storeOf({
  name: 'pi',
  title: 'pi',
  tried: '0.73.1 and 0.87.1',
  // pi 0.73 to 0.87 write it, by their published packages (2026-11-19).
  version: 3,
  copes: [{ does: 'heals', rules: ['call-without-result'] }],
  places,
  liesLike,
  recognises(values) {
    const { sure, isOfOpenClaw } = familiarity(values)
    return isOfOpenClaw ? sure * 0.7 : sure
  },
  isProgram,
  isAgent,
  // The time at which it began stands before the id.
  fileOf: (path, id) => join(dirname(path), basename(path).replace(/[^_]*$/, `${id}.jsonl`)),
  resume: (_, path) => `pi ${option('--session', path)}`,
})

function isProgram(process: ProcessDetails): boolean {
  return runs(process, 'pi')
}

/** It locks nothing, and its title hides what it was told: what is left is where it works, and since when. */
function isAgent(process: ProcessDetails, session: AtWork): boolean {
  if (!isProgram(process)) return false
  return isTold(process, session) || worksIn(process, session, (folder) => folder === session.folder)
}
