import { recogniseIn } from '../../sessions/find/recognise.ts'
import { stores } from '../../stores/index.ts'
import { CommandError } from '../program/failure.ts'
import type { Access } from './source.ts'

/** Refuses a session that comes over standard input: it is mended as a session, in its file, or not at all. */
export function refusePiped(access: Access): void {
  const { store } = recogniseIn(stores, access, '')
  if (store === undefined) return
  throw new CommandError(
    'usage',
    `Standard input holds a session of ${store.title}: name its file, and it is mended where it is.`,
  )
}
