import { type GlanceOver, isFull, putRow, traits } from '../../model/glance.ts'

/** The glance of a format that has none: every turn is odd. */
export const glanceAtNothing: GlanceOver = (_turns, from, to, rows) => {
  let position = from
  for (; position < to && !isFull(rows); position++) putRow(rows, position, traits.odd)
  return position
}
