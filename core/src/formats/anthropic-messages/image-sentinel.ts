import type { Demands, Range } from '../../model/format.ts'
import { headLength } from '../../model/pick.ts'
import { imageSize } from '../image-size.ts'
import type { Block, Message } from './blocks.ts'

/** Counts images, and tells those that may be too large from what stands at the beginning of their data. */
export class ImageSentinel {
  private readonly isAsked: boolean
  private readonly maximum: number
  private readonly most: number
  /** The longest side that many images may have. */
  private readonly maximumOfMany: number
  private count = 0
  private isLarge = false

  constructor({ rows }: Demands) {
    const { maximum, ofMany } = rows['image-too-large'] ?? {}
    this.isAsked = rows['image-too-large'] !== undefined
    this.maximum = maximum ?? Number.POSITIVE_INFINITY
    this.most = ofMany?.most ?? Number.POSITIVE_INFINITY
    this.maximumOfMany = ofMany?.maximum ?? Number.POSITIVE_INFINITY
  }

  clear(): void {
    this.count = 0
    this.isLarge = false
  }

  /** Takes a block; false where it is an image that is suspicious by itself. */
  take(block: Block): boolean {
    if (block.type !== 'image' || !this.isAsked) return true
    const side = longestSide(block)
    this.count++
    this.isLarge ||= side > this.maximumOfMany
    return side <= this.maximum
  }

  /** Takes the blocks of a result, if it has any. */
  takeAll(content: unknown): boolean {
    if (!Array.isArray(content)) return true
    let areFine = true
    for (let index = 0; index < content.length; index++) {
      const block = content[index] as Block | null
      if (typeof block === 'object' && block !== null && !this.take(block)) areFine = false
    }
    return areFine
  }

  /** Whether there are so many that one of them is too large. */
  get areTooMany(): boolean {
    return this.isLarge && this.count > this.most
  }

  /** Whether there would be, with those in these messages. */
  overflowWith(turns: readonly unknown[], ranges: readonly Range[]): boolean {
    const { count, isLarge } = this
    for (const { start, end } of ranges)
      for (let position = start; position < end; position++) this.takeMessage(turns[position])
    const are = this.areTooMany
    this.count = count
    this.isLarge = isLarge
    return are
  }

  private takeMessage(message: unknown): void {
    const content = (message as Message | null | undefined)?.content
    if (!Array.isArray(content)) return
    this.takeAll(content)
    for (let index = 0; index < content.length; index++)
      this.takeAll((content[index] as Block | null | undefined)?.content)
  }
}

/** The longest side of an image in pixels; of one that tells nothing in its beginning it may be any. */
function longestSide({ source }: Block): number {
  const data = (source as { readonly data?: unknown } | null | undefined)?.data
  if (typeof data !== 'string') return 0
  const size = imageSize(data, headLength)
  if (size === undefined) return data.length < headLength ? 0 : Number.POSITIVE_INFINITY
  return Math.max(size.width, size.height)
}
