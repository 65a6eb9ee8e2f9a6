import { basename, dirname } from 'node:path'
import { lockFolder } from '../../disk/index.ts'
import { option } from '../../text/shell-words.ts'
import type { Store } from '../contract/store.ts'
import { placesIn } from '../opencode-family/places.ts'
import { storeOf as storeOfRows } from '../opencode-family/store.ts'
import { tablesOf } from '../opencode-family/tables.ts'
import { hidingByTag } from '../task-family/hiding.ts'
import { lanesOf } from '../task-family/lanes.ts'
import { protocolBeside } from '../task-family/protocol.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'

const tables = tablesOf(
  (path) =>
    /^kilo(?:-[\w.-]+)?\.db$/.test(basename(path)) ||
    (/^opencode-[\w.-]+\.db$/.test(basename(path)) && basename(dirname(path)) === 'kilo'),
)

/** Kilo Code since 7: it keeps its sessions as opencode does, which that version was made from. */
const inDatabase = storeOfRows({
  name: 'kilo',
  title: 'Kilo Code',
  programs: ['kilo', 'kilocode'],
  tables,
  places: (home) => placesIn(home, 'kilo', 'KILO_DB'),
  resume: (id) => `kilo ${option('--session', id)}`,
})

const asTask = storeOf({
  name: 'kilo',
  title: 'Kilo Code',
  extension: 'kilocode.kilo-code',
  copes: [],
  hiding: hidingByTag,
  lock: lockFolder({ staleAfterMs: 31_000 }),
  recognises: (values) => (!looksLikeTask(values) ? 0 : hasTags(values) ? 0.8 : 0.65),
  lanes: lanesOf,
  api: (_, path) => protocolBeside(path),
})

/** Kilo Code: before 7 it keeps its tasks as Roo Code does, which it was made from. */
export const kilo: Store = {
  ...asTask,
  places: (home) => [...asTask.places(home), ...inDatabase.places(home)],
  inDatabase,
}
