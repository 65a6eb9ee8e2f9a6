import type { Plan } from '../model/edit.ts'
import type { NeutralRequest } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import { eachPart } from './each-part.ts'

/** Ids that were written for the target, each with the one that it stands for. */
export type Ids = Readonly<Record<string, string>>

/** The ids that the target's repair gave in place of others. */
export function newIds({ turns }: NeutralRequest, { edits }: Plan): Ids {
  if (edits.length === 0) return {}
  const known = new Set<string>()
  for (const { parts } of turns)
    for (const part of parts) if (part.kind === 'call' && part.id !== undefined) known.add(part.id)
  const ids = new Map<string, string>()
  for (const edit of edits) {
    if (edit.do !== 'replace' || typeof edit.value !== 'string' || typeof edit.from !== 'string') continue
    if (known.has(edit.from) && !known.has(edit.value)) ids.set(edit.value, edit.from)
  }
  return Object.fromEntries(ids)
}

/** A conversation with the ids that its client gave. */
export function idsBack<Kind extends NeutralRequest | NeutralAnswer>(neutral: Kind, ids: Ids): Kind {
  const back = new Map(Object.entries(ids))
  if (back.size === 0) return neutral
  return eachPart(neutral, (part) => {
    const id = part.kind === 'call' || part.kind === 'result' ? back.get(part.id ?? '') : undefined
    return id === undefined ? part : { ...part, id }
  })
}
