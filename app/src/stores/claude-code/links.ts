import type { Links } from '../contract/store.ts'
import { preservedAnchors, preservedStretch, relinked } from './preserved.ts'

/** How Claude Code's records point to each other. */
export const links: Links = {
  id: ['uuid'],
  shape: 'uuid',
  parent: ['parentUuid'],
  apart: ['isSidechain'],
  others: [
    ['logicalParentUuid'],
    ['leafUuid'],
    ['messageId'],
    ['snapshot', 'messageId'],
    ['sourceToolAssistantUUID'],
    ...preservedAnchors,
  ],
  stretches: [preservedStretch],
  relinked,
}
