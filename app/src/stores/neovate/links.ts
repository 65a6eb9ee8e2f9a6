import type { Links } from '../contract/store.ts'

/**
 * How Neovate's records point to each other.
 *
 * A copy names a record of the session that it was forked from, in another file.
 */
export const links: Links = {
  id: ['uuid'],
  shape: 'uuid',
  parent: ['parentUuid'],
  others: [['messageId'], ['snapshot', 'messageId']],
}
