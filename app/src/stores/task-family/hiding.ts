import { memberEdit } from '../changes/record-edits.ts'
import type { Hiding } from '../contract/hiding.ts'
import { isStandIn } from './record.ts'

/** Messages are hidden by naming a marker that says how many there are, as the agents themselves do. */
export const hidingByTag: Hiding = {
  mayHide: (value) => !isStandIn(value),
  tag: (value, id, why) => memberEdit(value, ['truncationParent'], id, why),
  marker: (id, count, next) => {
    const ts = typeof next?.ts === 'number' ? { ts: next.ts - 1 } : {}
    const messages = count === 1 ? '1 earlier message is' : `${count} earlier messages are`
    const content = `[${messages} hidden to save room.]`
    return { role: 'user', content, ...ts, isTruncationMarker: true, truncationId: id }
  },
}
