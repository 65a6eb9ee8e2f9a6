import { type GlanceOver, isFull, putSighting, traits } from '../../model/glance.ts'

/** The glance of a format that has none: every turn is odd. */
export const glanceAtNothing: GlanceOver = (_turns, from, to, sightings) => {
  let position = from
  for (; position < to && !isFull(sightings); position++) putSighting(sightings, position, traits.odd)
  return position
}
