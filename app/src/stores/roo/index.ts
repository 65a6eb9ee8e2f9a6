import { lockFolder } from '../../disk/index.ts'
import type { Store } from '../contract/store.ts'
import { hidingByTag } from '../task-family/hiding.ts'
import { lanesOf } from '../task-family/lanes.ts'
import { protocolBeside } from '../task-family/protocol.ts'
import { hasTags, looksLikeTask, storeOf } from '../task-family/store.ts'

/** Roo Code: messages that are hidden stay in the list, and name the marker that hides them. */
export const roo: Store = storeOf({
  name: 'roo',
  title: 'Roo Code',
  extension: 'rooveterinaryinc.roo-cline',
  copes: [],
  hiding: hidingByTag,
  lock: lockFolder({ staleAfterMs: 31_000 }),
  recognises: (values) => (!looksLikeTask(values) ? 0 : hasTags(values) ? 0.9 : 0.7),
  lanes: lanesOf,
  api: (_, path) => protocolBeside(path),
})
