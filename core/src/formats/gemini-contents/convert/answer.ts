import type { ReadTask, WriteTask } from '../../../model/converter.ts'
import { isObject, type JsonObject, nonEmpty } from '../../../model/json.ts'
import type { NeutralPart, OwnMember, OwnMembers } from '../../../model/neutral.ts'
import type { NeutralAnswer } from '../../../model/neutral-answer.ts'
import { type Place, placeIn } from '../../../model/place.ts'
import { positionalId } from '../../../model/positional-id.ts'
import { loseCounts, loseStopSequence } from '../../losses.ts'
import { ownOf, withOwn } from '../../own-members.ts'
import { camelled } from './camelled.ts'
import { origin } from './origin.ts'
import { readParts } from './read-parts.ts'
import { readStop, writeStop } from './stop-reason.ts'
import { readUsage, uncounted, usageMembers, writeUsage } from './usage.ts'
import { writePart } from './write-parts.ts'

/** The members of an answer that are read. */
export const answerMembers: ReadonlySet<string> = new Set([
  'candidates',
  'usageMetadata',
  'modelVersion',
  'responseId',
])
export const candidateMembers: ReadonlySet<string> = new Set(['content', 'finishReason', 'index'])

/** Reads an answer: its first candidate; a prompt that was blocked has none. */
export function readAnswer(document: unknown, task: ReadTask): NeutralAnswer {
  const steps: Place = isObject(document) && isObject(document.response) ? ['response'] : []
  const answer = camelled(isObject(document) && isObject(document.response) ? document.response : document)
  const candidates: readonly unknown[] = Array.isArray(answer.candidates) ? answer.candidates : []
  const [first, ...more] = candidates
  const candidate = camelled(first)
  for (const [index] of more.entries())
    task.lose(placeIn(steps, 'candidates', index + 1), 'candidate', 'An answer is read as one candidate.')
  const place = placeIn(steps, 'candidates', 0)
  const at = placeIn(place, 'content', 'parts')
  const read = readParts(camelled(candidate.content).parts, at, task.provider)
  const parts = identified(read, nonEmpty(answer.responseId))
  const usage = readUsage(camelled(answer.usageMetadata))
  const own = ownOf(
    origin,
    [answer, answerMembers, ...steps],
    [candidate, candidateMembers, ...place],
    [answer.usageMetadata, usageMembers, ...steps, 'usageMetadata'],
  )
  return {
    as: 'answer',
    ...labels(answer),
    parts,
    ...stopOf(answer, candidate, parts),
    ...(answer.usageMetadata !== undefined && usage && { usage }),
    ...(own && { own }),
  }
}

function labels({ responseId, modelVersion }: JsonObject): Pick<NeutralAnswer, 'id' | 'model'> {
  const id = nonEmpty(responseId)
  const model = nonEmpty(modelVersion)
  return { ...(id !== undefined && { id }), ...(model !== undefined && { model }) }
}

/** Every call of an answer has an id, so that the client can name it. */
function identified(parts: readonly NeutralPart[], id: string | undefined): readonly NeutralPart[] {
  let nameless = 0
  return parts.map((part) =>
    part.kind === 'call' && part.id === undefined ? { ...part, id: positionalId(nameless++, id) } : part,
  )
}

function stopOf(
  answer: JsonObject,
  { finishReason }: JsonObject,
  parts: readonly NeutralPart[],
): Pick<NeutralAnswer, 'stop' | 'stopWord'> {
  const blocked = nonEmpty(camelled(answer.promptFeedback).blockReason)
  const word = nonEmpty(finishReason)
  if (word === undefined && blocked !== undefined) return { stop: 'refusal', stopWord: blocked }
  const stop = readStop(
    word,
    parts.some(({ kind }) => kind === 'call'),
  )
  return { stop, ...(word !== undefined && { stopWord: word }) }
}

/** Writes an answer of one candidate. */
export function writeAnswer(answer: NeutralAnswer, task: WriteTask): unknown {
  const hasCalls = answer.parts.some(({ kind }) => kind === 'call')
  const { stopWord: word } = answer
  // The source's own word, where it is one of this format and says the same.
  const isOwnWord = word !== undefined && word !== 'OTHER' && readStop(word, hasCalls) === answer.stop
  const candidate = {
    content: { role: 'model', parts: answer.parts.flatMap((part) => writePart(part, task)) },
    finishReason: isOwnWord && answer.stop !== 'unknown' ? word : writeStop(answer.stop),
    index: 0,
  }
  loseStopSequence(answer, task)
  loseCounts(answer.usage, uncounted, task)
  const [inCandidate, beside] = parted(answer.own)
  const model = answer.model ?? task.model
  const made = {
    candidates: [withOwn(candidate, inCandidate, origin)],
    ...(answer.usage && { usageMetadata: writeUsage(answer.usage) }),
    ...(model !== undefined && { modelVersion: model }),
    ...(answer.id !== undefined && { responseId: answer.id }),
  }
  return withOwn(made, beside, origin)
}

/** The members of the candidate, and those of the answer around it. */
function parted(own: OwnMembers | undefined): readonly [OwnMembers | undefined, OwnMembers | undefined] {
  if (own === undefined) return [undefined, undefined]
  const members = own.members.map(({ steps, value }) => ({
    steps: steps[0] === 'response' ? steps.slice(1) : steps,
    value,
  }))
  const isInside = ({ steps }: OwnMember): boolean => steps[0] === 'candidates'
  const inside = members.filter(isInside).map(({ steps, value }) => ({ steps: steps.slice(2), value }))
  return [
    { origin: own.origin, members: inside },
    { origin: own.origin, members: members.filter((member) => !isInside(member)) },
  ]
}
