import { type Format, formats, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'

const { signOf: _sign, ...base } = formats.find(({ name }) => name === 'gemini-contents') as Format

/** The messages in Qwen Code's records: contents as Gemini's, which are converted for each API. */
export const format: Format = {
  ...base,
  name: 'qwen',
  title: 'Qwen Code records',
  firstParty: 'qwen',
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
}

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: {
    uuid: whole,
    parentUuid: whole,
    sessionId: whole,
    type: whole,
    subtype: whole,
    cwd: whole,
    version: whole,
    model: whole,
    isSidechain: whole,
    message: base.picks.each ?? {},
    systemPayload: { members: { customTitle: whole, compressedHistory: kind } },
  },
}
