import { isObject, type JsonObject, nonEmpty } from '../model/json.ts'

/** An image as any API writes it: its bytes in base64, or where it lies. */
export type ForeignImage = { readonly data: string; readonly mediaType: string } | { readonly url: string }

/** Reads a part that is an image, in whatever shape. */
export function imageOf(part: JsonObject): ForeignImage | undefined {
  return typedImage(part) ?? converseImage(part.image) ?? inlineImage(part.inlineData ?? part.inline_data)
}

function typedImage(part: JsonObject): ForeignImage | undefined {
  switch (part.type) {
    case 'image':
      return isObject(part.source) ? sourceImage(part.source) : dataImage(part.data, part.mediaType)
    case 'image_url':
      return urlImage(isObject(part.image_url) ? part.image_url.url : part.image_url)
    case 'input_image':
      return urlImage(part.image_url)
    case 'image-url':
      return urlImage(part.url)
    case 'media':
    case 'image-data':
      return dataImage(part.data, part.mediaType)
    default:
      return undefined
  }
}

function sourceImage({ type, data, media_type: mediaType, url }: JsonObject): ForeignImage | undefined {
  return type === 'url' ? urlImage(url) : dataImage(data, mediaType)
}

function converseImage(image: unknown): ForeignImage | undefined {
  if (!isObject(image) || !isObject(image.source) || nonEmpty(image.format) === undefined) return undefined
  return dataImage(image.source.bytes, `image/${String(image.format)}`)
}

function inlineImage(held: unknown): ForeignImage | undefined {
  return isObject(held) ? dataImage(held.data, held.mimeType ?? held.mime_type) : undefined
}

function dataImage(data: unknown, mediaType: unknown): ForeignImage | undefined {
  const isImage = typeof mediaType === 'string' && /^image\/[\w.+-]+$/.test(mediaType)
  return isImage && typeof data === 'string' && data !== '' ? { data, mediaType } : undefined
}

const embedded = /^data:(image\/[\w.+-]+);base64,/

function urlImage(url: unknown): ForeignImage | undefined {
  if (typeof url !== 'string') return undefined
  const head = embedded.exec(url)
  if (head === null) return /^https?:/.test(url) ? { url } : undefined
  return dataImage(url.slice(head[0].length), head[1])
}

/** An image as one address. */
export function addressOf(image: ForeignImage): string {
  return 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`
}
