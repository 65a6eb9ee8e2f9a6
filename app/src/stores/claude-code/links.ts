import type { Links } from '../store.ts'

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
  ],
}
