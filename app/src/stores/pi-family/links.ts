import type { Links } from '../contract/store.ts'

/** How the records of this family point to each other; those of version 1 only stand in a row. */
export const links: Links = {
  id: ['id'],
  shape: 'short',
  parent: ['parentId'],
  others: [['targetId'], ['fromId']],
  starts: [['firstKeptEntryId']],
  isLeafLast: true,
  positions: [['firstKeptEntryIndex']],
}
