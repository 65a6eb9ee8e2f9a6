import type { Reshape } from '../../model/format.ts'
import type { Image } from '../../model/image.ts'
import { isObject, type JsonObject } from '../../model/json.ts'
import { headLength } from '../../model/picks.ts'
import { imageSize } from '../image-size.ts'
import { renderText } from './render.ts'

const untold: Image = { width: 0, height: 0 }
const cut: Image = { ...untold, isCut: true }

/** An image as far as its own data tell; one that stands elsewhere tells nothing. */
export function imageOf({ source }: JsonObject): Image {
  const data = isObject(source) ? source.data : undefined
  if (typeof data !== 'string') return untold
  return { ...(imageSize(data) ?? (data.length < headLength ? untold : cut)), data: data.length }
}

/** The images among the blocks of a result. */
export function imagesIn(blocks: readonly unknown[]): readonly Image[] | undefined {
  const images = blocks.flatMap((block, within) => (isImage(block) ? [{ ...imageOf(block), within }] : []))
  return images.length === 0 ? undefined : images
}

/** An image, or a result with some at their positions, with words in their place. */
export const imageToText: Reshape = (raw, wish) => {
  if (!isObject(raw) || !Array.isArray(wish)) return raw
  const texts = new Map(wish.filter(isObject).map(({ within, text }) => [within, text]))
  if (texts.has(undefined)) return wordsFor(raw, texts.get(undefined))
  if (!Array.isArray(raw.content)) return raw
  const content: readonly unknown[] = raw.content
  const put = (block: unknown, index: number): unknown =>
    texts.has(index) ? wordsFor(block, texts.get(index)) : block
  return { ...raw, content: content.map(put) }
}

/** A mark that asks the provider to remember stays. */
function wordsFor(block: unknown, text: unknown): unknown {
  if (!isImage(block)) return block
  const words = renderText(String(text)) as JsonObject
  return block.cache_control === undefined ? words : { ...words, cache_control: block.cache_control }
}

function isImage(block: unknown): block is JsonObject {
  return isObject(block) && block.type === 'image'
}
