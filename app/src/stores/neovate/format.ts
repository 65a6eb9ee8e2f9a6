import { type Format, formats, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'
import { firstParty } from './api.ts'

// Where records tell what a session is, no message is of the wrong format.
const { signOf: _sign, ...inMemory } = formats.find(({ name }) => name === 'neovate') as Format

/** Neovate's messages, as the format of its lists in memory reads them. */
export const format: Format = {
  ...inMemory,
  title: 'Neovate records',
  firstParty,
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    ...inMemory.picks.each?.members,
    uiContent: kind,
    model: whole,
    customTitle: whole,
    config: { members: { model: whole, summary: whole } },
    trackedFileBackups: kind,
  },
}
