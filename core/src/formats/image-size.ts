/** Width and height of an image, in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/**
 * The size that an image says it has, from its data in base64: PNG, GIF, WebP or JPEG.
 *
 * Only the bytes that tell it are decoded, and none beyond the first `length` characters. Undefined where it is of
 * another kind, or ends before it has told.
 */
export function imageSize(data: string, length: number = data.length): ImageSize | undefined {
  const head = new ImageHead(data, Math.min(length, data.length))
  // By the first characters: what they stand for need not be decoded to be known.
  switch (data.slice(0, 4)) {
    case 'iVBO':
      return pngSize(head)
    case 'R0lG':
      return gifSize(head)
    case 'UklG':
      return webpSize(head)
    default:
      return data.startsWith('/9j/') ? jpegSize(head) : undefined
  }
}

/** Reads bytes out of base64, each by its position; one that is not there is not a number. */
class ImageHead {
  private readonly data: string
  private readonly length: number

  constructor(data: string, length: number) {
    this.data = data
    this.length = length
  }

  byte(at: number): number {
    const place = at % 3
    const first = (at - place) / 3 + at
    if (first + 1 >= this.length) return Number.NaN
    const high = bitsOf(this.data.charCodeAt(first))
    const low = bitsOf(this.data.charCodeAt(first + 1))
    if (high < 0 || low < 0) return Number.NaN
    return ((high << (2 + 2 * place)) & 0xff) | (low >> (4 - 2 * place))
  }

  /** A number whose first byte weighs most. */
  big(at: number, bytes: number): number {
    let value = 0
    for (let index = 0; index < bytes; index++) value = value * 256 + this.byte(at + index)
    return value
  }

  /** A number whose last byte weighs most. */
  little(at: number, bytes: number): number {
    let value = 0
    for (let index = bytes - 1; index >= 0; index--) value = value * 256 + this.byte(at + index)
    return value
  }

  says(at: number, word: string): boolean {
    for (let index = 0; index < word.length; index++)
      if (this.byte(at + index) !== word.charCodeAt(index)) return false
    return true
  }
}

/** The six bits that a character of base64 stands for, or -1. */
function bitsOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 48 && code <= 57) return code + 4
  return code === 43 ? 62 : code === 47 ? 63 : -1
}

/** Nothing is zero pixels wide: then it was not told. */
function sizeOf(width: number, height: number): ImageSize | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}

function pngSize(head: ImageHead): ImageSize | undefined {
  const isOne = head.says(0, '\x89PNG\r\n\x1a\n') && head.says(12, 'IHDR')
  return isOne ? sizeOf(head.big(16, 4), head.big(20, 4)) : undefined
}

function gifSize(head: ImageHead): ImageSize | undefined {
  const isOne = head.says(0, 'GIF87a') || head.says(0, 'GIF89a')
  return isOne ? sizeOf(head.little(6, 2), head.little(8, 2)) : undefined
}

/** One frame with losses, one without, or a canvas for several. */
function webpSize(head: ImageHead): ImageSize | undefined {
  if (!head.says(0, 'RIFF') || !head.says(8, 'WEBP')) return undefined
  if (head.says(12, 'VP8X')) return sizeOf(head.little(24, 3) + 1, head.little(27, 3) + 1)
  if (head.says(12, 'VP8L') && head.says(20, '/')) {
    const bits = head.little(21, 4)
    return sizeOf((bits % 0x4000) + 1, (Math.floor(bits / 0x4000) % 0x4000) + 1)
  }
  if (!head.says(12, 'VP8 ') || !head.says(23, '\x9d\x01\x2a')) return undefined
  // The two bits above say how to scale it up when it is shown.
  return sizeOf(head.little(26, 2) % 0x4000, head.little(28, 2) % 0x4000)
}

/** Goes from segment to segment up to the one that starts a frame. */
function jpegSize(head: ImageHead): ImageSize | undefined {
  let at = 2
  while (head.byte(at) === 0xff) {
    const marker = head.byte(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) return sizeOf(head.big(at + 7, 2), head.big(at + 5, 2))
    const length = head.big(at + 2, 2)
    // A segment without a length belongs to the picture itself, and comes after its size.
    if (isBare(marker) || !(length >= 2)) return undefined
    at += 2 + length
  }
  return undefined
}

/** C0 to CF start a frame, but for three that hold tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function isBare(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xda)
}
