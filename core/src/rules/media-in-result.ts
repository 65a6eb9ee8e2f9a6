import { unfinishedTurns } from '../engine/match/tail.ts'
import type { RowOf } from '../model/row.ts'
import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Part, Result } from '../model/transcript.ts'

export { refusedContent as words } from '../texts/fault-words.ts'

/**
 * Only a user may show images; those of a result stand after all results of its run.
 *
 * While other results of the same run are on their way there is no such place yet, and nothing to be sent.
 */
export const mediaInResult: Rule<'media'> = {
  name: 'media-in-result',
  title: 'A result holds an image',
  text: {
    usual: 'Result `{id}` holds an image, which this API takes from the user alone.',
    more: 'Result `{id}` holds a file or a recording, which this API takes from the user alone.',
  },
  stage: 'after',
  *detect({ turns, pairs, tail, row }) {
    const unfinished = unfinishedTurns(turns, pairs.joints, tail)
    for (const { turn, part } of seatsOf(turns, showsMedia)) {
      if (unfinished.has(turn) || !isConcerned(part, row)) continue
      const variant = part.mediaKinds?.every((kind) => kind === 'image') === false ? 'more' : 'image'
      yield { turn, part, variant, intents: [{ do: 'hoist', turn, part }] }
    }
  },
}

function isConcerned({ mediaKinds = [] }: Result, { media }: RowOf<'media-in-result'>): boolean {
  return media === undefined || mediaKinds.some((kind) => media.includes(kind))
}

function showsMedia(part: Part): part is Result {
  return part.kind === 'result' && part.hasMedia
}
