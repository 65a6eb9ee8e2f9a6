import { type Format, formats, kind, type Picks, whole } from '@mortise/core'
import { messageList } from '../contract/message-list.ts'
import { isObject } from '../records/json.ts'
import { sealed } from './line.ts'

// A row is no request: nothing of it is plain for an API, and no sign tells it from others.
const { signOf: _sign, plain: _plain, ...base } = formats.find(({ name }) => name === 'openai-chat') as Format

/** The messages in Hermes' rows: those of chat. */
export const format: Format = {
  ...base,
  name: 'hermes',
  title: 'Hermes messages',
  // They only ever come out of a session, which is recognised by its records.
  recognises: () => 0,
  ...messageList,
  shapes: { ...base.shapes, 'without-issuer': withoutIssuer },
}

/** A message without the reasoning that only its provider can read; details in plain words stay. */
function withoutIssuer(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  const isGoing = ([name, text]: readonly [string, unknown]): boolean =>
    sealed.includes(name) && (name !== 'reasoning_details' || sealedDetail.test(String(text)))
  const members = Object.entries(raw)
  return members.some(isGoing) ? Object.fromEntries(members.filter((one) => !isGoing(one))) : raw
}

const sealedDetail = /"reasoning\.encrypted"|"signature"\s*:\s*"/

/** The members that a quick look over the records reads. */
export const picks: Picks = {
  members: { session: whole, ...base.picks.each?.members, role: whole, active: whole, content: kind },
}
