import type { Links } from '../contract/store.ts'

/**
 * How Neovate's records point to each other.
 *
 * What a copy says of the session that it was forked from names a record of another file.
 */
export const links: Links = {
  id: ['uuid'],
  shape: 'uuid',
  parent: ['parentUuid'],
  others: [['messageId'], ['snapshot', 'messageId']],
}
