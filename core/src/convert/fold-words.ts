import { at } from '../model/lists.ts'
import type {
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralText,
  NeutralTurn,
} from '../model/neutral.ts'
import { comparePlaces } from '../model/place.ts'

/**
 * The words that a message holds beside results become the end of its last result.
 *
 * Some models forget their reasoning once the user speaks: an agent's notes beside results are no turn of the user.
 * Images and whole turns of the user stay.
 */
export function wordsIntoResults(request: NeutralRequest): NeutralRequest {
  const turns: NeutralTurn[] = []
  for (const turn of request.turns) {
    const results = turns.at(-1)
    const folded = results === undefined ? undefined : withWords(results, turn)
    if (folded === undefined) turns.push(turn)
    else turns[turns.length - 1] = folded
  }
  return turns.length === request.turns.length ? request : { ...request, turns }
}

/** Results with the words of the same message; undefined if the turn is another message or holds more than words. */
function withWords(results: NeutralTurn, turn: NeutralTurn): NeutralTurn | undefined {
  if (results.speaker !== 'tool' || turn.speaker !== 'user' || !results.at || !turn.at) return undefined
  const isOne = comparePlaces(results.at, turn.at) === 0
  const last = results.parts.findLastIndex(({ kind }) => kind === 'result')
  if (!isOne || last < 0 || turn.parts.length === 0 || !turn.parts.every(isText)) return undefined
  const words = turn.parts.map(({ text }) => text).join('\n\n')
  return {
    ...results,
    parts: results.parts.with(last, ending(at(results.parts, last) as NeutralResult, words)),
  }
}

function ending(result: NeutralResult, words: string): NeutralResult {
  const before = result.content.at(-1)
  if (before?.kind !== 'text')
    return { ...result, content: [...result.content, { kind: 'text', text: words }] }
  const text = [before.text, words].filter((each) => each !== '').join('\n\n')
  return { ...result, content: result.content.with(-1, { ...before, text }) }
}

function isText(part: NeutralPart): part is NeutralText {
  return part.kind === 'text'
}
