import type {
  NeutralMedia,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralTurn,
} from '../model/neutral.ts'
import { mediaLabel, mediaMoved } from '../texts/fixed.ts'

/**
 * Puts media back into the results that they came from.
 *
 * Where an API takes no media in results, a repair moves them into the user's next turn, under a label that names the
 * result. The way back finds the label.
 */
export function mediaHome(request: NeutralRequest): NeutralRequest {
  const turns: NeutralTurn[] = []
  for (const turn of request.turns) {
    const last = turns.at(-1)
    const moved = last?.speaker === 'tool' && turn.speaker === 'user' ? movedIn(last, turn) : undefined
    if (moved === undefined) turns.push(turn)
    else turns.splice(-1, 1, ...moved)
  }
  return turns.length === request.turns.length && turns.every((turn, index) => turn === request.turns[index])
    ? request
    : { ...request, turns }
}

/** Both turns with each medium back in its result; undefined where there is none to put back. */
function movedIn(tool: NeutralTurn, user: NeutralTurn): readonly NeutralTurn[] | undefined {
  const owners = labelsOf(tool)
  const media = new Map<NeutralPart, NeutralMedia[]>()
  const rest: NeutralPart[] = []
  let owner: NeutralPart | undefined
  for (const part of user.parts) {
    owner = part.kind === 'media' ? owner : part.kind === 'text' ? owners.get(part.text) : undefined
    if (owner === undefined) rest.push(part)
    else if (part.kind === 'media') media.get(owner)?.push(part)
    else media.set(owner, [])
  }
  if (media.size === 0) return undefined
  const parts = tool.parts.map((part) => (part.kind === 'result' ? refilled(part, media.get(part)) : part))
  const joined = { ...tool, parts }
  return rest.length === 0 && user.own === undefined ? [joined] : [joined, { ...user, parts: rest }]
}

function labelsOf({ parts }: NeutralTurn): ReadonlyMap<string, NeutralPart> {
  const owners = new Map<string, NeutralPart>()
  for (const part of parts) {
    if (part.kind !== 'result') continue
    owners.set(mediaLabel(part.id, undefined), part)
    owners.set(mediaLabel(part.id, part.name), part)
  }
  return owners
}

function refilled(result: NeutralResult, media: readonly NeutralMedia[] | undefined): NeutralResult {
  if (media === undefined) return result
  const words = result.content.filter((part) => part.kind !== 'text' || part.text !== mediaMoved)
  return { ...result, content: [...words, ...media] }
}
