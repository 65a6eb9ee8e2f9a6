import { at } from '../model/lists.ts'
import type { NeutralPart, NeutralRequest } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'

/** Gives another part for a part, the same one, or none. */
export type ChangePart = (part: NeutralPart) => NeutralPart | undefined

/** The document with each part changed; parts, turns and the document stay the same objects where nothing changes. */
export function eachPart<Kind extends NeutralRequest | NeutralAnswer>(
  neutral: Kind,
  change: ChangePart,
): Kind {
  if (neutral.as === 'answer') return withParts(neutral as NeutralAnswer, change) as Kind
  let isChanged = false
  const turns = neutral.turns.map((turn) => {
    const made = withParts(turn, change)
    if (made !== turn) isChanged = true
    return made
  })
  return isChanged ? { ...neutral, turns } : neutral
}

function withParts<Holder extends { readonly parts: readonly NeutralPart[] }>(
  holder: Holder,
  change: ChangePart,
): Holder {
  let made: NeutralPart[] | undefined
  const { parts } = holder
  for (let index = 0; index < parts.length; index++) {
    const part = at(parts, index)
    const next = change(part)
    if (next === part && made === undefined) continue
    made ??= parts.slice(0, index)
    if (next !== undefined) made.push(next)
  }
  return made === undefined ? holder : { ...holder, parts: made }
}
