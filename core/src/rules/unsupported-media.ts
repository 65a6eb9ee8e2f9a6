import type { Rule } from '../model/rule.ts'
import { seatsOf } from '../model/seat.ts'
import type { Media, Part } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/** Media of a kind, or from a place, that a model does not take. Nothing can stand in for it: it stays. */
export const unsupportedMedia: Rule<'media'> = {
  name: 'unsupported-media',
  title: 'The model does not take this kind of media',
  text: {
    usual: 'This model does not take media of this kind.',
    image: 'This model does not take images.',
    video: 'This model does not take videos.',
    stored: 'This model does not take media that lie in a store: it wants their bytes.',
  },
  stage: 'after',
  isPlaceless: true,
  *detect({ turns, row: { media = [] } }) {
    for (const { turn, part } of seatsOf(turns, isMedia)) {
      const kind = media.find((each) => part.kinds?.includes(each))
      if (kind !== undefined) yield { turn, part, variant: kind, intents: [] }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened: 'The conversation holds a file, a video or an image that this model does not accept there.',
  todo: 'Remove the file, or use a model that accepts it.',
}

function isMedia(part: Part): part is Media {
  return part.kind === 'media'
}
