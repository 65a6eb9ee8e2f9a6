import type { Image } from '../model/image.ts'
import type { Intent } from '../model/intent.ts'
import type { Fault, Rule, View } from '../model/rule.ts'
import type { Part, Turn } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'
import { imageGone } from '../texts/fixed.ts'

/**
 * An image with a side that is too long, or with too much data, is refused in every request that holds it, however old it is: words take its place.
 *
 * Where many images may be no larger than few, the latest are the ones that matter: no more of the large ones go, from
 * the first on, than it takes for the others to be few.
 */
export const imageTooLarge: Rule<'maximum' | 'maximumData' | 'ofMany'> = {
  name: 'image-too-large',
  title: 'An image is larger than the API takes',
  text: {
    usual: 'This image is {width} x {height} pixels large, and the API takes {maximum} a side at most.',
    data: 'The data of this image are {size} characters long, and the API takes {maximum} at most.',
    many: 'This image is {width} x {height} pixels large, and beside so many others the API takes {maximum} a side at most.',
  },
  stage: 'before',
  isPlaceless: true,
  *detect({ turns, row }) {
    const { maximum = Number.POSITIVE_INFINITY, maximumData = Number.POSITIVE_INFINITY, ofMany } = row
    const shown = imagesOf(turns)
    const isLong = ({ data = 0 }: Image): boolean => data > maximumData
    const rest = shown.filter(({ image }) => sideOf(image) <= maximum && !isLong(image))
    let surplus = rest.length - (ofMany?.most ?? rest.length)
    const found: Fault[] = []
    const wishes = new Map<Part, Wish[]>()
    for (const { turn, part, image } of shown) {
      const isMany = sideOf(image) <= maximum && !isLong(image)
      if (isMany && !(ofMany !== undefined && sideOf(image) > ofMany.maximum && surplus-- > 0)) continue
      const wish = { within: image.within, text: imageGone(image.width, image.height) }
      const known = wishes.get(part)
      known?.push(wish)
      const wanted = [wish]
      if (known === undefined) wishes.set(part, wanted)
      const isWide = sideOf(image) > maximum
      const values = {
        width: String(image.width),
        height: String(image.height),
        size: String(image.data),
        maximum: String(isMany ? ofMany?.maximum : isWide ? maximum : maximumData),
      }
      const variant = isMany ? 'many' : isWide ? undefined : 'data'
      // A part is written anew once, with all of its images: a result may hold thousands.
      const intents: Intent[] =
        known === undefined ? [{ do: 'reshape', turn, part, shape: 'image-to-text', wish: wanted }] : []
      found.push({ turn, part, values, intents, ...(variant && { variant }) })
    }
    yield* found
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'An image in the conversation is larger than this API accepts: 8000 pixels a side, 2000 in a request with more than 20 images, or 10 MB of base64. The image is sent with every request, so every request fails.',
  todo: 'Repair the conversation. A text takes the place of the image. Make images smaller before they are sent.',
}

/** Words in the place of an image: of the part itself, or of what stands at a position in it. */
interface Wish {
  readonly within: number | undefined
  readonly text: string
}

interface ShownImage {
  readonly turn: Turn
  readonly part: Part
  readonly image: Image
}

function imagesOf(turns: View['turns']): readonly ShownImage[] {
  const shown: ShownImage[] = []
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.kind !== 'media' && part.kind !== 'result') continue
      for (const image of part.images ?? none) shown.push({ turn, part, image })
    }
  }
  return shown
}

const none: readonly Image[] = []

function sideOf({ width, height }: Image): number {
  return Math.max(width, height)
}
