import { lockFolder } from '../../disk/index.ts'
import type { Store } from '../contract/store.ts'
import { hidingByTag } from '../task-family/hiding.ts'
import { lanesOf } from '../task-family/lanes.ts'
import { protocolBeside } from '../task-family/protocol.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'

/** Kilo Code before 7: it keeps its tasks as Roo Code does, which it was made from. */
export const kilo: Store = storeOf({
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
